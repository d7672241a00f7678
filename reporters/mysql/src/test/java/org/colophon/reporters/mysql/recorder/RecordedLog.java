// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.recorder;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.reporter.FileOpener;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.reporters.mysql.log.LogRecord;
import org.colophon.reporters.mysql.log.RecordKind;
import org.colophon.reporters.mysql.log.TableEvent;
import org.colophon.reporters.mysql.session.ServerAddress;
import org.colophon.reporters.mysql.sql.SqlOptions;
import org.colophon.reporters.mysql.tail.StateWriter;

/** Runs a recorder, and collects the names of the processes that write, read, start and end. */
final class RecordedLog {
  /** Names of processes by id. */
  private final Map<Long, String> names = new HashMap<>();

  /** Names of processes that wrote. */
  final Set<String> wrote = new HashSet<>();

  /** Names of processes that read, once for each read. */
  final List<String> reads = new ArrayList<>();

  /** Names of all processes in the order of their start. */
  final List<String> started = new ArrayList<>();

  /** Names of processes that ended. */
  final List<String> ended = new ArrayList<>();

  /** Names that were unbound. */
  final Set<String> unbound = new HashSet<>();

  private long ids;

  final Recorder recorder;

  /** All stored bytes, decoded as Latin-1. */
  private final StringBuilder everything = new StringBuilder();

  RecordedLog() {
    this(true);
  }

  /** Creates a recorder. */
  RecordedLog(boolean keepsLiterals) {
    recorder =
        new Recorder(
            (OperationSink)
                Proxy.newProxyInstance(
                    OperationSink.class.getClassLoader(),
                    new Class<?>[] {OperationSink.class},
                    (proxy, method, arguments) -> take(method, arguments)),
            new RecorderSettings(
                "test",
                "db:3306",
                new ServerAddress("host", "", 3306),
                Bytes.EMPTY,
                keepsLiterals,
                SqlOptions.MARIADB),
            new Nowhere(),
            new StateWriter().saved(),
            null,
            FileOpener.PLAIN);
  }

  /** Ends units like a reporter, but stores no positions. */
  private final class Nowhere implements Recorder.RecordPlace {
    @Override
    public String of(long offset) {
      return "log:" + offset;
    }

    @Override
    public String unique(long offset) {
      return "log:" + offset;
    }

    @Override
    public void endUnit(long offset) {
      recorder.endUnit(new StateWriter().saved(), Map.of());
    }
  }

  private Object take(Method method, Object[] arguments) {
    ids++;
    for (Object argument : arguments == null ? new Object[0] : arguments) {
      everything
          .append(argument instanceof Bytes ? latin((Bytes) argument) : argument)
          .append('\n');
    }
    switch (method.getName()) {
      case "process" -> process(((ProcessDeclaration) arguments[0]).executable().toString());
      case "access" -> access(arguments[0], names.get(arguments[2]));
      case "exit" -> ended.add(names.get(arguments[0]));
      case "unbind" -> unbound.add(arguments[1].toString());
      default -> {
        // Ignored.
      }
    }
    return method.getReturnType() == long.class ? ids : null;
  }

  private void process(String name) {
    names.put(ids, name);
    started.add(name);
  }

  private static String latin(Bytes bytes) {
    return new String(bytes.toArray(), StandardCharsets.ISO_8859_1);
  }

  /** Returns all bytes stored so far, including the reporter's own state. */
  String everything() {
    return everything + latin(recorder.state().bytes()) + latin(recorder.definitions().bytes());
  }

  private void access(Object kind, String process) {
    if (kind == OperationKind.WRITE) {
      wrote.add(process);
    } else if (kind == OperationKind.READ) {
      reads.add(process);
    }
  }

  /**
   * @param queryId query id, 0 if the log has none
   * @param error error code of the record
   */
  void record(long connection, RecordKind kind, String text, long queryId, int error) {
    LogRecord record = new LogRecord();
    record.kind = kind;
    record.connection = connection;
    record.queryId = queryId;
    record.error = error;
    record.user = Bytes.of("joe");
    record.text = Bytes.of(text).toArray();
    record.to = record.text.length;
    record.fullLength = record.to;
    recorder.record(record);
  }

  /** Records that the server is about to write to a table. */
  void write(long connection, String database, String table, long queryId) {
    LogRecord record = new LogRecord();
    record.kind = RecordKind.TABLE;
    record.connection = connection;
    record.queryId = queryId;
    record.database = Bytes.of(database);
    record.object = Bytes.of(table);
    record.event = TableEvent.WRITE;
    recorder.record(record);
  }

  /** Records a statement without outcome and query id. */
  void record(long connection, RecordKind kind, String text) {
    record(connection, kind, text, LogRecord.NO_QUERY_ID, LogRecord.UNKNOWN_OUTCOME);
  }
}
