package org.colophon.reporters.strace;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.PathBytes;
import org.colophon.reporters.strace.replay.Surroundings;

/** Reader of /proc. Returns empty values for what cannot be read, because processes come and go. */
final class Proc {
  private Proc() {}

  static Bytes link(String process, String name) {
    try {
      return PathBytes.of(Files.readSymbolicLink(Path.of("/proc", process, name)));
    } catch (IOException e) {
      return Bytes.EMPTY;
    }
  }

  static Map<Integer, Surroundings.Link> descriptors(String process) {
    Map<Integer, Surroundings.Link> found = new HashMap<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of("/proc", process, "fd"))) {
      for (Path file : files) {
        int fd = Integer.parseInt(file.getFileName().toString());
        found.put(fd, descriptor(process, fd));
      }
    } catch (IOException | DirectoryIteratorException e) {
      // Return what was found before the process ended.
      return found;
    }
    return found;
  }

  /**
   * Returns the target of a descriptor. A file name may end in {@code (deleted)} although the file
   * exists.
   */
  static Surroundings.Link descriptor(String process, int fd) {
    String name = "fd/" + fd;
    Bytes text = link(process, name);
    if (text.isEmpty() || text.at(0) != '/' || !text.toString().endsWith(" (deleted)")) {
      return new Surroundings.Link(text, null);
    }
    String key = key(Path.of("/proc", process, name));
    boolean isThere = !key.isEmpty() && key.equals(key(PathBytes.path(text)));
    return new Surroundings.Link(text, isThere ? null : key);
  }

  /** Returns the identity of a file; empty if unknown. */
  private static String key(Path path) {
    try {
      return String.valueOf(Files.readAttributes(path, BasicFileAttributes.class).fileKey());
    } catch (IOException e) {
      return "";
    }
  }

  static List<Bytes> arguments(String process) {
    List<Bytes> arguments = new ArrayList<>();
    byte[] all = content(process, "cmdline");
    int from = 0;
    for (int p = 0; p < all.length; p++) {
      if (all[p] == 0) {
        arguments.add(Bytes.copyOf(all, from, p));
        from = p + 1;
      }
    }
    return arguments;
  }

  /** Returns a field of /proc/PID/status; empty if absent. */
  static String status(String process, String field) {
    String text = new String(content(process, "status"), StandardCharsets.UTF_8);
    for (String line : text.split("\n", -1)) {
      if (line.startsWith(field + ":")) {
        return line.substring(field.length() + 1).strip();
      }
    }
    return "";
  }

  /** Returns a process that has the argument; 0 if there is none. */
  static long withArgument(Bytes argument) {
    try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc"), "[1-9]*")) {
      for (Path process : all) {
        String pid = process.getFileName().toString();
        if (arguments(pid).contains(argument)) {
          return Long.parseLong(pid);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      return 0;
    }
    return 0;
  }

  /** Returns the content of a one-line file; empty if absent. */
  static String line(String process, String name) {
    return new String(content(process, name), StandardCharsets.UTF_8).strip();
  }

  private static byte[] content(String process, String name) {
    try {
      return Files.readAllBytes(Path.of("/proc", process, name));
    } catch (IOException e) {
      return new byte[0];
    }
  }
}
