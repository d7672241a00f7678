package org.colophon.reporters.fuse.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.PathBytes;

/** Reader of /proc. Returns empty values for what cannot be read, because processes come and go. */
final class ProcFiles {
  private static final int START = 22 - 3;

  private ProcFiles() {}

  static Bytes link(int pid, String name) {
    try {
      return PathBytes.of(Files.readSymbolicLink(Path.of("/proc", "" + pid, name)));
    } catch (IOException e) {
      return Bytes.EMPTY;
    }
  }

  static List<Bytes> arguments(int pid) {
    List<Bytes> arguments = new ArrayList<>();
    byte[] all = content(pid, "cmdline");
    int from = 0;
    for (int p = 0; p < all.length; p++) {
      if (all[p] == 0) {
        arguments.add(Bytes.copyOf(all, from, p));
        from = p + 1;
      }
    }
    return arguments;
  }

  /** Returns a field of /proc/PID/status as a number; -1 if absent. */
  static int status(int pid, String field) {
    String text = new String(content(pid, "status"), StandardCharsets.ISO_8859_1);
    int at = text.indexOf("\n" + field + ":");
    if (at < 0) {
      return -1;
    }
    String[] words = text.substring(at + field.length() + 2).strip().split("\\s", 2);
    return Integer.parseInt(words[0]);
  }

  /**
   * Returns the fields of /proc/PID/stat after the command name; empty without such a process.
   * Field n of proc(5) has index n - 3.
   */
  static String[] stat(int pid) {
    String text = new String(content(pid, "stat"), StandardCharsets.ISO_8859_1);
    int end = text.lastIndexOf(')');
    return end < 0 ? new String[0] : text.substring(end + 2).strip().split(" ", -1);
  }

  /** Returns a process's start in ticks since boot; -1 if unknown. */
  static long startTicks(int pid) {
    String[] stat = stat(pid);
    return stat.length > START ? Long.parseLong(stat[START]) : -1;
  }

  private static byte[] content(int pid, String name) {
    try {
      return Files.readAllBytes(Path.of("/proc", "" + pid, name));
    } catch (IOException e) {
      return new byte[0];
    }
  }
}
