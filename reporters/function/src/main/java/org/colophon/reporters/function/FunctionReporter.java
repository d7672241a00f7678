// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.function;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.encoding.Identities;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.reporter.ReporterContext;
import org.colophon.reporters.common.inside.ProgramLogs.TracedProcess;

/**
 * Reports the complete logs of a directory, sorted by their start. Declares the processes of the
 * programs from the logs, because no tracer does.
 */
public final class FunctionReporter implements Reporter {
  private final Path directory;
  private volatile boolean isStopped;

  public FunctionReporter(Path directory) {
    this.directory = directory;
  }

  /** Returns the compiler for C or C++ whose programs write such logs. */
  public static Path compiler(boolean isCpp) {
    return FunctionTools.compiler(isCpp);
  }

  /**
   * A program, identified by its pid, its start, and the number of programs that the process
   * executed before.
   */
  private record Program(int pid, long id) implements TracedProcess {
    @Override
    public long object(int fd, boolean isRead) {
      return 0; // files are identified by the log, not by descriptors
    }
  }

  @Override
  public void run(ReporterContext context) {
    OperationSink sink = context.newSink();
    Map<String, Program> programs = new HashMap<>();
    Map<Integer, Program> byPid = new HashMap<>();
    for (Path file : logs()) {
      if (isStopped) {
        break;
      }
      try (FunctionLog log = FunctionLog.complete(file)) {
        String key = log.pid() + " " + log.startTicks() + " " + log.texts().get(0);
        Program program = programs.get(key);
        if (program == null) {
          program = declare(log, programs.size(), context, byPid, sink);
          programs.put(key, program);
          byPid.put(log.pid(), program);
        }
        log.advance(Long.MAX_VALUE, program, sink);
        log.end(program, sink);
      } catch (IOException | RuntimeException e) {
        sink.refuse(file.toString(), "cannot be read: " + e.getMessage());
      }
    }
    sink.flush();
  }

  private static Program declare(
      FunctionLog log,
      int number,
      ReporterContext context,
      Map<Integer, Program> byPid,
      OperationSink sink) {
    List<Bytes> texts = log.texts();
    Bytes identity =
        Identities.process(context.hostId(), context.bootId(), log.pid(), log.startTicks(), number);
    ProcessDeclaration declaration =
        new ProcessDeclaration(
            identity, log.pid(), texts.get(0), texts.subList(2, texts.size()), texts.get(1), 0);
    long id = sink.process(declaration, 0);
    Program before = byPid.get(log.pid());
    Program parent = byPid.get(log.parent());
    if (before != null) {
      sink.link(LinkKind.EXEC, id, before.id, 0);
    } else if (parent != null) {
      sink.link(LinkKind.FORK, id, parent.id, 0);
    }
    return new Program(log.pid(), id);
  }

  /**
   * Returns the logs. The name of a log has the thread's id, the time of its start and a number.
   */
  private List<Path> logs() {
    try (DirectoryStream<Path> all = Files.newDirectoryStream(directory, "*.functions")) {
      List<Path> logs = new ArrayList<>();
      all.forEach(logs::add);
      logs.sort(Comparator.comparingLong(FunctionReporter::begin).thenComparing(path -> path));
      return logs;
    } catch (IOException e) {
      throw ErrorCode.NOT_FOUND.exception(
          "cannot list the directory of logs " + directory + "; check its path", e);
    }
  }

  private static long begin(Path log) {
    String[] parts = log.getFileName().toString().split("[-.]", -1);
    try {
      return parts.length > 2 ? Long.parseLong(parts[1], 16) : 0;
    } catch (NumberFormatException e) {
      return 0; // rejected later, when it is read
    }
  }

  @Override
  public void stop() {
    isStopped = true;
  }
}
