// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.model;

import java.util.List;
import java.util.Objects;
import org.colophon.core.model.encoding.Identities;

/**
 * Description of a process by the reporter that first sees it. One program in execution is one
 * process: {@code execve} ends one and starts the next.
 *
 * @param identity unique across reboots and hosts, see {@link Identities}. If two reporters use the
 *     same identity, they describe the same process. Empty if only its id is known
 * @param pid the operating system's id, 0 if it has none
 * @param executable the program, as a path if it has one; empty if unknown
 * @param arguments the argument vector, first the program's own name; may be empty. Ends with
 *     {@link #CUT} if some are missing
 * @param directory the working directory; empty if unknown
 * @param startNanos wall-clock start in nanoseconds since 1970, truncated to milliseconds as all
 *     times are; 0 if unknown
 */
public record ProcessDeclaration(
    Bytes identity,
    long pid,
    Bytes executable,
    List<Bytes> arguments,
    Bytes directory,
    long startNanos) {
  /**
   * Last argument if a reporter has not kept all arguments, or has shortened one. Arguments of
   * programs contain no zero byte, so no program can imitate this mark.
   */
  public static final Bytes CUT = Bytes.of("\0arguments cut");

  public ProcessDeclaration {
    Objects.requireNonNull(identity, "identity");
    Objects.requireNonNull(executable, "executable");
    Objects.requireNonNull(directory, "directory");
    arguments = List.copyOf(arguments);
    startNanos = WallClock.wholeMillis(startNanos);
  }

  /** Returns whether arguments are missing or shortened. */
  public boolean isCut() {
    return !arguments.isEmpty() && arguments.get(arguments.size() - 1).equals(CUT);
  }

  /** Returns the arguments without the mark of missing ones. */
  public List<Bytes> keptArguments() {
    return isCut() ? arguments.subList(0, arguments.size() - 1) : arguments;
  }

  /** Returns a declaration with only a pid, an executable and a start time. */
  public static ProcessDeclaration of(long pid, Bytes executable, long startNanos) {
    return new ProcessDeclaration(Bytes.EMPTY, pid, executable, List.of(), Bytes.EMPTY, startNanos);
  }
}
