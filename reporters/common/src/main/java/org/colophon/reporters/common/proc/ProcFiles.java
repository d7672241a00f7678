// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.common.proc;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.encoding.PathBytes;

/**
 * Reader of {@code /proc}. Processes are named by pid or {@code self}. If a file cannot be read,
 * the methods return an empty value, because a process can end at any time.
 */
public final class ProcFiles {
  /** Index of the start time in {@link #stat}. */
  private static final int START = 22 - 3;

  private ProcFiles() {}

  /** Returns the target of a link such as {@code exe}. */
  public static Bytes link(String process, String name) {
    try {
      return PathBytes.of(Files.readSymbolicLink(Path.of("/proc", process, name)));
    } catch (IOException e) {
      return Bytes.EMPTY;
    }
  }

  /** Returns the number of this process's mount namespace; 0 if unknown. */
  public static long mountNamespace() {
    String text = link("self", "ns/mnt").toString(); // such as mnt:[4026531841]
    int from = text.indexOf('[') + 1;
    return from == 0 ? 0 : Long.parseLong(text, from, text.length() - 1, 10);
  }

  /** Returns the command line. */
  public static List<Bytes> arguments(String process) {
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

  /** Returns a field of {@code status}. */
  public static String status(String process, String field) {
    String text = text(process, "status");
    int at = text.indexOf("\n" + field + ":");
    if (at < 0) {
      return "";
    }
    int from = at + field.length() + 2;
    int end = text.indexOf('\n', from);
    return text.substring(from, end < 0 ? text.length() : end).strip();
  }

  /** Returns a numeric field of {@code status}; -1 if absent. */
  public static int statusNumber(String process, String field) {
    String value = status(process, field);
    return value.isEmpty() ? -1 : Integer.parseInt(value);
  }

  /**
   * Returns the fields of {@code stat} after the command name; empty if no such process exists.
   * Field n of proc(5) has index n - 3.
   */
  public static String[] stat(String process) {
    String text = text(process, "stat");
    int end = text.lastIndexOf(')');
    return end < 0 ? new String[0] : text.substring(end + 2).strip().split(" ", -1);
  }

  /** Returns a process's start in ticks since boot; -1 if unknown. */
  public static long startTicks(String process) {
    String[] stat = stat(process);
    return stat.length > START ? Long.parseLong(stat[START]) : -1;
  }

  public static String line(String process, String name) {
    return text(process, name).strip();
  }

  /** Returns the pid of a process that has the argument in its command line, or 0. */
  public static long withArgument(Bytes argument) {
    try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc"), "[1-9]*")) {
      for (Path process : all) {
        String pid = process.getFileName().toString();
        if (arguments(pid).contains(argument)) {
          return Long.parseLong(pid);
        }
      }
      return 0;
    } catch (IOException | DirectoryIteratorException e) {
      return 0;
    }
  }

  /** Returns the open descriptors; incomplete if the process ends or access is denied. */
  public static List<Integer> descriptors(String process) {
    return numbers(process, "fd");
  }

  /** Returns the ids of the threads; incomplete if the process ends. */
  public static List<Integer> threads(String process) {
    return numbers(process, "task");
  }

  private static List<Integer> numbers(String process, String name) {
    List<Integer> found = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of("/proc", process, name))) {
      files.forEach(file -> found.add(Integer.valueOf(file.getFileName().toString())));
      return found;
    } catch (IOException | DirectoryIteratorException e) {
      return found; // the process has ended
    }
  }

  /** Returns the id that Linux gave to the calling thread. */
  public static int currentThread() {
    String link = link("thread-self", "").toString();
    return Integer.parseInt(link.substring(link.lastIndexOf('/') + 1));
  }

  public static boolean exists(String process) {
    return Files.isDirectory(Path.of("/proc", process));
  }

  /** Parses a list of processors, such as {@code 0-3,8}; empty for anything else. */
  public static BitSet cpus(String list) {
    BitSet cpus = new BitSet();
    for (String range : list.split(",", -1)) {
      if (range.matches("[0-9]{1,5}(-[0-9]{1,5})?")) {
        int dash = range.indexOf('-');
        int first = Integer.parseInt(dash < 0 ? range : range.substring(0, dash));
        cpus.set(first, Integer.parseInt(range.substring(dash + 1)) + 1);
      }
    }
    return cpus;
  }

  private static String text(String process, String name) {
    return new String(content(process, name), StandardCharsets.ISO_8859_1);
  }

  /** Returns a file of a process. */
  public static byte[] content(String process, String name) {
    try {
      return Files.readAllBytes(Path.of("/proc", process, name));
    } catch (IOException e) {
      return new byte[0];
    }
  }
}
