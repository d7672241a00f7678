package org.colophon.reporters.fuse.mirror;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Capabilities and groups of callers, which requests do not contain. */
final class Callers {
  private Callers() {}

  /** Returns whether a thread has a capability in this process's user namespace. */
  static boolean has(int task, int capability) {
    String bits = field(task, "CapEff:\t");
    return !bits.isEmpty()
        && (Long.parseUnsignedLong(bits, 16) & 1L << capability) != 0
        && users(Integer.toString(task)).equals(users("self"));
  }

  /** Returns a thread's user mapping, which any user may read. */
  private static String users(String task) {
    try {
      return Files.readString(Path.of("/proc/" + task + "/uid_map"));
    } catch (IOException e) {
      return task; // ended: matches no other
    }
  }

  /** Returns whether the lane's caller belongs to a group. */
  static boolean isInGroup(Lane lane, int group) {
    String wanted = Integer.toUnsignedString(group);
    return lane.group == group
        || Arrays.asList(field(lane.task, "Groups:\t").trim().split(" ")).contains(wanted);
  }

  private static String field(int task, String name) {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/" + task + "/status"))) {
        if (line.startsWith(name)) {
          return line.substring(name.length());
        }
      }
      return "";
    } catch (IOException e) {
      return ""; // ended: dropping set-user-id is safe
    }
  }
}
