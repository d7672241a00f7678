// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.common.inside;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.encoding.PathBytes;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.reporters.common.proc.ProcFiles;

/**
 * The directory in which traced programs create their logs. It is in memory if possible, since logs
 * are short-lived. Each log is deleted when its program has ended.
 */
public final class LogDirectory implements ProgramLogs, AutoCloseable {
  private static final Logger LOG = System.getLogger(LogDirectory.class.getName());
  private static final Bytes OPTION = Bytes.of("-");
  private static final Path MEMORY = Path.of("/dev/shm");
  private static final String PREFIX = "colophon-logs-";
  private static final Pattern NAME = Pattern.compile(PREFIX + "([0-9]+)-.*");

  private final Path directory;
  private final Bytes prefix;
  private final List<Bytes> tools;
  private final List<ProgramLog.Format> formats;
  private final Map<Long, Logs> running = new HashMap<>();
  private final Set<String> seen = new HashSet<>();

  /**
   * Logs of a process.
   *
   * @param kinds suffixes of all its logs, including failed ones
   */
  private record Logs(TracedProcess process, List<OpenLog> open, Set<String> kinds) {
    Logs(TracedProcess process) {
      this(process, new ArrayList<>(), new HashSet<>());
    }
  }

  private record OpenLog(ProgramLog log, Path file, TracedProcess thread) {}

  private LogDirectory(Path directory, List<ProgramLog.Format> formats, List<Path> tools) {
    this.directory = directory;
    this.prefix = PathBytes.of(directory).concat(Bytes.of("/"));
    this.formats = List.copyOf(formats);
    this.tools = tools.stream().map(PathBytes::of).toList();
  }

  /**
   * Creates an empty directory that is closed to other users.
   *
   * @param tools path prefixes of files that only tools use
   */
  public static LogDirectory create(List<ProgramLog.Format> formats, List<Path> tools)
      throws IOException {
    boolean isThere = Files.isDirectory(MEMORY) && Files.isWritable(MEMORY);
    Path parent = isThere ? MEMORY : Path.of(System.getProperty("java.io.tmpdir"));
    removeLeftovers(parent);
    String name = PREFIX + ProcessHandle.current().pid() + "-";
    Path directory = Files.createTempDirectory(parent, name);
    return new LogDirectory(directory.toRealPath(), formats, tools);
  }

  /** Deletes the directories of recorders that were killed. */
  private static void removeLeftovers(Path parent) {
    try (DirectoryStream<Path> all = Files.newDirectoryStream(parent, PREFIX + "*")) {
      for (Path each : all) {
        Matcher name = NAME.matcher(each.getFileName().toString());
        if (name.matches() && !ProcFiles.exists(name.group(1)) && Files.isWritable(each)) {
          delete(each);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      LOG.log(Level.DEBUG, "leftovers in " + parent + " stay", e);
    }
  }

  private static void delete(Path directory) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
    }
    Files.delete(directory);
  }

  /** Returns whether a program opened a log of a format. */
  public boolean hasSeen(ProgramLog.Format format) {
    return seen.contains(format.suffix());
  }

  public Path path() {
    return directory;
  }

  @Override
  public boolean isLog(Bytes path) {
    return path.startsWith(prefix) || isTool(path);
  }

  private boolean isTool(Bytes path) {
    return tools.stream().anyMatch(path::startsWith);
  }

  /** Removes the tool and its options, which precede the program's command. */
  @Override
  public List<Bytes> command(Bytes program, List<Bytes> words) {
    int first = 1;
    while (first < words.size() && words.get(first).startsWith(OPTION)) {
      first++;
    }
    return isTool(program) && first < words.size() ? words.subList(first, words.size()) : words;
  }

  @Override
  public void opened(Bytes path, TracedProcess process, OperationSink sink) {
    if (!path.startsWith(prefix)) {
      return;
    }
    Path file = directory.resolve(path.slice(prefix.length(), path.length()).toString());
    for (ProgramLog.Format format : formats) {
      if (file.toString().endsWith(format.suffix())) {
        seen.add(format.suffix());
        Logs logs = running.computeIfAbsent(process.id(), id -> new Logs(process));
        logs.kinds.add(format.suffix());
        try {
          logs.open.add(new OpenLog(format.open(file, process), file, process));
        } catch (IOException e) {
          failed(file, process, sink, e);
        }
      }
    }
  }

  @Override
  public void advance(TracedProcess process, long untilNanos, OperationSink sink) {
    Logs logs = running.get(process.id());
    if (logs != null) {
      advance(logs.open, process, KernelClock.monotonicNanos(untilNanos), sink);
    }
  }

  private static void advance(
      List<OpenLog> logs, TracedProcess process, long until, OperationSink sink) {
    for (OpenLog open : List.copyOf(logs)) {
      try {
        open.log.advance(until, open.thread, sink);
      } catch (IOException e) {
        logs.remove(open);
        failed(open.file, process, sink, e);
        closeFailed(open);
      }
    }
  }

  @Override
  public void advanceAll(long untilNanos, OperationSink sink) {
    for (Logs logs : running.values()) {
      advance(logs.open, logs.process, KernelClock.monotonicNanos(untilNanos), sink);
    }
  }

  @Override
  public int active(boolean isWrite, TracedProcess process, long[] into, OperationSink sink) {
    Logs logs = running.get(process.id());
    if (logs == null) {
      return 0;
    }
    int count = 0;
    for (OpenLog open : logs.open) {
      if (count == 0 && open.thread.tid() == process.tid()) {
        count = open.log.active(isWrite, open.thread, into, sink);
      }
    }
    return count;
  }

  @Override
  public void ended(TracedProcess process, OperationSink sink) {
    Logs logs = running.remove(process.id());
    for (ProgramLog.Format format : formats) {
      boolean hasLog = logs != null && logs.kinds.contains(format.suffix());
      if (format.isOfEachProgram() && hasSeen(format) && !hasLog) {
        sink.gap(process.id(), GapCause.NOT_FOLLOWED, 1, 0);
      }
    }
    if (logs != null) {
      endLogs(logs, process, sink);
    }
  }

  private static void endLogs(Logs logs, TracedProcess process, OperationSink sink) {
    advance(logs.open, process, Long.MAX_VALUE, sink);
    for (OpenLog open : logs.open) {
      try (ProgramLog log = open.log) {
        log.end(open.thread, sink);
        Files.deleteIfExists(open.file);
      } catch (IOException e) {
        failed(open.file, process, sink, e);
      }
    }
  }

  private static void failed(Path log, TracedProcess process, OperationSink sink, IOException e) {
    LOG.log(Level.WARNING, "the rest of a program's log is not recorded: " + log + ": " + e);
    sink.gap(process.id(), GapCause.UNDECODABLE, 1, 0);
  }

  private static void closeFailed(OpenLog open) {
    try {
      open.log.close();
      Files.deleteIfExists(open.file);
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "cannot delete a failed log: " + open.file, e);
    }
  }

  /** Deletes the directory, with logs of programs that still run. */
  @Override
  public void close() throws IOException {
    for (Logs logs : running.values()) {
      for (OpenLog open : logs.open) {
        open.log.close();
      }
    }
    delete(directory);
  }
}
