// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.random;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import jnr.ffi.Runtime;
import org.colophon.reporters.common.os.Flags;

/**
 * A directory in which steps are performed by absolute paths. The outcome of each step is a text.
 */
final class Room implements AutoCloseable {
  private static final String ACL = "system.posix_acl_access";
  private static final String ACL_OF_NEW = "system.posix_acl_default";
  private static final int ROOM = 1 << 16;
  private static final int BLOCK = 512;
  private static final int MASK = 0x7ff;
  private static final long OLD_SECONDS = 1_000_000_000;
  private static final int NO_DIRECTORY = 20;
  private static final int SET_FLAGS = 4;
  private static final int GET_FLAGS = 3;
  private static final int[] ALLOCATIONS = {0, 1, 3, 16, 17, 2, 64};
  private static final int[] OWNERS = {-1, 0, 65534, 7};

  private final Calls calls;
  private final String directory;
  private final int[] open = new int[Step.SLOTS];
  private final byte[] buffer = new byte[ROOM];
  private boolean isRoot = true;

  Room(Calls calls, Path directory) {
    this.calls = calls;
    this.directory = directory + "/";
    Arrays.fill(open, -1);
  }

  private static byte[] ended(String text) {
    return (text + "\0").getBytes(ISO_8859_1);
  }

  private byte[] path(String name) {
    return ended(name.isEmpty() ? "" : directory + name);
  }

  private String said(long returned) {
    return returned < 0 ? "error " + lastError() : Long.toString(returned);
  }

  private int lastError() {
    return Runtime.getRuntime(calls).getLastError();
  }

  private String data(long count) {
    return count <= 0 ? said(count) : count + " bytes " + Arrays.hashCode(head(count));
  }

  private byte[] head(long count) {
    return Arrays.copyOf(buffer, (int) count);
  }

  String make(Step step) {
    byte[] name = path(step.nameText());
    byte[] other = path(step.otherText());
    int fd = open[step.slot() % Step.SLOTS];
    return switch (step.kind()) {
      case OPEN -> open(step, name);
      case CLOSE -> close(step.slot() % Step.SLOTS);
      case READ -> isPicky(fd, step) ? "" : data(calls.read(fd, buffer, step.length()));
      case PREAD -> isPicky(fd, step) ? "" : pread(step, fd);
      case WRITE -> isPicky(fd, step) ? "" : said(calls.write(fd, filled(step), step.length()));
      case PWRITE ->
          isPicky(fd, step)
              ? ""
              : said(calls.pwrite(fd, filled(step), step.length(), step.offset()));
      case SEEK -> seek(step, fd);
      case FTRUNCATE -> said(calls.ftruncate(fd, step.offset()));
      case TRUNCATE -> said(calls.truncate(name, step.offset()));
      case ALLOCATE -> allocate(step, fd);
      case SYNC -> said(calls.fsync(fd));
      case SET_FLAGS -> setFlags(step, fd);
      case RENAME -> said(calls.renameat2(-100, name, -100, other, step.flags() % 4));
      case LINK -> said(calls.linkat(-100, name, -100, other, step.flags() % 2 * 0x400));
      case LINK_OPEN -> said(calls.linkat(fd, ended(""), -100, other, Flags.AT_EMPTY_PATH));
      case SYMLINK -> said(calls.symlink(ended(step.nameText()), other));
      case READLINK -> data(calls.readlink(name, buffer, ROOM));
      case UNLINK -> said(calls.unlink(name));
      case RMDIR -> said(calls.rmdir(name));
      case MKDIR -> said(calls.mkdir(name, step.mode()));
      case MKNOD -> makeNode(step, name);
      case CHMOD -> said(calls.chmod(name, step.mode()));
      case FCHMOD -> said(calls.fchmod(fd, step.mode()));
      case CHOWN -> changeOwner(step, name);
      case TIMES -> times(step, name);
      case SET_ATTRIBUTE -> setAttribute(step, name);
      case GET_ATTRIBUTE -> data(calls.lgetxattr(name, attribute(step), buffer, ROOM));
      case REMOVE_ATTRIBUTE -> said(calls.lremovexattr(name, attribute(step)));
      case STAT -> status(-100, name);
      case FSTAT -> status(fd, ended(""));
      case ACCESS -> said(calls.access(name, step.flags() % 8));
      case LIST -> list(step.nameText()).toString();
      case COPY -> copy(step, fd);
      case BECOME -> become(step);
    };
  }

  // --- open files ---

  private String open(Step step, byte[] name) {
    int slot = step.slot() % Step.SLOTS;
    if (open[slot] >= 0) {
      calls.close(open[slot]);
    }
    open[slot] = calls.open(name, step.opening() | Flags.O_NONBLOCK, step.mode());
    return open[slot] < 0 ? said(-1) : "opened";
  }

  private String close(int slot) {
    int fd = open[slot];
    open[slot] = -1;
    return said(calls.close(fd));
  }

  private byte[] filled(Step step) {
    Arrays.fill(buffer, 0, step.length(), (byte) (step.flags() + 1));
    return buffer;
  }

  /** Seeks. Skips positions in directories, because their meaning depends on the file system. */
  private String seek(Step step, int fd) {
    boolean isDirectory = calls.getdents64(fd, buffer, 0) < 0 && lastError() != NO_DIRECTORY;
    return isDirectory ? "directory" : said(calls.lseek(fd, step.offset(), step.flags() % 5));
  }

  private String allocate(Step step, int fd) {
    int mode = ALLOCATIONS[step.flags() % (ALLOCATIONS.length - 2)];
    return said(calls.fallocate(fd, mode, step.offset(), step.length()));
  }

  private String setFlags(Step step, int fd) {
    int direct = step.flags() / 2 % 2 * Flags.O_DIRECT;
    int flags = step.flags() % 2 * Flags.O_APPEND | direct | Flags.O_NONBLOCK;
    String said = said(calls.fcntl(fd, SET_FLAGS, flags));
    said += " " + said(calls.fcntl(fd, GET_FLAGS, 0));
    return said + " " + (isPicky(fd, step) ? "" : pread(step, fd));
  }

  private String pread(Step step, int fd) {
    return data(calls.pread(fd, buffer, step.length(), step.offset()));
  }

  /**
   * Returns true if the effect of direct I/O depends on the alignment of the buffer. In a mount it
   * does not, because the mirror's buffers are aligned. A write may even change the first blocks
   * and then fail, because Linux checks the length separately for each extent.
   */
  private boolean isPicky(int fd, Step step) {
    return step.length() >= BLOCK && isDirect(fd);
  }

  private boolean isDirect(int fd) {
    int flags = calls.fcntl(fd, GET_FLAGS, 0);
    return flags >= 0 && (flags & Flags.O_DIRECT) != 0;
  }

  /**
   * Copies between two open files. Skips files with O_DIRECT, because a mount receives a changed
   * flag only with the next read or write.
   */
  private String copy(Step step, int from) {
    int to = open[(step.slot() + step.flags()) % Step.SLOTS];
    if (isDirect(from) || isDirect(to)) {
      return "";
    }
    long[] fromOffset = {step.offset()};
    long[] toOffset = {step.other()};
    return said(calls.copy_file_range(from, fromOffset, to, toOffset, step.length(), 0, 0));
  }

  // --- names and attributes ---

  private String makeNode(Step step, byte[] name) {
    int[] types = {Flags.S_IFREG, Flags.S_IFIFO, Flags.S_IFSOCK, 0x2000, 0x6000};
    return said(calls.mknod(name, types[step.flags() % types.length] | step.mode(), 0x103));
  }

  /**
   * Changes the owner. Skips changes without effect by users other than root: a plain directory
   * permits them only to the owner, a mount to all users.
   */
  private String changeOwner(Step step, byte[] name) {
    boolean changesNothing = owner(step.flags()) == -1 && owner(step.size()) == -1;
    return !isRoot && changesNothing
        ? ""
        : said(calls.lchown(name, owner(step.flags()), owner(step.size())));
  }

  private static int owner(int number) {
    return OWNERS[number % OWNERS.length];
  }

  private String times(Step step, byte[] name) {
    long[][] times = {
      {1_000_000, 5, 2_000_000, 999_999_999},
      {0, 0x3ffffffe, 3, 4},
      {7, 8, 0, 0x3ffffffe},
      {0, 0x3fffffff, 0, 0x3fffffff}
    };
    int flags = step.flags() % 2 * Flags.AT_SYMLINK_NOFOLLOW;
    return said(calls.utimensat(-100, name, times[step.size() % times.length], flags));
  }

  private static byte[] attribute(Step step) {
    String[] names = {"user.a", ACL, "user.\u00ff", "trusted.a", "none.a", ACL_OF_NEW, "user."};
    return ended(names[step.other() % names.length]);
  }

  private String setAttribute(Step step, byte[] name) {
    byte[] attribute = attribute(step);
    int flags = step.size() % 2 == 0 ? step.flags() % 4 : 0;
    if (Arrays.equals(attribute, ended(ACL)) || Arrays.equals(attribute, ended(ACL_OF_NEW))) {
      byte[] acl = acl(step.flags());
      return said(calls.lsetxattr(name, attribute, acl, acl.length, flags));
    }
    return said(calls.lsetxattr(name, attribute, filled(step), step.length(), flags));
  }

  /** Returns an ACL with permissions for a user, in the format of Linux. */
  private static byte[] acl(int number) {
    ByteBuffer acl = ByteBuffer.allocate(44).order(ByteOrder.LITTLE_ENDIAN).putInt(2);
    int[][] entries = {
      {1, 6, -1},
      {2, number & 7, 65534},
      {4, 4, -1},
      {16, number / 8 * 7, -1},
      {32, number / 2 & 7, -1}
    };
    for (int[] entry : entries) {
      acl.putShort((short) entry[0]).putShort((short) entry[1]).putInt(entry[2]);
    }
    return acl.array();
  }

  private String become(Step step) {
    int user = step.flags() % 3 == 0 ? 65534 : 0;
    isRoot = user == 0;
    calls.setfsgid(user);
    calls.setfsuid(user);
    return "";
  }

  /** Returns type, mode, owners and links, the length of files, and explicitly set times. */
  private String status(int at, byte[] name) {
    byte[] bytes = new byte[256];
    int flags = Flags.AT_SYMLINK_NOFOLLOW | Flags.AT_EMPTY_PATH;
    if (calls.statx(at, name, flags, MASK, bytes) < 0) {
      return said(-1);
    }
    ByteBuffer status = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
    int mode = status.getShort(28) & 0xffff;
    boolean isDirectory = (mode & Flags.S_IFMT) == Flags.S_IFDIR;
    boolean isLink = (mode & Flags.S_IFMT) == Flags.S_IFLNK;
    return "mode %o links %d user %d group %d size %d device %d:%d%s%s"
        .formatted(
            mode,
            status.getInt(16),
            status.getInt(20),
            status.getInt(24),
            isDirectory ? 0 : status.getLong(40),
            status.getInt(128),
            status.getInt(132),
            isLink ? "" : time(status, 64), // Linux does not read a cached link again
            time(status, 112));
  }

  private static String time(ByteBuffer status, int at) {
    long seconds = status.getLong(at);
    return seconds > OLD_SECONDS ? " now" : " " + seconds + "." + status.getInt(at + 8);
  }

  /** Returns names and types as the directory lists them. */
  private Map<String, Integer> list(String name) {
    Map<String, Integer> entries = new TreeMap<>();
    int fd = calls.open(path(name), Flags.O_DIRECTORY, 0);
    long count = fd < 0 ? -1 : calls.getdents64(fd, buffer, ROOM);
    if (fd < 0) {
      entries.put(said(-1), 0);
    }
    while (count > 0) {
      ByteBuffer found = ByteBuffer.wrap(buffer).order(ByteOrder.nativeOrder());
      for (int at = 0; at < count; at += found.getShort(at + 16)) {
        int end = at + 19;
        while (buffer[end] != 0) {
          end++;
        }
        entries.put(new String(buffer, at + 19, end - at - 19, ISO_8859_1), (int) buffer[at + 18]);
      }
      count = calls.getdents64(fd, buffer, ROOM);
    }
    calls.close(fd);
    return entries;
  }

  // --- inventory ---

  /** Returns everything below a name, with status, content and attributes. */
  Map<String, String> inventory() {
    become(new Step(Step.Kind.BECOME, 0, 0, 0, 1, 0, 0));
    Map<String, String> all = new TreeMap<>();
    collect("", all);
    return all;
  }

  private void collect(String below, Map<String, String> all) {
    list(below.isEmpty() ? "." : below)
        .forEach(
            (name, type) -> {
              boolean isSelf = name.equals(".") || name.equals("..");
              if (!isSelf) {
                String inner = below + name;
                all.put(inner, type + " " + described(inner));
                if (type == 4) {
                  collect(inner + "/", all);
                }
              }
            });
  }

  private String described(String name) {
    byte[] path = path(name);
    String text = status(-100, path);
    long listed = calls.llistxattr(path, buffer, ROOM);
    String[] names =
        listed <= 0 ? new String[0] : new String(buffer, 0, (int) listed, ISO_8859_1).split("\0");
    Arrays.sort(names);
    text += " " + said(listed) + Arrays.toString(names);
    int fd = calls.open(path, Flags.O_NONBLOCK | Flags.O_NOFOLLOW, 0);
    text += fd < 0 ? "" : " holds " + data(calls.pread(fd, buffer, ROOM, 0));
    calls.close(fd);
    return text;
  }

  @Override
  public void close() {
    for (int slot = 0; slot < open.length; slot++) {
      if (open[slot] >= 0) {
        close(slot);
      }
    }
  }
}
