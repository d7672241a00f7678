// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.mirror;

import org.colophon.core.model.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Observes operations of a mirror. Called on the thread that performs the operation, before the
 * reply, so events published in these methods are in order. Writes and cuts are announced in
 * advance; reads are reported afterwards. A failed operation is reported only if it was announced.
 * The {@link RequestContext} identifies the caller.
 */
public interface MirrorObserver {
  /** Observer that ignores everything. */
  MirrorObserver NONE =
      new MirrorObserver() {
        @Override
        public void opened(RequestContext request, OpenFile file) {
          file.passThrough(request);
        }
      };

  /**
   * Called after a file was opened. The request contains the status before the opening. An observer
   * that needs no reads and writes of the file calls {@link OpenFile#passThrough}.
   */
  default void opened(RequestContext request, OpenFile file) {}

  /**
   * Called after a file, directory, link or device was created. A file may have been created
   * without a name.
   */
  default void created(RequestContext request, Node node) {}

  /** Called after bytes were read; 0 at the end of the file. */
  default void read(RequestContext request, OpenFile file, long offset, long bytes) {}

  /** Called before a write. */
  default void writing(RequestContext request, OpenFile file, long offset, long bytes) {}

  /** Called after a write. The result is the number of bytes, or a negative error number. */
  default void written(RequestContext request, OpenFile file, long offset, long result) {}

  /**
   * Called instead of {@link #written} after the kernel has copied bytes between files.
   *
   * @param result the number of bytes, or a negative error number
   */
  default void copied(
      RequestContext request,
      OpenFile from,
      long fromOffset,
      OpenFile to,
      long toOffset,
      long result) {}

  /**
   * Called before a file is truncated to zero.
   *
   * @param file the open file; null for a truncation by name or on open
   */
  default void cutting(RequestContext request, Node node, @Nullable OpenFile file) {}

  /**
   * Called after a truncation to zero.
   *
   * @param done whether the truncation succeeded
   */
  default void cut(RequestContext request, Node node, boolean done) {}

  /**
   * Called before a file's length changes to a value other than zero.
   *
   * @param file the open file; null for a change by name
   */
  default void resizing(RequestContext request, Node node, @Nullable OpenFile file, long size) {}

  /**
   * Called after the change of length.
   *
   * @param done whether it succeeded
   */
  default void resized(RequestContext request, Node node, long size, boolean done) {}

  /** Called after a mode, owner, time or extended attribute has changed. */
  default void changed(RequestContext request, Node node) {}

  /** Called after a node has received an additional name. */
  default void linked(RequestContext request, Node node, Node directory, byte[] name) {}

  /**
   * Called after a known node was found under another name. The node has several names, or was
   * renamed in the source directly.
   */
  default void found(RequestContext request, Node node) {}

  /**
   * Called after a name was removed.
   *
   * @param node the node that had the name; null if it is unknown
   */
  default void unlinked(RequestContext request, @Nullable Node node, Node directory, byte[] name) {}

  /**
   * Called after a name was moved or exchanged.
   *
   * @param node the moved node; null if it is unknown
   */
  default void renamed(
      RequestContext request,
      @Nullable Node node,
      Node from,
      byte[] name,
      Node to,
      byte[] newName,
      boolean exchanged) {}

  /** Called after {@link #renamed}, once the node tree reflects the rename. */
  default void moved(RequestContext request, Node node, boolean exchanged) {}

  /**
   * Called before {@link #renamed} if the rename replaced another file.
   *
   * @param replaced the file that lost its name
   * @param path the path of both files
   */
  default void replaced(RequestContext request, Node node, Node replaced, Bytes path) {}

  /**
   * Called before a file's content or a directory's names are made durable, and after a synchronous
   * write.
   *
   * @return a promise that {@link #keep} must wait for before the reply; 0 if none
   */
  default long syncing(RequestContext request, OpenFile file) {
    return 0;
  }

  /**
   * Called when a descriptor of the file is closed; other descriptors may remain open.
   *
   * @return a promise, like {@link #syncing}
   */
  default long closing(RequestContext request, OpenFile file) {
    return 0;
  }

  /** Waits until a promise of any observer of this mirror is kept. */
  default void keep(long promise) {}

  /** Called after the last descriptor of the file was closed. */
  default void released(RequestContext request, OpenFile file) {}
}
