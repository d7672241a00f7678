// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.record;

import java.util.Objects;
import org.colophon.core.inspect.watch.WatchedFile;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.reporters.fuse.inspect.ContentWatch;
import org.colophon.reporters.fuse.inspect.ContentWatch.NewFile;
import org.colophon.reporters.fuse.inspect.FileWatch;
import org.colophon.reporters.fuse.mirror.Node;
import org.colophon.reporters.fuse.mirror.OpenFile;
import org.colophon.reporters.fuse.mirror.RequestContext;
import org.jspecify.annotations.Nullable;

/** Recorder that also preserves the previous content of inspected files. */
final class ContentWatchingObserver extends Recorder {
  private final ContentWatch contents;

  /** The watch of the file that this thread is changing; null if none exists. */
  private @Nullable FileWatch changing;

  /** The previous content that the current change affects; null if none is preserved. */
  private @Nullable WatchedFile begun;

  /** The file replaced by the current rename, and its path; null if none. */
  private @Nullable Node replaced;

  private @Nullable Bytes replacedAt;

  /** True if recording the current change failed. */
  private boolean hasFailed;

  ContentWatchingObserver(MountRecording provenance, OperationSink sink, ContentWatch contents) {
    super(provenance, sink);
    this.contents = contents;
  }

  private void begin(Node node, @Nullable OpenFile through, long offset) {
    FileWatch watch = contents.of(node);
    long object = watch == null || hasFailed ? 0 : object(node); // 0 hides unrecorded changes
    if (watch == null || object == 0) {
      beginUnseen(node, watch, offset);
    } else {
      changing = watch;
      begun = watch.begin(offset, through, writer(), object);
    }
  }

  /**
   * Begins a change that is not reported to inspectors. The change may still overwrite content that
   * must be preserved.
   */
  private void beginUnseen(Node node, @Nullable FileWatch watch, long offset) {
    if (watch != null) {
      watch.leave();
    } else if (contents.isUntracked(node)) {
      contents.written(node, hasFailed || isExcluded(node), writer());
    }
    begun = contents.beginUnseen(node, offset);
  }

  private void end() {
    FileWatch watch = changing;
    WatchedFile file = begun;
    changing = null;
    begun = null;
    if (watch != null) {
      watch.end(file);
    } else if (file != null) {
      file.endChange();
    }
  }

  @Override
  public void opened(RequestContext request, OpenFile file) {
    super.opened(request, file);
    FileWatch watch = file.isWritable() ? contents.of(file.node()) : null;
    if (watch != null) {
      watch.opened();
    }
  }

  @Override
  public void created(RequestContext request, Node node) {
    super.created(request, node);
    contents.created(node, isInScope(node), isExcluded(node));
  }

  @Override
  public void writing(RequestContext request, OpenFile file, long offset, long bytes) {
    hasFailed = true;
    try {
      super.writing(request, file, offset, bytes);
      hasFailed = false;
    } finally {
      begin(file.node(), file, offset); // the write follows in any case
    }
  }

  @Override
  public void written(RequestContext request, OpenFile file, long offset, long result) {
    end();
    super.written(request, file, offset, result);
  }

  @Override
  public void copied(
      RequestContext request,
      OpenFile from,
      long fromOffset,
      OpenFile to,
      long toOffset,
      long result) {
    end();
    super.copied(request, from, fromOffset, to, toOffset, result);
  }

  @Override
  public void cutting(RequestContext request, Node node, @Nullable OpenFile file) {
    hasFailed = true;
    try {
      super.cutting(request, node, file);
      hasFailed = false;
    } finally {
      begin(node, file, 0); // the truncation follows in any case
    }
  }

  @Override
  public void cut(RequestContext request, Node node, boolean done) {
    end();
    super.cut(request, node, done);
  }

  @Override
  public void resizing(RequestContext request, Node node, @Nullable OpenFile file, long size) {
    hasFailed = true;
    try {
      super.resizing(request, node, file, size);
      hasFailed = false;
    } finally {
      begin(node, file, size); // the change of length follows in any case
    }
  }

  @Override
  public void resized(RequestContext request, Node node, long size, boolean done) {
    end();
    super.resized(request, node, size, done);
  }

  @Override
  public void linked(RequestContext request, Node node, Node directory, byte[] name) {
    super.linked(request, node, directory, name);
    named(request, node, null, false);
  }

  @Override
  public void found(RequestContext request, Node node) {
    super.found(request, node);
    contents.found(node, isInScope(node));
  }

  @Override
  public void replaced(RequestContext request, Node node, @Nullable Node replaced, Bytes path) {
    this.replaced = replaced;
    this.replacedAt = path;
  }

  @Override
  public void moved(RequestContext request, Node node, boolean exchanged) {
    super.moved(request, node, exchanged);
    Node gone = replaced;
    replaced = null;
    if (node.isDirectory()) {
      contents.forUntrackedBelow(node, below -> named(request, below, null, exchanged));
    } else {
      named(request, node, gone, exchanged);
    }
  }

  /**
   * Offers the replaced or new content if the new name is recorded. An exchanged file is not new.
   */
  private void named(
      RequestContext request, Node node, @Nullable Node replacedNode, boolean exchanged) {
    boolean isRecorded = isInScope(node);
    NewFile made = contents.renamed(node, isRecorded);
    boolean isReplacing = replacedNode != null && replacedNode.isFile();
    boolean isNew = made != null && !exchanged;
    long object = isRecorded && (isReplacing || isNew) ? object(node) : 0;
    if (object == 0) {
      return;
    }
    long process = process(request);
    if (replacedNode != null && isReplacing) {
      contents.replaced(node, replacedNode, Objects.requireNonNull(replacedAt), process, object);
    } else if (made != null) {
      made.offerContent(process, object);
    }
  }

  @Override
  public long closing(RequestContext request, OpenFile file) {
    FileWatch watch = file.isWritable() ? contents.of(file.node()) : null;
    if (watch != null) {
      watch.closing(file);
    }
    return super.closing(request, file);
  }

  @Override
  public void released(RequestContext request, OpenFile file) {
    FileWatch watch = file.isWritable() ? contents.of(file.node()) : null;
    if (watch != null) {
      watch.released(file);
    }
    super.released(request, file);
  }
}
