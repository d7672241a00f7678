package org.colophon.reporters.fuse.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

final class Cpus {
  private Cpus() {}

  static List<Integer> possible() {
    try {
      return parse(Files.readString(Path.of("/sys/devices/system/cpu/online")).strip());
    } catch (IOException e) {
      return List.of();
    }
  }

  /** Parses {@code 0-3,8}. */
  static List<Integer> parse(String text) {
    List<Integer> cpus = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      String[] ends = part.split("-", 2);
      for (int cpu = Integer.parseInt(ends[0]);
          cpu <= Integer.parseInt(ends[ends.length - 1]);
          cpu++) {
        cpus.add(cpu);
      }
    }
    return cpus;
  }
}
