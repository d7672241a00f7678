package org.colophon.reporters.fuse.mirror;

import org.colophon.core.model.Bytes;

/**
 * Told what happens in a mirror, by the thread that does it, before the answer goes back to who
 * asked: so what an observer publishes in its calls has the order in which things happened. A write
 * and a cut are announced before they are made, a read is told after it was made. A failed
 * operation is told of only if it was announced. The {@link Lane} says who asked.
 */
public interface MirrorObserver {
  /** Is told nothing. */
  MirrorObserver NONE = new MirrorObserver() {};

  /** A file was opened. */
  default void opened(Lane lane, OpenFile file) {}

  /** A file, folder, link or device was made under a name. */
  default void created(Lane lane, Node node) {}

  /** A file without a name was made. */
  default void createdUnnamed(Lane lane, Node node) {}

  /** Bytes were read; 0 at the end of the file. */
  default void read(Lane lane, OpenFile file, long offset, long bytes) {}

  /** A write is about to be made. */
  default void writing(Lane lane, OpenFile file, long offset, long bytes) {}

  /** The write was made, or failed with a negative error number. */
  default void written(Lane lane, OpenFile file, long offset, long result) {}

  /**
   * A file is about to lose its content.
   *
   * @param file what it is cut off through; null if it is just being opened, or done by its name
   */
  default void cutting(Lane lane, Node node, OpenFile file) {}

  /** The file has lost its content, or has not. */
  default void cut(Lane lane, Node node, boolean done) {}

  /**
   * A file's length is about to change, to something other than nothing.
   *
   * @param file what it is changed through; null if by its name
   */
  default void resizing(Lane lane, Node node, OpenFile file, long size) {}

  /** Its length has changed, or has not. */
  default void resized(Lane lane, Node node) {}

  /** Mode, owner, times or extended attributes have changed. */
  default void changed(Lane lane, Node node) {}

  /** A node has got one more name. */
  default void linked(Lane lane, Node node, Node folder, byte[] name) {}

  /**
   * A node that was known is found by another name, or elsewhere: it has several, or somebody moved
   * it past the mirror.
   */
  default void found(Lane lane, Node node) {}

  /** A name has gone. */
  default void unlinked(Lane lane, Node folder, byte[] name) {}

  /**
   * A name has moved, or changed places with another one.
   *
   * @param node what moved, null if the kernel did not know it
   */
  default void renamed(
      Lane lane, Node node, Node from, byte[] name, Node to, byte[] newName, boolean exchanged) {}

  /**
   * What had the name that moved, or changed places, is by now where its path says. Told after
   * {@link #renamed}.
   */
  default void moved(Lane lane, Node node, boolean exchanged) {}

  /**
   * A name that moved was another file's before, which has lost it. Told before {@link #renamed}.
   *
   * @param replaced what had the name
   * @param path where both were and are
   */
  default void replaced(Lane lane, Node node, Node replaced, Bytes path) {}

  /**
   * A file's content is about to be made durable.
   *
   * @return what must be kept before the answer goes out, for {@link #keep}; 0 if nothing
   */
  default long syncing(Lane lane, OpenFile file) {
    return 0;
  }

  /**
   * Somebody is closing a descriptor of the file; others may remain.
   *
   * @return as for {@link #syncing}
   */
  default long closing(Lane lane, OpenFile file) {
    return 0;
  }

  /** Waits until a promise is kept that any observer of this mirror gave. */
  default void keep(long promise) {}

  /** The last descriptor of the file is closed. */
  default void released(Lane lane, OpenFile file) {}
}
