// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.command;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.colophon.reporters.common.proc.ProcFiles;

/**
 * State of the launcher's process that the start of a JVM changes. The launcher records this state
 * in the environment, and a traced command starts with it. Without the launcher, nothing is
 * restored, and a command inherits only the standard streams.
 *
 * @param openFiles the soft limit of open files, which a JVM raises; empty if it is the hard limit
 * @param ignoredSignals bit n - 1 for signal n; a JVM installs handlers for some of these signals
 * @param descriptors the open descriptors above 2
 */
public record InheritedState(String openFiles, long ignoredSignals, List<Integer> descriptors) {
  /** State that restores nothing. */
  public static final InheritedState NONE = new InheritedState("", 0, List.of());

  /** Limit, ignored signals in hexadecimal and descriptors, separated by spaces. */
  private static final String VARIABLE = "COLOPHON_STARTED_WITH";

  /**
   * Variables that the launcher or its shell changes. The keys are variables with the saved value:
   * {@code =VALUE}, or empty if the changed variable was not set.
   */
  private static final Map<String, String> CHANGED =
      Map.of(
          "COLOPHON_LC_ALL", "LC_ALL",
          "COLOPHON_WAS_PWD", "PWD",
          "COLOPHON_WAS_OLDPWD", "OLDPWD",
          "COLOPHON_WAS_SHLVL", "SHLVL",
          "COLOPHON_WAS__", "_");

  private static final int MAX_SIGNAL = 31;

  /**
   * Number of SIGQUIT. The launcher's shell always ignores this signal, so its earlier state is
   * unknown.
   */
  private static final int QUIT = 3;

  private static final int HEXADECIMAL = 16;

  /** Copies the list. */
  public InheritedState {
    descriptors = List.copyOf(descriptors);
  }

  /** Returns the recorded state of a process. The process is a name in /proc. */
  public static InheritedState ofProcess(String process) {
    String prefix = VARIABLE + "=";
    for (String variable : variables(process)) {
      if (variable.startsWith(prefix)) {
        return parse(variable.substring(prefix.length()));
      }
    }
    return NONE;
  }

  /** Returns the environment of a process, each byte as one character. */
  public static List<String> variables(String process) {
    String all = new String(ProcFiles.content(process, "environ"), StandardCharsets.ISO_8859_1);
    return all.isEmpty() ? List.of() : List.of(all.split("\0", -1));
  }

  public static InheritedState parse(String text) {
    String[] words = text.split(" ", -1);
    if (words.length < 2) {
      return NONE;
    }
    List<Integer> descriptors = new ArrayList<>();
    for (int i = 2; i < words.length; i++) {
      descriptors.add(Integer.valueOf(words[i]));
    }
    String limit = words[0].equals("-") ? "" : words[0];
    return new InheritedState(limit, Long.parseUnsignedLong(words[1], HEXADECIMAL), descriptors);
  }

  /** Restores the variables that the launcher or its shell has changed. */
  public static void restore(Map<String, String> environment) {
    environment.remove(VARIABLE);
    CHANGED.forEach(
        (saved, name) -> {
          String value = environment.remove(saved);
          if (value != null && value.isEmpty()) {
            environment.remove(name);
          } else if (value != null) {
            environment.put(name, value.substring(1));
          }
        });
  }

  /** Returns the number of programs that {@link #restoring} puts before the command. */
  int programs() {
    return (restoresLimit() ? 1 : 0) + (ignoredSignals == 0 ? 0 : 1);
  }

  private boolean restoresLimit() {
    return !openFiles.isEmpty() && CommandPath.exists("prlimit");
  }

  /** Returns a command that restores the limit and the signals, and then executes the words. */
  public List<String> restoring(List<String> words) {
    List<String> all = new ArrayList<>();
    if (restoresLimit()) {
      all.addAll(List.of("prlimit", "--nofile=" + openFiles + ":"));
    }
    if (ignoredSignals != 0) {
      all.add("env");
    }
    for (int signal = 1; signal <= MAX_SIGNAL; signal++) {
      if (signal != QUIT && (ignoredSignals >> (signal - 1) & 1) != 0) {
        all.add("--ignore-signal=" + signal);
      }
    }
    all.addAll(words);
    return all;
  }
}
