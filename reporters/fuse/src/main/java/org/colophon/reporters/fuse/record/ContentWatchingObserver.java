package org.colophon.reporters.fuse.record;

import org.colophon.core.inspect.watch.WatchedFile;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.fuse.inspect.ContentWatch;
import org.colophon.reporters.fuse.inspect.ContentWatch.NewFile;
import org.colophon.reporters.fuse.inspect.FileWatch;
import org.colophon.reporters.fuse.mirror.MirrorObserver;
import org.colophon.reporters.fuse.mirror.Node;
import org.colophon.reporters.fuse.mirror.OpenFile;
import org.colophon.reporters.fuse.mirror.RequestContext;

/** Records like a recorder, and keeps the content that inspectors read. */
final class ContentWatchingObserver implements MirrorObserver {
  private final Recorder recorder;
  private final ContentWatch contents;

  /** The file that this thread is changing; null if none is watched. */
  private FileWatch changing;

  /** The content that this thread is changing; null if none is kept. */
  private WatchedFile begun;

  /** The file replaced by the current rename, and its path; null if none. */
  private Node replaced;

  private Bytes replacedAt;

  /** True if recording the current change failed. */
  private boolean hasFailed;

  ContentWatchingObserver(Recorder recorder, ContentWatch contents) {
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
    } else if (contents.isUntracked(node)) {
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
  public void opened(RequestContext request, OpenFile file) {
    recorder.opened(request, file);
    FileWatch watch = file.isWritable() ? contents.of(file.node()) : null;
    if (watch != null) {
      watch.opened();
    }
  }

  @Override
  public void created(RequestContext request, Node node) {
    recorder.created(request, node);
    contents.created(node, recorder.isInScope(node), recorder.isExcluded(node));
  }

  @Override
  public void read(RequestContext request, OpenFile file, long offset, long bytes) {
    recorder.read(request, file, offset, bytes);
  }

  @Override
  public void writing(RequestContext request, OpenFile file, long offset, long bytes) {
    hasFailed = true;
    try {
      recorder.writing(request, file, offset, bytes);
      hasFailed = false;
    } finally {
      begin(file.node(), file, offset); // the change happens anyway
    }
  }

  @Override
  public void written(RequestContext request, OpenFile file, long offset, long result) {
    end();
    recorder.written(request, file, offset, result);
  }

  @Override
  public void cutting(RequestContext request, Node node, OpenFile file) {
    hasFailed = true;
    try {
      recorder.cutting(request, node, file);
      hasFailed = false;
    } finally {
      begin(node, file, 0); // the change happens anyway
    }
  }

  @Override
  public void cut(RequestContext request, Node node, boolean done) {
    end();
    recorder.cut(request, node, done);
  }

  @Override
  public void resizing(RequestContext request, Node node, OpenFile file, long size) {
    hasFailed = true;
    try {
      recorder.resizing(request, node, file, size);
      hasFailed = false;
    } finally {
      begin(node, file, size); // the change happens anyway
    }
  }

  @Override
  public void resized(RequestContext request, Node node) {
    end();
    recorder.resized(request, node);
  }

  @Override
  public void changed(RequestContext request, Node node) {
    recorder.changed(request, node);
  }

  @Override
  public void linked(RequestContext request, Node node, Node directory, byte[] name) {
    recorder.linked(request, node, directory, name);
    named(request, node, null, false);
  }

  @Override
  public void found(RequestContext request, Node node) {
    recorder.found(request, node);
    contents.found(node, recorder.isInScope(node));
  }

  @Override
  public void unlinked(RequestContext request, Node directory, byte[] name) {
    recorder.unlinked(request, directory, name);
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
    recorder.renamed(request, node, from, name, to, newName, exchanged);
  }

  @Override
  public void replaced(RequestContext request, Node node, Node replaced, Bytes path) {
    this.replaced = replaced;
    this.replacedAt = path;
  }

  @Override
  public void moved(RequestContext request, Node node, boolean exchanged) {
    recorder.moved(request, node, exchanged);
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
  private void named(RequestContext request, Node node, Node gone, boolean exchanged) {
    boolean isRecorded = recorder.isInScope(node);
    NewFile made = contents.renamed(node, isRecorded);
    boolean isReplacing = gone != null && gone.isFile();
    boolean isNew = made != null && !exchanged;
    long object = isRecorded && (isReplacing || isNew) ? recorder.object(node) : 0;
    if (object == 0) {
      return;
    }
    long process = recorder.process(request);
    if (isReplacing) {
      contents.replaced(node, gone, replacedAt, process, object);
    } else {
      made.offerContent(process, object);
    }
  }

  @Override
  public long syncing(RequestContext request, OpenFile file) {
    return recorder.syncing(request, file);
  }

  @Override
  public long closing(RequestContext request, OpenFile file) {
    FileWatch watch = file.isWritable() ? contents.of(file.node()) : null;
    if (watch != null) {
      watch.closing(file);
    }
    return recorder.closing(request, file);
  }

  @Override
  public void keep(long promise) {
    recorder.keep(promise);
  }

  @Override
  public void released(RequestContext request, OpenFile file) {
    FileWatch watch = file.isWritable() ? contents.of(file.node()) : null;
    if (watch != null) {
      watch.released(file);
    }
    recorder.released(request, file);
  }
}
