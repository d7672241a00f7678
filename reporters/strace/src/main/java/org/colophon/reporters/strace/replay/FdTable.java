package org.colophon.reporters.strace.replay;

import java.util.Arrays;
import java.util.BitSet;

/** A descriptor table, shared by the tasks that share it in the kernel. */
final class FdTable {
  /** A descriptor beyond this is not believed: no system allows it. */
  private static final int LIMIT = 1 << 24;

  private OpenFile[] files;
  private final BitSet closeOnExec;
  private final BitSet used;

  /** Nobody knows what was open before the process was watched. */
  boolean isPartial;

  FdTable() {
    this(new OpenFile[16], new BitSet());
  }

  private FdTable(OpenFile[] files, BitSet closeOnExec) {
    this.files = files;
    this.closeOnExec = closeOnExec;
    this.used = new BitSet();
  }

  /** A copy for a new process, which has used none of the descriptors yet. */
  FdTable copy() {
    FdTable copy = new FdTable(files.clone(), (BitSet) closeOnExec.clone());
    copy.isPartial = isPartial;
    return copy;
  }

  /** A copy as execve leaves it. */
  FdTable afterExec() {
    FdTable copy = copy();
    closeOnExec.stream().forEach(fd -> copy.files[fd] = null);
    copy.closeOnExec.clear();
    return copy;
  }

  OpenFile get(int fd) {
    return fd >= 0 && fd < files.length ? files[fd] : null;
  }

  void put(int fd, OpenFile file, boolean isClosedOnExec) {
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

  void setCloseOnExec(int fd, boolean isClosedOnExec) {
    if (get(fd) != null) {
      closeOnExec.set(fd, isClosedOnExec);
    }
  }

  boolean isClosedOnExec(int fd) {
    return fd >= 0 && closeOnExec.get(fd);
  }

  /** Notes that the process has reported something through the descriptor. */
  void use(int fd) {
    if (get(fd) != null) {
      used.set(fd);
    }
  }

  boolean isUsed(int fd) {
    return fd >= 0 && used.get(fd);
  }

  OpenFile remove(int fd) {
    OpenFile file = get(fd);
    if (file != null) {
      files[fd] = null;
      closeOnExec.clear(fd);
    }
    return file;
  }

  /** Whether a descriptor still leads to the object; the use of those that went passes to it. */
  boolean leadsTo(long object, boolean wasUsed) {
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

  int size() {
    return files.length;
  }
}
