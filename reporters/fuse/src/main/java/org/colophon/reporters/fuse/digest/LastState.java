// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.digest;

import java.util.Objects;
import org.colophon.core.model.encoding.FileState;
import org.colophon.reporters.common.os.FileStatus;
import org.jspecify.annotations.Nullable;

/**
 * The last known state of a file. If the state has changed at an open, but no change was made
 * through the mirror, the file was changed in the source directly.
 */
public final class LastState {
  /** Version of a file that has changed without being recorded, or may have. */
  static final int UNKNOWN = -1;

  private @Nullable FileState last;
  private int writers;
  private boolean isChanged;

  /** State at the first close after the last change through the mirror. */
  private @Nullable FileState closed;

  /** Number of versions of the content. */
  private int version;

  /** The version of the last attached state. */
  private int attachedVersion = UNKNOWN;

  /** The version that has a digest. */
  private int digestedVersion = UNKNOWN;

  private boolean wantsDigest;

  /** Latest time at which a change of attributes or names is known. */
  private long knownNanos;

  /**
   * Called when a recorded program opens the file. Returns the type of the state to attach; null if
   * none.
   *
   * @param now the state before the opening; null if unknown
   */
  public synchronized @Nullable String opened(@Nullable FileState now, boolean isWritable) {
    boolean isOpen = writers > 0;
    writers += isWritable ? 1 : 0;
    if (now == null || isOpen || (isChanged && isWritable) || (!isChanged && now.equals(last))) {
      return null; // attached at a later release, or known already
    }
    String type = isChanged ? FileState.TYPE : FileState.SEEN;
    if (!isChanged && versionOf(now) == UNKNOWN) {
      contentChanged(); // perhaps, in the source
    }
    attached(now);
    return type;
  }

  /** Called before the file is created, or its content is changed through the mirror. */
  public synchronized void changed() {
    attributesChanged();
    contentChanged();
  }

  private void contentChanged() {
    version++;
    wantsDigest = false;
  }

  /** Called after attributes were changed through the mirror. */
  public synchronized void attributesChanged() {
    isChanged = true;
    closed = null;
  }

  /**
   * Called before the close of a descriptor is answered. Linux sends the release later; a program
   * may have changed the file in the source by then.
   *
   * @param now the state at the close; null if unknown
   * @param isUnseen whether the mirror did not see the writes before the close
   */
  public synchronized void closed(@Nullable FileState now, boolean isUnseen) {
    if (isChanged && (closed == null || isUnseen)) {
      closed = now;
    }
  }

  /**
   * Called after attributes or names were changed through the mirror. Returns true if the file
   * waits for a digest.
   */
  synchronized boolean statusChanged(long nowNanos) {
    knownNanos = Math.max(knownNanos, nowNanos);
    return wantsDigest;
  }

  /** Returns true if the version of the last attached state has no digest yet, which is wanted. */
  synchronized boolean wantDigest() {
    wantsDigest = digestedVersion != version;
    return wantsDigest;
  }

  /** Returns the version that has a state, if all changes since are known. */
  synchronized int versionOf(FileState now) {
    boolean isKnown =
        last != null
            && attachedVersion == version
            && now.device() == last.device()
            && now.inode() == last.inode()
            && now.size() == last.size()
            && now.changedNanos() <= knownNanos
            && (isChanged || now.modifiedNanos() == last.modifiedNanos());
    return isKnown ? version : UNKNOWN;
  }

  /** Notes that a version gets a digest. Returns false if the version has ended. */
  synchronized boolean digested(int digest) {
    if (digest != version) {
      return false;
    }
    digestedVersion = digest;
    wantsDigest = false;
    return true;
  }

  /**
   * Called when an open file that counts as a writer is released. Returns the state to attach; null
   * if none.
   *
   * @param now the state after the release; null if unknown
   */
  public synchronized @Nullable FileState released(@Nullable FileState now) {
    writers--;
    if (writers > 0 || !isChanged) {
      return null;
    }
    FileState last = closed == null ? now : closed;
    if (last != null) {
      attached(last);
    }
    return last;
  }

  /** Returns true if the content may have been changed through a mapping since the last state. */
  public synchronized boolean mayDiffer(@Nullable FileState now) {
    return isChanged || !Objects.equals(now, last);
  }

  /** Returns true if a changed file has writers, so that its last state was not attached. */
  synchronized boolean isUnclosed() {
    return writers > 0 && isChanged;
  }

  synchronized void attached(FileState now) {
    last = now;
    isChanged = false;
    closed = null;
    attachedVersion = version;
    knownNanos = Math.max(knownNanos, now.changedNanos());
  }

  public static FileState of(FileStatus status) {
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
