// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.record;

import java.util.function.LongSupplier;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.fuse.mirror.MirrorObserver;
import org.colophon.reporters.fuse.mirror.Node;
import org.colophon.reporters.fuse.mirror.OpenFile;
import org.colophon.reporters.fuse.mirror.RequestContext;
import org.jspecify.annotations.Nullable;

/**
 * Passes events to a recorder. If recording fails, counts the events and lets the file operation
 * proceed. The end of an announced operation is always passed on, because other threads may wait
 * for it.
 */
final class FailSafeObserver implements MirrorObserver {
  private final MirrorObserver recorder;
  private final RecordingLosses losses;

  FailSafeObserver(MirrorObserver recorder, RecordingLosses losses) {
    this.recorder = recorder;
    this.losses = losses;
  }

  /** Returns whether events can be recorded; counts this event if not. */
  private boolean isRecording() {
    if (losses.hasEnded()) {
      losses.countUnrecorded();
      return false;
    }
    return true;
  }

  private void record(Runnable event) {
    if (isRecording()) {
      attempt(event);
    }
  }

  private void attempt(Runnable event) {
    try {
      event.run();
    } catch (RuntimeException e) {
      losses.failed(e);
    }
  }

  @Override
  public void opened(RequestContext request, OpenFile file) {
    record(() -> recorder.opened(request, file));
  }

  @Override
  public void created(RequestContext request, Node node) {
    record(() -> recorder.created(request, node));
  }

  @Override
  public void read(RequestContext request, OpenFile file, long offset, long bytes) {
    record(() -> recorder.read(request, file, offset, bytes));
  }

  @Override
  public void writing(RequestContext request, OpenFile file, long offset, long bytes) {
    record(() -> recorder.writing(request, file, offset, bytes));
  }

  @Override
  public void written(RequestContext request, OpenFile file, long offset, long result) {
    attempt(() -> recorder.written(request, file, offset, result));
  }

  @Override
  public void copied(
      RequestContext request,
      OpenFile from,
      long fromOffset,
      OpenFile to,
      long toOffset,
      long result) {
    attempt(() -> recorder.copied(request, from, fromOffset, to, toOffset, result));
  }

  @Override
  public void cutting(RequestContext request, Node node, @Nullable OpenFile file) {
    record(() -> recorder.cutting(request, node, file));
  }

  @Override
  public void cut(RequestContext request, Node node, boolean done) {
    attempt(() -> recorder.cut(request, node, done));
  }

  @Override
  public void resizing(RequestContext request, Node node, @Nullable OpenFile file, long size) {
    record(() -> recorder.resizing(request, node, file, size));
  }

  @Override
  public void resized(RequestContext request, Node node, long size, boolean done) {
    attempt(() -> recorder.resized(request, node, size, done));
  }

  @Override
  public void changed(RequestContext request, Node node) {
    record(() -> recorder.changed(request, node));
  }

  @Override
  public void linked(RequestContext request, Node node, Node directory, byte[] name) {
    record(() -> recorder.linked(request, node, directory, name));
  }

  @Override
  public void found(RequestContext request, Node node) {
    attempt(() -> recorder.found(request, node));
  }

  @Override
  public void unlinked(RequestContext request, @Nullable Node node, Node directory, byte[] name) {
    record(() -> recorder.unlinked(request, node, directory, name));
  }

  @Override
  public void renamed(
      RequestContext request,
      @Nullable Node node,
      Node from,
      byte[] name,
      Node to,
      byte[] newName,
      boolean exchanged) {
    record(() -> recorder.renamed(request, node, from, name, to, newName, exchanged));
  }

  @Override
  public void moved(RequestContext request, Node node, boolean exchanged) {
    attempt(() -> recorder.moved(request, node, exchanged));
  }

  @Override
  public void replaced(RequestContext request, Node node, Node replaced, Bytes path) {
    record(() -> recorder.replaced(request, node, replaced, path));
  }

  private long recordPromise(LongSupplier event) {
    if (isRecording()) {
      try {
        return event.getAsLong();
      } catch (RuntimeException e) {
        losses.failed(e);
      }
    }
    return 0;
  }

  @Override
  public long syncing(RequestContext request, OpenFile file) {
    return recordPromise(() -> recorder.syncing(request, file));
  }

  @Override
  public long closing(RequestContext request, OpenFile file) {
    return recordPromise(() -> recorder.closing(request, file));
  }

  @Override
  public void keep(long promise) {
    attempt(() -> recorder.keep(promise));
  }

  @Override
  public void released(RequestContext request, OpenFile file) {
    record(() -> recorder.released(request, file));
  }
}
