// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.mysql;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.colophon.benchmarks.result.Directories;
import org.colophon.benchmarks.result.Figures;
import org.colophon.benchmarks.scenario.ChildProcess;
import org.colophon.benchmarks.scenario.Experiment;
import org.colophon.benchmarks.scenario.Scenario;
import org.colophon.benchmarks.tpcc.TpccLoad;
import org.colophon.benchmarks.tpcc.TpccSettings;
import org.colophon.core.error.ErrorCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures the cost of recording a database. Runs the same load on one MariaDB: without a log, with
 * each log unread, and with each log followed. The same Colophon JVM follows the logs in all runs.
 * The load first has no limit, then a third of the rate reached without a log, then a low rate.
 * Finally the unread logs are imported completely.
 */
@Command(
    name = "mysql",
    description = "A load like TPC-C's on MariaDB: without a log, with logs, with logs recorded.")
public final class MysqlScenario extends Scenario {
  private static final String WHAT = "what";
  private static final String SATURATION = "saturation";
  private static final String THIRD = "a third";
  private static final List<LogKind> LOGS = List.of(LogKind.GENERAL, LogKind.AUDIT);
  private static final double FIXED_SHARE = 1.0 / 3;
  private static final int IMPORT_ROUNDS = 6;

  /** Transactions per second of a nearly idle server, which are about 600 statements. */
  private static final double TRICKLE = 20;

  private static final ChildProcess CHILD = new ChildProcess("512m");

  @Option(names = "--warehouses", description = "Number of warehouses.")
  private int warehouses = 2;

  @Option(names = "--customers", description = "Customers of each district; 3000 in TPC-C.")
  private int customers = 300;

  @Option(names = "--items", description = "Items of the catalogue; 100000 in TPC-C.")
  private int items = 10_000;

  @Option(
      names = "--buffer-pool",
      paramLabel = "SIZE",
      defaultValue = "",
      description = {
        "Measure with this size of InnoDB's buffer pool, such as 64M, into other result files.",
        "The data must not fit. By default all data is in memory."
      })
  private String bufferPool = "";

  @Option(names = "--clients", description = "Connections.")
  private int clients = 20;

  @Option(names = "--warm-up", description = "Unmeasured seconds of each load.")
  private int warmUpSeconds = 3;

  @Option(names = "--seconds", description = "Measured seconds of each load.")
  private int seconds = 12;

  @Option(
      names = "--settling",
      description = "Seconds of the recorder's first loads, in which the JVM compiles its code.")
  private int settlingSeconds = 40;

  @Option(names = "--rounds", description = "Rounds of all loads in turn.")
  private int rounds = 2;

  /** A log that was not read while it was written. */
  private record UnreadLog(LogKind kind, Path file, long statements) {}

  private final List<UnreadLog> unread = new ArrayList<>();
  private final List<Figures> kinds = new ArrayList<>();

  @SuppressWarnings("NullAway.Init") // set before the first use
  private LoggedServer server;

  @SuppressWarnings("NullAway.Init") // set before the first use
  private RecorderHandle recorder;

  private double fastest;
  private int marks;

  @Override
  protected void prepare() throws Exception {
    server = owned(new LoggedServer(directory().resolve("server"), serverOptions()));
    recorder = owned(new RecorderHandle(CHILD, directory().resolve("store")));
    server.write(LogKind.NONE, directory());
    load(0, seconds).prepare();
  }

  private String[] serverOptions() {
    return bufferPool.isEmpty()
        ? new String[0]
        : new String[] {
          "--innodb-buffer-pool-size=" + bufferPool, "--innodb-flush-method=O_DIRECT"
        };
  }

  @Override
  protected List<Experiment> experiments() {
    String name = bufferPool.isEmpty() ? "mysql" : "mysql-disk";
    Experiment loads = named(name).rounds(rounds, 0).medians(WHAT);
    for (LogKind log : LOGS) {
      // Reported separately, since a service runs for months.
      loads.subject(
          round -> round > 0 ? List.of() : run("just started", log, true, 0, settlingSeconds));
    }
    for (String speed : List.of(SATURATION, THIRD)) {
      loads.subject(round -> run(speed, LogKind.NONE, false));
      for (LogKind log : LOGS) {
        loads.subject(round -> run(speed, log, false)).subject(round -> run(speed, log, true));
      }
    }
    for (LogKind log : LOGS) {
      loads.subject(round -> run("a trickle", log, true, TRICKLE, seconds));
    }
    Experiment transactions =
        named(name + "-transactions").subject(round -> kinds).medians(WHAT, TpccLoad.TRANSACTION);
    return bufferPool.isEmpty()
        ? List.of(
            loads, transactions, named("mysql-import").subject(round -> imports()).medians(WHAT))
        : List.of(loads, transactions);
  }

  private Experiment named(String name) {
    return Experiment.named(name)
        .setting("warehouses", warehouses)
        .setting("customers", customers)
        .setting("items", items)
        .setting("bufferPool", bufferPool.isEmpty() ? "default" : bufferPool)
        .setting("clients", clients)
        .setting("settling", settlingSeconds)
        .setting("seconds", seconds)
        .setting("rounds", rounds);
  }

  private TpccLoad load(double rate, int length) {
    return new TpccLoad(
        new TpccSettings(
            server.url(),
            warehouses,
            customers,
            items,
            clients,
            rate,
            Duration.ofSeconds(warmUpSeconds),
            Duration.ofSeconds(length),
            4711));
  }

  /** Runs a load as fast as possible, or at a share of the highest rate without a log so far. */
  private List<Figures> run(String speed, LogKind log, boolean isRecorded) throws Exception {
    double rate = speed.equals(THIRD) ? fastest * FIXED_SHARE : 0;
    return run(speed, log, isRecorded, rate, seconds);
  }

  private List<Figures> run(String speed, LogKind log, boolean isRecorded, double rate, int length)
      throws Exception {
    Path file = directory().resolve("log-" + marks);
    server.write(log, file);
    if (isRecorded) {
      recorder.attach(file);
    }
    long before = server.statements();
    long pagesBefore = server.pagesRead();
    Figures row = Figures.of(WHAT, speed + ", " + log.title + (isRecorded ? ", recorded" : ""));
    TpccLoad.Measured measured = load(rate, length).run();
    row.putAll(measured.all());
    long statements = server.statements() - before;
    long pages = server.pagesRead() - pagesBefore;
    row.put("pages read / statement", (double) pages / statements);
    checkPages(speed, pages);
    keepKinds(speed, row, measured.kinds());
    end(isRecorded, statements, row);
    boolean isFastest = speed.equals(SATURATION) && !isRecorded;
    if (isFastest && log == LogKind.NONE) {
      fastest = Math.max(fastest, row.number(TpccLoad.THROUGHPUT));
    } else if (isFastest) {
      unread.add(new UnreadLog(log, file, statements));
    } else {
      Directories.delete(file);
    }
    return List.of(row);
  }

  /** Checks that a load is bound by the disk if a buffer pool is given. */
  private void checkPages(String speed, long pages) {
    if (!bufferPool.isEmpty() && speed.equals(SATURATION) && pages == 0) {
      throw ErrorCode.BAD_REQUEST.exception(
          "all data fits a buffer pool of %s: raise --warehouses, --customers or --items, or lower --buffer-pool"
              .formatted(bufferPool));
    }
  }

  /** Keeps the times of each kind of transaction of a load, except those of a starting JVM. */
  private void keepKinds(String speed, Figures row, List<Figures> measured) {
    if (speed.equals(SATURATION) || speed.equals(THIRD)) {
      for (Figures kind : measured) {
        Figures kept = Figures.of(WHAT, row.value(WHAT));
        kept.putAll(kind);
        kinds.add(kept);
      }
    }
  }

  /**
   * Marks the end of the log. If the log is recorded, waits until the recorder reaches the mark.
   */
  private void end(boolean isRecorded, long statements, Figures row) throws Exception {
    String table = "end_" + marks++;
    server.mark(table);
    server.write(LogKind.NONE, directory());
    Figures cost =
        isRecorded
            ? recorder.finish(LoggedServer.DATABASE + "/" + table)
            : Figures.of(RecordingProcess.CPU_SECONDS, 0.0)
                .and(RecordingProcess.BEHIND_SECONDS, 0.0);
    double cpu = cost.number(RecordingProcess.CPU_SECONDS);
    row.put("recorder us/statement", cpu * 1e6 / statements);
    row.put(RecordingProcess.BEHIND_SECONDS, cost.get(RecordingProcess.BEHIND_SECONDS));
  }

  private List<Figures> imports() {
    List<Figures> rows = new ArrayList<>();
    for (UnreadLog log : unread) {
      Figures row = Figures.of(WHAT, log.kind().title).and("statements", log.statements());
      row.putAll(
          CHILD.run(
              LogImport.class,
              log.file().toString(),
              Long.toString(log.statements()),
              directory().toString(),
              Integer.toString(IMPORT_ROUNDS)));
      rows.add(row);
    }
    return rows;
  }
}
