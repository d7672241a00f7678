package org.colophon.reporters.mysql.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.reporters.mysql.log.LogRecord;
import org.colophon.reporters.mysql.log.RecordKind;
import org.colophon.reporters.mysql.sql.SqlOptions;
import org.colophon.reporters.mysql.tail.StateWriter;
import org.junit.jupiter.api.Test;

/** How much is remembered of a log that goes on for ever and never says that something is over. */
class BoundedStateTest {
  private static final int LARGEST = 1 << 20;
  private static final int MANY = 10_000;

  /** What processes are called, by their ids. */
  private final Map<Long, String> names = new HashMap<>();

  /** What those are called that wrote anything. */
  private final Set<String> wrote = new HashSet<>();

  private long ids;

  private final Recorder recorder =
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
              false,
              SqlOptions.MARIADB),
          new Nowhere(),
          new StateWriter().saved(),
          null);

  /** Ends units as a reporter does, and keeps none. */
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
    switch (method.getName()) {
      case "process" -> names.put(ids, ((ProcessDeclaration) arguments[0]).executable().toString());
      case "access" -> {
        if (arguments[0] == OperationKind.WRITE) {
          wrote.add(names.get(arguments[2]));
        }
      }
      default -> {
        // Of no concern here.
      }
    }
    return method.getReturnType() == long.class ? ids : null;
  }

  private void record(long connection, RecordKind kind, String text) {
    LogRecord record = new LogRecord();
    record.kind = kind;
    record.connection = connection;
    record.user = Bytes.of("joe");
    record.text = Bytes.of(text).toArray();
    record.to = record.text.length;
    record.fullLength = record.to;
    recorder.record(record);
  }

  private void query(long connection, String... texts) {
    for (String text : texts) {
      record(connection, RecordKind.QUERY, text);
    }
  }

  private int stateLength() {
    return recorder.state().bytes().length();
  }

  /** The sessions of which it is remembered that they set this mode. */
  private List<Long> remembered(int most) {
    List<Long> found = new ArrayList<>();
    for (long connection = 1; connection <= most; connection++) {
      if (recorder.of(connection).isAnsiQuotes()) {
        found.add(connection);
      }
    }
    return found;
  }

  @Test
  void shouldLetGoOfSessionsThatRestLongestWhenNothingSaysThatTheyAreGone() {
    for (long connection = 1; connection <= MANY; connection++) {
      record(connection, RecordKind.CONNECT, "");
      query(connection, "set sql_mode = 'ANSI_QUOTES'");
      if (connection == 1) {
        query(1, "begin", "insert into d.t values (1)");
      } else if (connection == 2) {
        query(2, "create temporary table d.own (i int)");
      }
      query(3, "select 1");
    }
    assertThat(remembered(MANY))
        .contains(1L, 2L, 3L, (long) MANY)
        .doesNotContain(4L)
        .hasSizeLessThan(MANY / 2);
    assertThat(stateLength()).isLessThan(LARGEST);
    query(1, "commit");
    assertThat(wrote).anyMatch(name -> name.startsWith("insert into d.t"));
  }

  @Test
  void shouldRememberFewWritersWhenATransactionHasASavepoint() {
    query(1, "begin", "savepoint a");
    for (int i = 0; i < MANY; i++) {
      query(1, "insert into d.t values (" + i + ")");
    }
    assertThat(stateLength()).isLessThan(1000);
    query(1, "savepoint b");
    for (int i = 0; i < MANY; i++) {
      query(1, "savepoint c", "insert into d.t values (" + i + ")", "release savepoint c");
    }
    assertThat(stateLength()).isLessThan(1000);
    query(1, "commit");
    assertThat(wrote).isNotEmpty();
  }

  @Test
  void shouldRememberFewSavepointsWhenEachHasAnotherName() {
    query(1, "begin");
    for (int i = 0; i < MANY; i++) {
      query(1, "savepoint s" + i, "insert into d.t values (1)");
    }
    assertThat(stateLength()).isLessThan(20_000);
  }

  @Test
  void shouldKeepWhatWasWrittenBeforeTheSavepointWhenTheRestIsUndone() {
    query(1, "begin");
    for (int i = 0; i < 100; i++) {
      query(1, "insert into d.t values (" + i + ")");
    }
    query(1, "savepoint a");
    for (int i = 0; i < 100; i++) {
      query(1, "insert into d.u values (" + i + ")", "insert into d.t values (" + i + ")");
    }
    query(1, "rollback to a", "commit");
    assertThat(wrote).containsExactly("uncommitted rows of d.t");
  }
}
