package org.colophon.reporters.fuse.mirror;

import org.colophon.core.model.Bytes;

/**
 * Observes operations of a mirror. Called on the thread that performs the operation, before the
 * reply. So events published in these methods are in order. Writes and cuts are announced before
 * they happen; reads are reported afterwards. A failed operation is reported only if it was
 * announced. The {@link RequestContext} holds the caller.
 */
public interface MirrorObserver {
  /** Observer that ignores everything. */
  MirrorObserver NONE = new MirrorObserver() {};

  /** A file was opened. The request holds its status before the opening. */
  default void opened(RequestContext request, OpenFile file) {}

  /** A file, directory, link or device was created; a file may have been created without a name. */
  default void created(RequestContext request, Node node) {}

  /** Bytes were read; 0 at the end of the file. */
  default void read(RequestContext request, OpenFile file, long offset, long bytes) {}

  /** A write is about to be made. */
  default void writing(RequestContext request, OpenFile file, long offset, long bytes) {}

  /** The write was made, or failed with a negative error number. */
  default void written(RequestContext request, OpenFile file, long offset, long result) {}

  /**
   * A file is about to be truncated to zero.
   *
   * @param file the open file; null for a truncation by name or on open
   */
  default void cutting(RequestContext request, Node node, OpenFile file) {}

  /**
   * The truncation has ended.
   *
   * @param done whether it succeeded
   */
  default void cut(RequestContext request, Node node, boolean done) {}

  /**
   * A file's length is about to change to a value other than zero.
   *
   * @param file the open file; null for a change by name
   */
  default void resizing(RequestContext request, Node node, OpenFile file, long size) {}

  /** The change of length has ended, successfully or not. */
  default void resized(RequestContext request, Node node) {}

  /** Mode, owner, times or extended attributes have changed. */
  default void changed(RequestContext request, Node node) {}

  /** A node has got an additional name. */
  default void linked(RequestContext request, Node node, Node directory, byte[] name) {}

  /**
   * A known node was found under another name: it has several, or was renamed in the source
   * directly.
   */
  default void found(RequestContext request, Node node) {}

  /** A name was removed. */
  default void unlinked(RequestContext request, Node directory, byte[] name) {}

  /**
   * A name was moved or exchanged.
   *
   * @param node the moved node; null if the kernel did not know it
   */
  default void renamed(
      RequestContext request,
      Node node,
      Node from,
      byte[] name,
      Node to,
      byte[] newName,
      boolean exchanged) {}

  /** The node tree reflects the rename. Called after {@link #renamed}. */
  default void moved(RequestContext request, Node node, boolean exchanged) {}

  /**
   * A rename replaced another file. Called before {@link #renamed}.
   *
   * @param replaced the file that lost its name
   * @param path the name that both had
   */
  default void replaced(RequestContext request, Node node, Node replaced, Bytes path) {}

  /**
   * A file's content is about to be made durable.
   *
   * @return a promise, which {@link #keep} must wait for before the reply; 0 if none
   */
  default long syncing(RequestContext request, OpenFile file) {
    return 0;
  }

  /**
   * A descriptor of the file is being closed; others may remain.
   *
   * @return as for {@link #syncing}
   */
  default long closing(RequestContext request, OpenFile file) {
    return 0;
  }

  /** Waits until a promise of any observer of this mirror is kept. */
  default void keep(long promise) {}

  /** The last descriptor of the file was closed. */
  default void released(RequestContext request, OpenFile file) {}
}
