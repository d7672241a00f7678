package org.colophon.reporters.fuse.record;

import org.colophon.core.model.Bytes;
import org.colophon.reporters.fuse.mirror.MirrorObserver;
import org.colophon.reporters.fuse.mirror.Node;
import org.colophon.reporters.fuse.mirror.OpenFile;
import org.colophon.reporters.fuse.mirror.RequestContext;

/**
 * Passes events on while they can be recorded. Otherwise counts them and lets the file operation
 * proceed. Ends of announced operations are always passed on, because other threads may wait for
 * them.
 */
final class FailSafeObserver implements MirrorObserver {
  private final MirrorObserver recorder;
  private final RecordingLosses losses;

  FailSafeObserver(MirrorObserver recorder, RecordingLosses losses) {
    this.recorder = recorder;
    this.losses = losses;
  }

  /** Returns whether to pass an event on; counts it if not. */
  private boolean isRecording() {
    if (losses.hasEnded()) {
      losses.countUnrecorded();
      return false;
    }
    return true;
  }

  @Override
  public void opened(RequestContext request, OpenFile file) {
    if (isRecording()) {
      try {
        recorder.opened(request, file);
      } catch (RuntimeException e) {
        losses.failed(e);
      }
    }
  }

  @Override
  public void created(RequestContext request, Node node) {
    if (isRecording()) {
      try {
        recorder.created(request, node);
      } catch (RuntimeException e) {
        losses.failed(e);
      }
    }
  }

  @Override
  public void read(RequestContext request, OpenFile file, long offset, long bytes) {
    if (isRecording()) {
      try {
        recorder.read(request, file, offset, bytes);
      } catch (RuntimeException e) {
        losses.failed(e);
      }
    }
  }

  @Override
  public void writing(RequestContext request, OpenFile file, long offset, long bytes) {
    if (isRecording()) {
      try {
        recorder.writing(request, file, offset, bytes);
      } catch (RuntimeException e) {
        losses.failed(e);
      }
    }
  }

  @Override
  public void written(RequestContext request, OpenFile file, long offset, long result) {
    try {
      recorder.written(request, file, offset, result);
    } catch (RuntimeException e) {
      losses.failed(e);
    }
  }

  @Override
  public void cutting(RequestContext request, Node node, OpenFile file) {
    if (isRecording()) {
      try {
        recorder.cutting(request, node, file);
      } catch (RuntimeException e) {
        losses.failed(e);
      }
    }
  }

  @Override
  public void cut(RequestContext request, Node node, boolean done) {
    try {
      recorder.cut(request, node, done);
    } catch (RuntimeException e) {
      losses.failed(e);
    }
  }

  @Override
  public void resizing(RequestContext request, Node node, OpenFile file, long size) {
    if (isRecording()) {
      try {
        recorder.resizing(request, node, file, size);
      } catch (RuntimeException e) {
        losses.failed(e);
      }
    }
  }

  @Override
  public void resized(RequestContext request, Node node) {
    try {
      recorder.resized(request, node);
    } catch (RuntimeException e) {
      losses.failed(e);
    }
  }

  @Override
  public void changed(RequestContext request, Node node) {
    if (isRecording()) {
      try {
        recorder.changed(request, node);
      } catch (RuntimeException e) {
        losses.failed(e);
      }
    }
  }

  @Override
  public void linked(RequestContext request, Node node, Node directory, byte[] name) {
    if (isRecording()) {
      try {
        recorder.linked(request, node, directory, name);
      } catch (RuntimeException e) {
        losses.failed(e);
      }
    }
  }

  @Override
  public void found(RequestContext request, Node node) {
    try {
      recorder.found(request, node);
    } catch (RuntimeException e) {
      losses.failed(e);
    }
  }

  @Override
  public void unlinked(RequestContext request, Node directory, byte[] name) {
    if (isRecording()) {
      try {
        recorder.unlinked(request, directory, name);
      } catch (RuntimeException e) {
        losses.failed(e);
      }
    }
  }

  @Override
  public void renamed(
      RequestContext request,
      Node node,
      Node from,
      byte[] name,
      Node to,
      byte[] newName,
      boolean exchanged) {
    if (isRecording()) {
      try {
        recorder.renamed(request, node, from, name, to, newName, exchanged);
      } catch (RuntimeException e) {
        losses.failed(e);
      }
    }
  }

  @Override
  public void moved(RequestContext request, Node node, boolean exchanged) {
    try {
      recorder.moved(request, node, exchanged);
    } catch (RuntimeException e) {
      losses.failed(e);
    }
  }

  @Override
  public void replaced(RequestContext request, Node node, Node replaced, Bytes path) {
    if (isRecording()) {
      try {
        recorder.replaced(request, node, replaced, path);
      } catch (RuntimeException e) {
        losses.failed(e);
      }
    }
  }

  @Override
  public long syncing(RequestContext request, OpenFile file) {
    if (isRecording()) {
      try {
        return recorder.syncing(request, file);
      } catch (RuntimeException e) {
        losses.failed(e);
      }
    }
    return 0;
  }

  @Override
  public long closing(RequestContext request, OpenFile file) {
    if (isRecording()) {
      try {
        return recorder.closing(request, file);
      } catch (RuntimeException e) {
        losses.failed(e);
      }
    }
    return 0;
  }

  @Override
  public void keep(long promise) {
    try {
      recorder.keep(promise);
    } catch (RuntimeException e) {
      losses.failed(e);
    }
  }

  @Override
  public void released(RequestContext request, OpenFile file) {
    if (isRecording()) {
      try {
        recorder.released(request, file);
      } catch (RuntimeException e) {
        losses.failed(e);
      }
    }
  }
}
