package org.colophon.reporters.fuse.record;

import org.colophon.core.inspect.content.WatchedFile;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.fuse.inspect.ContentWatch;
import org.colophon.reporters.fuse.inspect.ContentWatch.NewFile;
import org.colophon.reporters.fuse.inspect.FileWatch;
import org.colophon.reporters.fuse.mirror.Lane;
import org.colophon.reporters.fuse.mirror.MirrorObserver;
import org.colophon.reporters.fuse.mirror.Node;
import org.colophon.reporters.fuse.mirror.OpenFile;

/** Records like a recorder, and keeps the content that inspectors read. */
final class Watching implements MirrorObserver {
  private final Recorder recorder;
  private final ContentWatch contents;

  /** The file that this thread is changing; null if none is watched. */
  private FileWatch changing;

  /** The content that this thread is changing; null if none is kept. */
  private WatchedFile begun;

  /** The file replaced by the current rename, and its path; null if none. */
  private Node replaced;

  private Bytes replacedAt;

  /** Whether recording the current change failed. */
  private boolean hasFailed;

  Watching(Recorder recorder, ContentWatch contents) {
    this.recorder = recorder;
    this.contents = contents;
  }

  private void begin(Node node, OpenFile through, long offset) {
    FileWatch watch = contents.of(node);
    long object = watch == null ? 0 : object(node);
    if (object == 0) {
      beginUnseen(node, watch, offset);
    } else {
      changing = watch;
      begun = watch.begin(offset, through, recorder.writer(), object);
    }
  }

  /** Hides changes that could not be recorded. */
  private long object(Node node) {
    return hasFailed ? 0 : recorder.object(node);
  }

  /** A hidden change may still alter previous content that is kept. */
  private void beginUnseen(Node node, FileWatch watch, long offset) {
    if (watch != null) {
      watch.leave();
    } else if (contents.isNotTold(node)) {
      contents.written(node, hasFailed || recorder.isExcluded(node), recorder.writer());
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
  public void opened(Lane lane, OpenFile file) {
    recorder.opened(lane, file);
    FileWatch watch = file.isWritable() ? contents.of(file.node()) : null;
    if (watch != null) {
      watch.opened();
    }
  }

  @Override
  public void created(Lane lane, Node node) {
    recorder.created(lane, node);
    contents.created(node, recorder.isInScope(node), recorder.isExcluded(node));
  }

  @Override
  public void read(Lane lane, OpenFile file, long offset, long bytes) {
    recorder.read(lane, file, offset, bytes);
  }

  @Override
  public void writing(Lane lane, OpenFile file, long offset, long bytes) {
    hasFailed = true;
    try {
      recorder.writing(lane, file, offset, bytes);
      hasFailed = false;
    } finally {
      begin(file.node(), file, offset); // the change happens anyway
    }
  }

  @Override
  public void written(Lane lane, OpenFile file, long offset, long result) {
    end();
    recorder.written(lane, file, offset, result);
  }

  @Override
  public void cutting(Lane lane, Node node, OpenFile file) {
    hasFailed = true;
    try {
      recorder.cutting(lane, node, file);
      hasFailed = false;
    } finally {
      begin(node, file, 0); // the change happens anyway
    }
  }

  @Override
  public void cut(Lane lane, Node node, boolean done) {
    end();
    recorder.cut(lane, node, done);
  }

  @Override
  public void resizing(Lane lane, Node node, OpenFile file, long size) {
    hasFailed = true;
    try {
      recorder.resizing(lane, node, file, size);
      hasFailed = false;
    } finally {
      begin(node, file, size); // the change happens anyway
    }
  }

  @Override
  public void resized(Lane lane, Node node) {
    end();
    recorder.resized(lane, node);
  }

  @Override
  public void changed(Lane lane, Node node) {
    recorder.changed(lane, node);
  }

  @Override
  public void linked(Lane lane, Node node, Node folder, byte[] name) {
    recorder.linked(lane, node, folder, name);
    named(lane, node, null, false);
  }

  @Override
  public void found(Lane lane, Node node) {
    recorder.found(lane, node);
    contents.found(node, recorder.isInScope(node));
  }

  @Override
  public void unlinked(Lane lane, Node folder, byte[] name) {
    recorder.unlinked(lane, folder, name);
  }

  @Override
  public void renamed(
      Lane lane, Node node, Node from, byte[] name, Node to, byte[] newName, boolean exchanged) {
    recorder.renamed(lane, node, from, name, to, newName, exchanged);
  }

  @Override
  public void replaced(Lane lane, Node node, Node replaced, Bytes path) {
    this.replaced = replaced;
    this.replacedAt = path;
  }

  @Override
  public void moved(Lane lane, Node node, boolean exchanged) {
    recorder.moved(lane, node, exchanged);
    Node gone = replaced;
    replaced = null;
    if (node.isFolder()) {
      contents.withUntoldBelow(node, below -> named(lane, below, null, exchanged));
    } else {
      named(lane, node, gone, exchanged);
    }
  }

  /**
   * Offers the replaced or new content if the new name is recorded. An exchanged file is not new.
   */
  private void named(Lane lane, Node node, Node gone, boolean exchanged) {
    boolean isRecorded = recorder.isInScope(node);
    NewFile made = contents.renamed(node, isRecorded);
    boolean isReplacing = gone != null && gone.isFile();
    boolean isNew = made != null && !exchanged;
    long object = isRecorded && (isReplacing || isNew) ? recorder.object(node) : 0;
    if (object == 0) {
      return;
    }
    long process = recorder.process(lane);
    if (isReplacing) {
      contents.replaced(node, gone, replacedAt, process, object);
    } else {
      made.tell(process, object);
    }
  }

  @Override
  public long syncing(Lane lane, OpenFile file) {
    return recorder.syncing(lane, file);
  }

  @Override
  public long closing(Lane lane, OpenFile file) {
    FileWatch watch = file.isWritable() ? contents.of(file.node()) : null;
    if (watch != null) {
      watch.closing(file);
    }
    return recorder.closing(lane, file);
  }

  @Override
  public void keep(long promise) {
    recorder.keep(promise);
  }

  @Override
  public void released(Lane lane, OpenFile file) {
    FileWatch watch = file.isWritable() ? contents.of(file.node()) : null;
    if (watch != null) {
      watch.released(file);
    }
    recorder.released(lane, file);
  }
}
