// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.state;

import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** A descriptor table. Tasks share an instance as in Linux. */
public final class FdTable {
  /** Descriptors above this limit are ignored. */
  private static final int LIMIT = 1 << 24;

  private OpenFile[] files;
  private final BitSet closeOnExec;
  private final BitSet used;

  /** True if the descriptors that were open before the trace are unknown. */
  public boolean isPartial;

  public FdTable() {
    this(new OpenFile[16], new BitSet());
  }

  private FdTable(OpenFile[] files, BitSet closeOnExec) {
    this.files = files;
    this.closeOnExec = closeOnExec;
    this.used = new BitSet();
  }

  /** Returns a copy for a new process. The copy marks no descriptors as used. */
  public FdTable copy() {
    FdTable copy = new FdTable(files.clone(), (BitSet) closeOnExec.clone());
    copy.isPartial = isPartial;
    return copy;
  }

  /** Returns a copy without the descriptors that execve closes. */
  public FdTable afterExec() {
    FdTable copy = copy();
    closeOnExec.stream().forEach(fd -> copy.files[fd] = null);
    copy.closeOnExec.clear();
    return copy;
  }

  /** Returns the target of a descriptor; null if unknown. */
  public @Nullable OpenFile get(int fd) {
    return fd >= 0 && fd < files.length ? files[fd] : null;
  }

  public void put(int fd, OpenFile file, boolean isClosedOnExec) {
    if (fd < 0 || fd >= LIMIT) {
      return;
    }
    if (fd >= files.length) {
      files = Arrays.copyOf(files, Math.max(fd + 1, files.length * 2));
    }
    files[fd] = file;
    closeOnExec.set(fd, isClosedOnExec);
    used.clear(fd);
  }

  public void setCloseOnExec(int fd, boolean isClosedOnExec) {
    if (get(fd) != null) {
      closeOnExec.set(fd, isClosedOnExec);
    }
  }

  public boolean isClosedOnExec(int fd) {
    return fd >= 0 && closeOnExec.get(fd);
  }

  /** Marks a descriptor as used, because an access through it was reported. */
  public void use(int fd) {
    if (get(fd) != null) {
      used.set(fd);
    }
  }

  public boolean isUsed(int fd) {
    return fd >= 0 && used.get(fd);
  }

  public @Nullable OpenFile remove(int fd) {
    OpenFile file = get(fd);
    if (file != null) {
      files[fd] = null;
      closeOnExec.clear(fd);
    }
    return file;
  }

  /**
   * Returns whether a descriptor refers to the object. Marks this descriptor as used if {@code
   * wasUsed}.
   */
  public boolean leadsTo(long object, boolean wasUsed) {
    for (int fd = 0; fd < files.length; fd++) {
      if (files[fd] != null && files[fd].leadsTo(object)) {
        if (wasUsed) {
          used.set(fd);
        }
        return true;
      }
    }
    return false;
  }

  public int size() {
    return files.length;
  }
}
