package org.colophon.reporters.fuse.record;

import org.colophon.core.model.encoding.FileState;
import org.colophon.reporters.common.os.FileStatus;
import org.jspecify.annotations.Nullable;

/**
 * The last known state of a file. If the state has changed at an open, but no change was made
 * through the mirror, the file was changed in the source directly.
 */
final class LastState {
  private @Nullable FileState last;
  private int writers;
  private boolean isChanged;

  /**
   * Called when a recorded program opens the file. Returns the type of the state to attach; null if
   * none.
   *
   * @param now the state before the opening; null if unknown
   */
  synchronized @Nullable String opened(@Nullable FileState now, boolean isWritable) {
    boolean isOpen = writers > 0;
    writers += isWritable ? 1 : 0;
    if (now == null || isOpen || (isChanged && isWritable) || (!isChanged && now.equals(last))) {
      return null; // attached at a later release, or known already
    }
    String type = isChanged ? FileState.TYPE : FileState.SEEN;
    attached(now);
    return type;
  }

  /** Called when the file is created or changed through the mirror. */
  synchronized void changed() {
    isChanged = true;
  }

  /**
   * Called when an open file that counts as a writer is released. Returns true if the state is to
   * be attached.
   *
   * @param now the state after the release; null if unknown
   */
  synchronized boolean released(@Nullable FileState now) {
    writers--;
    boolean isLast = writers == 0 && isChanged && now != null;
    if (isLast && now != null) {
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
