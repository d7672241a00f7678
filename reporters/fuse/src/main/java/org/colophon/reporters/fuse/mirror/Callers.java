package org.colophon.reporters.fuse.mirror;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** What callers may do, where the kernel's request does not say. */
final class Callers {
  private Callers() {}

  /**
   * Whether a thread has a capability. One that is gone, or cannot be looked at, has none, nor has
   * one in a user namespace of its own: what it may do there says nothing of files out here.
   */
  static boolean has(int task, int capability) {
    String bits = field(task, "CapEff:\t");
    return !bits.isEmpty()
        && (Long.parseUnsignedLong(bits, 16) & 1L << capability) != 0
        && users(Integer.toString(task)).equals(users("self"));
  }

  /** How the users of a thread's namespace are named outside; anybody may look at that. */
  private static String users(String task) {
    try {
      return Files.readString(Path.of("/proc/" + task + "/uid_map"));
    } catch (IOException e) {
      return task; // gone: as no other
    }
  }

  /** Whether a lane's caller belongs to a group. */
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
      return ""; // gone: what loses its set-user-id harms nobody
    }
  }
}
