package org.colophon.reporters.fuse.record;

import org.colophon.core.model.encoding.FileState;
import org.colophon.reporters.common.os.FileStatus;

/**
 * The state in which the mirror last saw or left a file. If the state differs at an open and nobody
 * changed the file through the mirror, it was changed below.
 */
final class LastState {
  private FileState last;
  private int writers;
  private boolean isChanged;

  /**
   * A recorded program opens the file. Returns the type of the state to attach; null if none.
   *
   * @param now the state before that; null if unknown
   */
  synchronized String opened(FileState now, boolean isWritable) {
    boolean isOpen = writers > 0;
    writers += isWritable ? 1 : 0;
    if (now == null || isOpen || (isChanged && isWritable) || (!isChanged && now.equals(last))) {
      return null; // a later release attaches it, or it is known
    }
    String type = isChanged ? FileState.TYPE : FileState.SEEN;
    attached(now);
    return type;
  }

  /** The file is created or changed through the mirror. */
  synchronized void changed() {
    isChanged = true;
  }

  /**
   * A counted writable open file ends. Returns true if the state is to be attached.
   *
   * @param now the state after that; null if unknown
   */
  synchronized boolean released(FileState now) {
    writers--;
    boolean isLast = writers == 0 && isChanged && now != null;
    if (isLast) {
      attached(now);
    }
    return isLast;
  }

  private void attached(FileState now) {
    last = now;
    isChanged = false;
  }

  static FileState of(FileStatus status) {
    return new FileState(
        status.device(),
        status.inode(),
        status.size(),
        nanos(status.modificationSeconds(), status.modificationNanos()),
        nanos(status.changeSeconds(), status.changeNanos()));
  }

  private static long nanos(long seconds, int nanos) {
    return seconds * 1_000_000_000L + nanos;
  }
}
