// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.command;

import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.colophon.core.model.encoding.PathBytes;
import org.colophon.reporters.common.os.NativeBuffer;
import org.colophon.reporters.common.os.Os;
import org.colophon.reporters.common.proc.ProcFiles;

/**
 * Privileges that the file of a program grants: set-user-id, set-group-id or capabilities. Linux
 * denies them to a traced program if the tracer is not root, or if strace uses {@code
 * --seccomp-bpf}, which sets {@code no_new_privs}.
 */
public final class Privileges {
  private static final int SET_USER_ID = 04000;

  /**
   * Set-group-id and the execution bit. Without the execution bit, set-group-id means mandatory
   * locking.
   */
  private static final int SET_GROUP_ID = 02010;

  private static final int CAPABILITY_BYTES = 24;
  private static final int PERMITTED_LOW = 4;
  private static final int PERMITTED_HIGH = 12;

  /** Programs that start other programs as another user. */
  private static final Set<String> SWITCHES =
      Set.of("su", "sudo", "runuser", "setpriv", "doas", "gosu", "su-exec", "setuidgid", "chpst");

  private Privileges() {}

  /** Returns the effective user of the tracer. */
  public static long tracer() {
    String[] ids = ProcFiles.status("self", "Uid").split("\\s+", -1);
    return ids.length > 1 ? Long.parseLong(ids[1]) : -1;
  }

  /** Returns true if a command names a program that changes the user. */
  public static boolean changesUser(List<String> command) {
    return command.stream()
        .flatMap(word -> List.of(word.split("[^A-Za-z0-9_.-]+", -1)).stream())
        .anyMatch(SWITCHES::contains);
  }

  /** Returns true if the file of a command's program grants privileges of a user or group. */
  public static boolean isGrantedBy(String word) {
    Path program = CommandPath.find(word);
    return program != null && isGrantedBy(program);
  }

  /** Returns whether a program's file grants a privilege to those who execute it. */
  public static boolean isGrantedBy(Path program) {
    return grantedId(program, SET_USER_ID, "unix:uid") >= 0
        || grantedId(program, SET_GROUP_ID, "unix:gid") >= 0
        || capabilities(program) != 0;
  }

  /**
   * Returns whether a process lacks a privilege that its program's file grants. Returns true if the
   * process has ended.
   *
   * @param user the process's user before it executed the program
   */
  public static boolean isLost(Path program, int pid, long user) {
    long owner = grantedId(program, SET_USER_ID, "unix:uid");
    long group = grantedId(program, SET_GROUP_ID, "unix:gid");
    long wanted = user == 0 ? 0 : capabilities(program);
    String process = Integer.toString(pid);
    return (owner >= 0 && owner != user && owner != effective(process, "Uid"))
        || (group >= 0 && group != effective(process, "Gid"))
        || (wanted != 0 && (permitted(process) & wanted) != wanted);
  }

  private static long effective(String process, String field) {
    String[] ids = ProcFiles.status(process, field).split("\\s+", -1);
    return ids.length > 1 ? Long.parseLong(ids[1]) : -1;
  }

  private static long permitted(String process) {
    String bits = ProcFiles.status(process, "CapPrm");
    return bits.isEmpty() ? 0 : Long.parseUnsignedLong(bits, 16);
  }

  /** Returns the user or group with which a program runs; -1 if it is that of the caller. */
  private static long grantedId(Path program, int bits, String attribute) {
    try {
      int mode = (Integer) Files.getAttribute(program, "unix:mode");
      return (mode & bits) == bits
          ? ((Integer) Files.getAttribute(program, attribute)).longValue()
          : -1;
    } catch (IOException | UnsupportedOperationException e) {
      return -1;
    }
  }

  /**
   * Returns the permitted capabilities of a file, read from its {@code struct vfs_cap_data}; 0 if
   * none.
   */
  private static long capabilities(Path program) {
    NativeBuffer path = Library.OS.text(PathBytes.of(program).toArray());
    NativeBuffer value = Library.OS.buffer(CAPABILITY_BYTES);
    long size;
    try {
      size =
          Library.OS.libc.getxattr(
              path.address(), Library.CAPABILITIES.address(), value.address(), CAPABILITY_BYTES);
    } finally {
      Reference.reachabilityFence(path);
    }
    long low = size < PERMITTED_HIGH ? 0 : value.getInt(PERMITTED_LOW) & 0xffffffffL;
    long high = size < PERMITTED_HIGH + 4 ? 0 : value.getInt(PERMITTED_HIGH) & 0xffffffffL;
    return high << 32 | low;
  }

  /** The C library, loaded at first use. */
  private static final class Library {
    static final Os OS = Os.load();
    static final NativeBuffer CAPABILITIES =
        OS.text("security.capability".getBytes(StandardCharsets.US_ASCII));
  }
}
