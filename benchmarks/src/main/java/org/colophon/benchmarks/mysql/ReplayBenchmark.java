package org.colophon.benchmarks.mysql;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.colophon.benchmarks.pipeline.ChildProcess;
import org.colophon.benchmarks.threads.ThreadTimes;
import org.colophon.benchmarks.tpcc.TpccLoad;
import org.colophon.benchmarks.tpcc.TpccSettings;

/**
 * Where Colophon's processor time goes, thread by thread, while it follows a log that grows. The
 * log is recorded first, from a MariaDB under load, and written again at a steady speed, so that no
 * server and no clients take the processors from what is measured.
 */
public final class ReplayBenchmark {
  /** The key of a row. */
  public static final String WHAT = "what";

  private static final List<LogKind> LOGS = List.of(LogKind.GENERAL, LogKind.AUDIT);
  private static final int MANY_STATEMENTS = 30_000;
  private static final List<Integer> SPEEDS = List.of(MANY_STATEMENTS, 10_000);

  /** Threads that take less are one row together. */
  private static final double MIN_MICROS = 0.02;

  private final Shape shape;
  private final Path directory;
  private final ChildProcess child;
  private final Consumer<String> progress;

  /**
   * Parameters of a run.
   *
   * @param recording how long the server is under load
   * @param settling of the recorder, before anything counts
   * @param length of what counts, for each log and speed
   */
  public record Shape(Duration recording, Duration settling, Duration length) {}

  public ReplayBenchmark(
      Shape shape, Path directory, ChildProcess child, Consumer<String> progress) {
    this.shape = shape;
    this.directory = directory;
    this.child = child;
    this.progress = progress;
  }

  /** A row for each log and speed, of all threads, and one for each thread. */
  public List<Map<String, Object>> run() {
    List<RecordedLog> logs = record();
    List<Map<String, Object>> rows = new ArrayList<>();
    try (RecorderHandle recorder = new RecorderHandle(child, directory.resolve("store"))) {
      for (RecordedLog log : logs) {
        replay(log, recorder, rows);
      }
    }
    return rows;
  }

  private List<RecordedLog> record() {
    List<RecordedLog> logs = new ArrayList<>();
    try (LoggedServer server = new LoggedServer(directory.resolve("server"))) {
      server.write(LogKind.NONE, null);
      TpccLoad load =
          new TpccLoad(
              new TpccSettings(
                  server.url(), 2, 300, 10_000, 20, 0, Duration.ZERO, shape.recording(), 4711));
      load.prepare();
      for (LogKind kind : LOGS) {
        logs.add(record(kind, server, load));
      }
    }
    return logs;
  }

  private RecordedLog record(LogKind kind, LoggedServer server, TpccLoad load) {
    Path file = directory.resolve("recorded-" + kind);
    server.write(kind, file);
    long before = server.statements();
    load.run();
    long statements = server.statements() - before;
    long bytes = RecordedLog.size(file);
    String mark = "end_of_" + kind;
    server.mark(mark);
    server.write(LogKind.NONE, null);
    progress.accept(kind.title + ": " + statements + " statements, " + bytes + " bytes");
    return new RecordedLog(kind, file, bytes, statements, mark);
  }

  private void replay(RecordedLog log, RecorderHandle recorder, List<Map<String, Object>> rows) {
    Path file = directory.resolve("live-" + log.kind());
    try (LogReplay replay = new LogReplay(log, file)) {
      recorder.attach(file);
      replay.write(MANY_STATEMENTS, shape.settling());
      for (int speed : SPEEDS) {
        String what = "%s, %,d/s".formatted(log.kind().title, speed);
        progress.accept(what + ", process " + recorder.pid());
        ThreadTimes before = ThreadTimes.of(recorder.pid());
        double statements = replay.write(speed, shape.length());
        addRows(what, ThreadTimes.of(recorder.pid()).since(before), statements, rows);
      }
      replay.writeMark();
      recorder.finish(LoggedServer.DATABASE + "/" + log.mark());
    }
  }

  private void addRows(
      String what, ThreadTimes times, double statements, List<Map<String, Object>> rows) {
    double micros = 1e6 / statements;
    ThreadTimes.Times rest = ThreadTimes.Times.NONE;
    rows.add(row(what + ", all", times.all(), micros));
    for (Map.Entry<String, ThreadTimes.Times> thread : times.byName().entrySet()) {
      ThreadTimes.Times spent = thread.getValue();
      if (spent.seconds() * micros >= MIN_MICROS) {
        rows.add(row(what + ", " + thread.getKey(), spent, micros));
      } else {
        rest = rest.plus(spent);
      }
    }
    rows.add(row(what + ", others", rest, micros));
  }

  private static Map<String, Object> row(String what, ThreadTimes.Times spent, double micros) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put(WHAT, what);
    row.put("us/statement", spent.seconds() * micros);
    row.put("of it system", spent.systemSeconds() * micros);
    return row;
  }
}
