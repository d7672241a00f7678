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

/** Reads /proc. What cannot be read is empty: processes come and go. */
final class Proc {
  private Proc() {}

  static Bytes link(String process, String name) {
    try {
      return PathBytes.of(Files.readSymbolicLink(Path.of("/proc", process, name)));
    } catch (IOException e) {
      // Gone, or another user's.
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
      // Gone, or another user's: what was found so far is what is known.
      return found;
    }
    return found;
  }

  /** What a descriptor leads to. A file may be called as if it were deleted, and not be. */
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

  /** Which file it is, whatever it is called; empty if that cannot be told. */
  private static String key(Path path) {
    try {
      return String.valueOf(Files.readAttributes(path, BasicFileAttributes.class).fileKey());
    } catch (IOException e) {
      // Nothing there, or another user's.
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

  /** A field of /proc/PID/status, empty if it is not there. */
  static String status(String process, String field) {
    String text = new String(content(process, "status"), StandardCharsets.UTF_8);
    for (String line : text.split("\n", -1)) {
      if (line.startsWith(field + ":")) {
        return line.substring(field.length() + 1).strip();
      }
    }
    return "";
  }

  /** A process that was started with an argument; 0 if there is none. */
  static long withArgument(Bytes argument) {
    try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc"), "[1-9]*")) {
      for (Path process : all) {
        String pid = process.getFileName().toString();
        if (arguments(pid).contains(argument)) {
          return Long.parseLong(pid);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      // What cannot be listed is not found.
      return 0;
    }
    return 0;
  }

  /** A file of one line, empty if it is not there. */
  static String line(String process, String name) {
    return new String(content(process, name), StandardCharsets.UTF_8).strip();
  }

  private static byte[] content(String process, String name) {
    try {
      return Files.readAllBytes(Path.of("/proc", process, name));
    } catch (IOException e) {
      // Gone, or another user's.
      return new byte[0];
    }
  }
}
