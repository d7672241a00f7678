// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.random;

import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.common.os.Flags;

/**
 * One file operation. Its kind decides which numbers are used.
 *
 * @param slot index of an open file.
 * @param name index of a name.
 * @param other index of a second name.
 * @param flags flags of this kind of operation.
 * @param at an offset or length.
 * @param size a length.
 */
record Step(Kind kind, int slot, int name, int other, int flags, int at, int size) {
  static final int SLOTS = 3;

  private static final String LONG = "l".repeat(255);

  /**
   * Few names, so that steps use the same ones. Some names are not UTF-8, some are too long, and
   * some are dangling links.
   */
  static final List<String> NAMES =
      List.of(
          "a",
          "b",
          "d",
          "d/a",
          "e",
          "d/e",
          "e/a",
          "\u00ff\n",
          "-rf \u001b[31m",
          LONG,
          LONG + "l",
          "d/..",
          ".",
          "",
          "a/",
          "a/b",
          "d/\u0001\u00c3(");

  private static final int[] OPENINGS = {
    Flags.O_RDWR | Flags.O_CREAT,
    Flags.O_RDWR,
    0,
    Flags.O_WRONLY,
    Flags.O_RDWR | Flags.O_CREAT | Flags.O_EXCL,
    Flags.O_RDWR | Flags.O_TRUNC,
    Flags.O_TRUNC,
    Flags.O_WRONLY | Flags.O_APPEND | Flags.O_CREAT,
    Flags.O_RDWR | Flags.O_APPEND,
    Flags.O_RDWR | Flags.O_CREAT | Flags.O_TRUNC,
    Flags.O_NOFOLLOW,
    Flags.O_DIRECTORY,
    Flags.O_PATH,
    Flags.O_RDWR | Flags.O_TMPFILE,
    Flags.O_WRONLY | Flags.O_CREAT | Flags.O_NOFOLLOW,
    Flags.O_RDWR | Flags.O_TMPFILE | Flags.O_EXCL,
  };

  private static final int[] MODES = {0644, 0600, 0755, 04755, 02755, 06777, 0, 0444, 01777, 02644};

  enum Kind {
    OPEN,
    CLOSE,
    READ,
    WRITE,
    PREAD,
    PWRITE,
    SEEK,
    FTRUNCATE,
    TRUNCATE,
    ALLOCATE,
    SYNC,
    SET_FLAGS,
    RENAME,
    LINK,
    LINK_OPEN,
    SYMLINK,
    READLINK,
    UNLINK,
    RMDIR,
    MKDIR,
    MKNOD,
    CHMOD,
    FCHMOD,
    CHOWN,
    TIMES,
    SET_ATTRIBUTE,
    GET_ATTRIBUTE,
    REMOVE_ATTRIBUTE,
    STAT,
    FSTAT,
    ACCESS,
    LIST,
    COPY,
    BECOME
  }

  String nameText() {
    return text(name);
  }

  String otherText() {
    return text(other);
  }

  private static String text(int index) {
    return NAMES.get(index % NAMES.size());
  }

  int opening() {
    return OPENINGS[flags % OPENINGS.length];
  }

  int mode() {
    return MODES[at % MODES.length];
  }

  /** Returns an offset, mostly a small one, sometimes one beyond a page. */
  long offset() {
    return at % 7 == 6 ? 4096L * (at % 5) + at : at;
  }

  int length() {
    return size % 11 == 10 ? 5_000 + size : size;
  }

  @Override
  public String toString() {
    String view =
        (Bytes.of(nameText()).display() + " " + Bytes.of(otherText()).display())
            .replace(LONG, "long");
    return kind + " slot=" + slot + " " + view + " flags=" + flags + " at=" + at + " size=" + size;
  }
}
