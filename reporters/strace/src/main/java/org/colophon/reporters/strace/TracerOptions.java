// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.strace;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.colophon.reporters.common.content.WantedDigests;
import org.colophon.reporters.replay.command.Privileges;
import org.colophon.reporters.replay.content.WantedVariables;
import org.colophon.reporters.replay.syscall.Syscall;

/** Builds the command line of strace. */
final class TracerOptions {
  /** Maximum length of strings and lists. Longer ones are truncated, except paths. */
  private static final int MAX_STRING = 4096;

  /** Maximum length of strings if bytes read are shown. The greeting of a server is shorter. */
  private static final int MAX_READ = 512;

  /**
   * Calls that transfer data, names or descriptors. Excludes the ends of threads, which strace
   * reports anyway. A question mark precedes each name, since some machines or versions lack the
   * call.
   */
  static final String CALLS = names(call -> !call.looksUp() && !call.seeks());

  /** Calls that look up names, traced on request. */
  private static final String LOOKUPS = names(Syscall::looksUp);

  /** Calls that move positions, traced on request. */
  private static final String SEEKS = names(Syscall::seeks);

  /**
   * Calls of which only numeric arguments are needed. strace prints them raw, so that it does not
   * read the memory of the process.
   */
  private static final String RAW =
      "write,pread64,pwrite64,writev,preadv,pwritev,preadv2,pwritev2,close,dup,dup2,munmap,mprotect,"
          + "ftruncate";

  /** Calls that are also printed raw, unless the bytes that they read are shown. */
  private static final String RAW_READS = ",read,readv";

  /** Translates pids of other PID namespaces; since strace 5.9. */
  private static final String OLD_PIDS = "--pidns-translation";

  private static final String PIDS = "--decode-pids=pidns";

  String strace = "strace";
  int cpus;
  boolean keepsPrivileges;
  boolean waitsForAll;
  boolean hasTimes;
  boolean isDecorated;
  boolean showsReads;
  boolean forwardsSignals;

  /** Variables to add to the environment of the command. */
  Map<String, String> environment = Map.of();

  WantedDigests digests = WantedDigests.NONE;

  /** Environment variables of programs to record. */
  WantedVariables variables = WantedVariables.NONE;

  /** True to record directory listings and absent files as inputs. */
  boolean hasLookups;

  boolean hasRanges;

  private static String names(Predicate<Syscall> isWanted) {
    return EnumSet.complementOf(
            EnumSet.of(Syscall.EXIT, Syscall.EXIT_GROUP, Syscall.OWN_ADDRESS, Syscall.OTHER))
        .stream()
        .filter(isWanted)
        .flatMap(call -> call.names().stream())
        .map(name -> "?" + name)
        .collect(Collectors.joining(","));
  }

  /**
   * Returns the arguments up to the target of the trace.
   *
   * @param help strace's help text
   * @param command the command; empty for a running process
   */
  List<String> words(List<String> command, String output, String help) {
    List<String> words = new ArrayList<>(List.of(strace, "-f", "-q", "-a0"));
    if (!command.isEmpty()) {
      // The command is a child of this process; strace runs in its own session.
      words.add("-DDD");
    }
    if (hasFilter(command)) {
      // A filter must be installed before the process starts.
      words.add("--seccomp-bpf");
    }
    int longest = showsReads ? MAX_READ : MAX_STRING;
    words.addAll(List.of("-s", "" + longest, "-e", "signal=!SIGCHLD"));
    String more = (hasLookups ? "," + LOOKUPS : "") + (hasRanges ? "," + SEEKS : "");
    words.addAll(List.of("-e", "trace=" + CALLS + more));
    words.addAll(List.of("-e", "raw=" + RAW + (showsReads ? "" : RAW_READS)));
    if (help.contains(PIDS)) {
      words.add(PIDS);
    } else if (help.contains(OLD_PIDS)) {
      words.add(OLD_PIDS);
    }
    if (!variables.isEmpty()) {
      words.addAll(List.of("-e", "abbrev=!execve,execveat"));
    }
    if (hasTimes) {
      words.add("-ttt");
    }
    if (isDecorated) {
      words.add("-yy");
    }
    words.addAll(List.of("-o", output));
    return words;
  }

  /**
   * Returns true if a filter limits the calls that strace traces. A filter halves the cost, but
   * set-user-id programs lose their privilege. So root uses no filter for commands that change the
   * user.
   */
  boolean hasFilter(List<String> command) {
    boolean keeps = keepsPrivileges || Privileges.changesUser(command);
    return !command.isEmpty() && !(keeps && Privileges.tracer() == 0);
  }
}
