package org.colophon.reporters.fuse.record;

import org.colophon.core.model.Bytes;
import org.colophon.reporters.fuse.mirror.Lane;
import org.colophon.reporters.fuse.mirror.MirrorObserver;
import org.colophon.reporters.fuse.mirror.Node;
import org.colophon.reporters.fuse.mirror.OpenFile;

/**
 * Passes events on while they can be recorded. Otherwise counts them and lets the file operation
 * proceed. Ends of announced operations are always passed on, because other threads may wait for
 * them.
 */
final class Enduring implements MirrorObserver {
  private final MirrorObserver recorder;
  private final Losses losses;

  Enduring(MirrorObserver recorder, Losses losses) {
    this.recorder = recorder;
    this.losses = losses;
  }

  /** Returns whether to pass an event on; counts it if not. */
  private boolean isRecording() {
    if (losses.isOver()) {
      losses.passedOver();
      return false;
    }
    return true;
  }

  @Override
  public void opened(Lane lane, OpenFile file) {
    if (isRecording()) {
      try {
        recorder.opened(lane, file);
      } catch (RuntimeException e) {
        losses.failed(e);
      }
    }
  }

  @Override
  public void created(Lane lane, Node node) {
    if (isRecording()) {
      try {
        recorder.created(lane, node);
      } catch (RuntimeException e) {
        losses.failed(e);
      }
    }
  }

  @Override
  public void read(Lane lane, OpenFile file, long offset, long bytes) {
    if (isRecording()) {
      try {
        recorder.read(lane, file, offset, bytes);
      } catch (RuntimeException e) {
        losses.failed(e);
      }
    }
  }

  @Override
  public void writing(Lane lane, OpenFile file, long offset, long bytes) {
    if (isRecording()) {
      try {
        recorder.writing(lane, file, offset, bytes);
      } catch (RuntimeException e) {
        losses.failed(e);
      }
    }
  }

  @Override
  public void written(Lane lane, OpenFile file, long offset, long result) {
    try {
      recorder.written(lane, file, offset, result);
    } catch (RuntimeException e) {
      losses.failed(e);
    }
  }

  @Override
  public void cutting(Lane lane, Node node, OpenFile file) {
    if (isRecording()) {
      try {
        recorder.cutting(lane, node, file);
      } catch (RuntimeException e) {
        losses.failed(e);
      }
    }
  }

  @Override
  public void cut(Lane lane, Node node, boolean done) {
    try {
      recorder.cut(lane, node, done);
    } catch (RuntimeException e) {
      losses.failed(e);
    }
  }

  @Override
  public void resizing(Lane lane, Node node, OpenFile file, long size) {
    if (isRecording()) {
      try {
        recorder.resizing(lane, node, file, size);
      } catch (RuntimeException e) {
        losses.failed(e);
      }
    }
  }

  @Override
  public void resized(Lane lane, Node node) {
    try {
      recorder.resized(lane, node);
    } catch (RuntimeException e) {
      losses.failed(e);
    }
  }

  @Override
  public void changed(Lane lane, Node node) {
    if (isRecording()) {
      try {
        recorder.changed(lane, node);
      } catch (RuntimeException e) {
        losses.failed(e);
      }
    }
  }

  @Override
  public void linked(Lane lane, Node node, Node folder, byte[] name) {
    if (isRecording()) {
      try {
        recorder.linked(lane, node, folder, name);
      } catch (RuntimeException e) {
        losses.failed(e);
      }
    }
  }

  @Override
  public void found(Lane lane, Node node) {
    try {
      recorder.found(lane, node);
    } catch (RuntimeException e) {
      losses.failed(e);
    }
  }

  @Override
  public void unlinked(Lane lane, Node folder, byte[] name) {
    if (isRecording()) {
      try {
        recorder.unlinked(lane, folder, name);
      } catch (RuntimeException e) {
        losses.failed(e);
      }
    }
  }

  @Override
  public void renamed(
      Lane lane, Node node, Node from, byte[] name, Node to, byte[] newName, boolean exchanged) {
    if (isRecording()) {
      try {
        recorder.renamed(lane, node, from, name, to, newName, exchanged);
      } catch (RuntimeException e) {
        losses.failed(e);
      }
    }
  }

  @Override
  public void moved(Lane lane, Node node, boolean exchanged) {
    try {
      recorder.moved(lane, node, exchanged);
    } catch (RuntimeException e) {
      losses.failed(e);
    }
  }

  @Override
  public void replaced(Lane lane, Node node, Node replaced, Bytes path) {
    if (isRecording()) {
      try {
        recorder.replaced(lane, node, replaced, path);
      } catch (RuntimeException e) {
        losses.failed(e);
      }
    }
  }

  @Override
  public long syncing(Lane lane, OpenFile file) {
    if (isRecording()) {
      try {
        return recorder.syncing(lane, file);
      } catch (RuntimeException e) {
        losses.failed(e);
      }
    }
    return 0;
  }

  @Override
  public long closing(Lane lane, OpenFile file) {
    if (isRecording()) {
      try {
        return recorder.closing(lane, file);
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
  public void released(Lane lane, OpenFile file) {
    if (isRecording()) {
      try {
        recorder.released(lane, file);
      } catch (RuntimeException e) {
        losses.failed(e);
      }
    }
  }
}
