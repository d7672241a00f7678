// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.recording;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The operating system's process that runs a recording.
 *
 * @param hostId the machine's id.
 * @param bootId the boot's id, empty if unknown.
 * @param pidNamespace the namespace in which the pid is valid, empty if unknown.
 * @param startTicks the start of the process, in clock ticks since boot; -1 if unknown.
 */
public record Recorder(
    String hostId, String bootId, String pidNamespace, long pid, long startTicks) {
  private static final long ENDED = -1;

  /** Field n of /proc/PID/stat is at n - 3 after the program's name. */
  private static final int START = 22 - 3;

  /** Returns the recorder of this JVM. */
  public static Recorder ofThisProcess(String hostId, String bootId) {
    long pid = ProcessHandle.current().pid();
    return new Recorder(hostId, bootId, ownPidNamespace(), pid, startTicks(pid));
  }

  private static String ownPidNamespace() {
    try {
      return Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
    } catch (IOException e) {
      return "";
    }
  }

  /**
   * Returns the start of a process in this pid namespace; -1 if the process has ended or is a
   * zombie.
   */
  public static long startTicks(long pid) {
    try {
      byte[] stat = Files.readAllBytes(Path.of("/proc", Long.toString(pid), "stat"));
      String text = new String(stat, StandardCharsets.ISO_8859_1);
      String[] fields = text.substring(text.lastIndexOf(')') + 2).strip().split(" ", -1);
      return fields[0].matches("[ZX]") ? ENDED : Long.parseLong(fields[START]);
    } catch (IOException e) {
      return ENDED;
    }
  }

  /**
   * Returns true if the process is known to have ended. A process of another machine or pid
   * namespace is invisible here and counts as alive.
   *
   * @param here this JVM
   */
  public boolean hasEnded(Recorder here) {
    if (!hostId.equals(here.hostId) || bootId.isEmpty()) {
      return false;
    }
    if (!bootId.equals(here.bootId)) {
      return true;
    }
    boolean isVisible = !pidNamespace.isEmpty() && pidNamespace.equals(here.pidNamespace);
    return isVisible && startTicks(pid) != startTicks;
  }
}
