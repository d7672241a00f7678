package org.colophon.reporters.strace.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.colophon.reporters.common.proc.ProcFiles;

/**
 * Privilege of set-user-id programs under a tracer. The kernel denies it if the tracer is not root,
 * or after a filter of {@code --seccomp-bpf}, which sets {@code no_new_privs}.
 */
public final class Privileges {
  private static final int SET_USER_ID = 04000;

  /** Programs that start others as another user. */
  private static final Set<String> SWITCHES =
      Set.of("su", "sudo", "runuser", "setpriv", "doas", "gosu", "su-exec", "setuidgid", "chpst");

  private Privileges() {}

  /** Returns the user whose privilege the tracer has. */
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

  /** Returns the user as whom a set-user-id program runs; -1 for other programs. */
  public static long grantedBy(Path program) {
    try {
      if (((Integer) Files.getAttribute(program, "unix:mode") & SET_USER_ID) == 0) {
        return -1;
      }
      return ((Integer) Files.getAttribute(program, "unix:uid")).longValue();
    } catch (IOException | UnsupportedOperationException e) {
      return -1;
    }
  }
}
