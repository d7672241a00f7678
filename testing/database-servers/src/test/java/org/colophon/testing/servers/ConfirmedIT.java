// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.colophon.core.kernel.ReporterHandle;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.fact.ProcessInfo;
import org.junit.jupiter.api.Test;

/** Tests statements of MySQL 8's general query log that its binary log confirms. */
class ConfirmedIT extends BesideBinlog {
  private final List<Connection> open = new ArrayList<>();

  private Connection connect(DatabaseServer server) throws SQLException {
    Connection connection = server.connect("shop");
    open.add(connection);
    return connection;
  }

  /** Runs commits, rollbacks and failures on several connections at once. */
  private void work(DatabaseServer server) throws SQLException {
    try (Connection first = server.connect("")) {
      run(
          first,
          "create database shop",
          "create table shop.src (id int primary key)",
          "create table shop.alone (id int primary key)",
          "create table shop.pair (id int primary key)",
          "create table shop.undone (id int primary key)",
          "create table shop.saved (id int primary key)",
          "create table shop.failed (id int primary key)",
          "create table shop.kept (id int primary key)",
          "create table shop.moving (id int primary key)",
          "create table shop.emptied (id int primary key)",
          "create table shop.trail (id int)",
          "create table shop.phases (id int)",
          "create table shop.elsewhere (id int)",
          "create table shop.unprepared (id int)",
          "create table shop.parent (id int primary key) engine=innodb",
          "create table shop.child (id int, foreign key (id) references parent (id)) engine=innodb",
          "insert into shop.src values (1), (2), (3)");
    }
    Connection a = connect(server);
    Connection b = connect(server);
    run(a, "begin", "insert into alone select id from src");
    run(b, "insert into kept (id) select id from src where id = 1");
    run(b, "begin", "insert into pair (id) select id from src where id = 1");
    fail(b, "insert into failed select 1 from src");
    run(a, "rollback");
    run(b, "insert into pair (id) select id + 10 from src", "commit");
    run(b, "insert into alone select id from kept");
    run(a, "begin", "insert into saved select id from kept", "savepoint s");
    run(a, "insert into undone select id from src", "rollback to s", "commit");
    run(a, "set autocommit = 0", "insert into undone select id from src", "rollback");
    run(a, "insert into pair (id) select id + 20 from kept", "commit", "set autocommit = 1");
    fail(b, "truncate table parent");
    fail(b, "create table kept as select id from src");
    run(a, "insert into emptied select id from src", "truncate table emptied");
    run(a, "rename table moving to moved", "insert into moved select id from saved");
    run(b, "create table copied as select id from pair");
    run(a, "update failed set id = 9 where id = 4711");
    run(a, "create trigger t after insert on src for each row insert into trail values (new.id)");
    run(b, "insert into src (id) select id + 100 from kept");
    run(a, "create table gone (id int)", "insert into gone select id from src", "drop table gone");
    distributed(server, a, b);
    run(a, "select count(*) from src");
    run(b, "select count(*) from src");
    for (Connection each : open) {
      each.close();
    }
  }

  /**
   * Runs XA transactions. A prepared one counts as committed, even if another connection ends it.
   */
  private static void distributed(DatabaseServer server, Connection a, Connection b)
      throws SQLException {
    run(a, "xa start 'one'", "insert into phases select id from kept", "xa end 'one'");
    run(a, "xa commit 'one' one phase");
    run(a, "xa start 'two', 'b', 7", "insert into phases select id from pair");
    run(a, "xa end 'two', 'b', 7", "xa prepare 'two', 'b', 7", "xa commit 0x74776F, X'62', 0x7");
    run(a, "xa start 'un'", "insert into unprepared select id from src", "xa end 'un'");
    run(a, "xa prepare 'un'", "xa rollback 'un'");
    try (Connection c = server.connect("shop")) {
      run(c, "xa start 'c'", "insert into elsewhere select id from src", "xa end 'c'");
      run(c, "xa prepare 'c'");
      fail(b, "xa commit 'c'");
    }
    Runs.await("the connection is gone", () -> isDone(b, "xa commit 'c'"));
  }

  private static boolean isDone(Connection connection, String text) {
    try {
      run(connection, text);
      return true;
    } catch (SQLException e) {
      // The server has not noticed the end of the connection yet.
      return false;
    }
  }

  @Test
  void recordsOnlyCommittedWrites() throws Exception {
    try (DatabaseServer server = start(ServerKind.MYSQL_8);
        Runs runs = new Runs(directory.resolve("store"))) {
      work(server);
      read(runs, options(server));
      check(runs);
    }
  }

  /**
   * Tests that a statement does not take the next statement's changes if it failed or is not in the
   * binary log.
   */
  @Test
  void confirmsStatementsAfterStatementsWithoutCommit() throws Exception {
    try (DatabaseServer server = start(ServerKind.MYSQL_8);
        Runs runs = new Runs(directory.resolve("store"));
        Connection connection = server.connect("")) {
      run(
          connection,
          "create database shop",
          "use shop",
          "create table src (id int)",
          "create table more (id int)",
          "create table first (id int)",
          "create table second (id int)",
          "create table third (id int)",
          "create procedure idle() insert into third select id from src where 1 = 0",
          "insert into src values (1)",
          "insert into more values (1)",
          "create temporary table pile as select id from src",
          "insert into first select pile.id from pile join more using (id)",
          "drop temporary table pile");
      fail(connection, "call missing()");
      run(connection, "select 1", "insert into second select id from more");
      run(connection, "call idle()", "insert into third select id from more", "select 1");
      read(runs, options(server));
      assertThat(runs.writers("shop.first"))
          .containsExactly("insert into first select pile.id from pile join more using (id)");
      assertThat(runs.ancestors("shop.first")).contains("shop.more", "shop.src");
      assertThat(runs.writers("shop.second"))
          .containsExactly("insert into second select id from more");
      assertThat(runs.ancestors("shop.second")).containsExactly("shop.more");
      assertThat(runs.writers("shop.third")).contains("insert into third select id from more");
      assertThat(runs.ancestors("shop.third")).contains("shop.more");
    }
  }

  @Test
  void confirmsTransactionThatBeginsWithRead() throws Exception {
    String insert = "insert into copy select id from src";
    try (DatabaseServer server = start(ServerKind.MYSQL_8);
        Runs runs = new Runs(directory.resolve("store"));
        Connection connection = server.connect("")) {
      run(
          connection,
          "create database shop",
          "use shop",
          "create table src (id int) engine=innodb",
          "create table copy (id int) engine=innodb",
          "insert into src values (1)",
          "begin",
          "select count(*) from src",
          "select count(*) from copy",
          insert,
          "commit",
          "set autocommit = 0",
          "select count(*) from src",
          insert,
          "commit",
          "select 1");
      read(runs, options(server));
      assertThat(runs.writers("shop.copy")).containsExactly(insert, insert);
      assertThat(committed(runs, "shop.copy")).hasSize(2);
    }
  }

  /** Both logs have version comments without their exclamation marks. */
  @Test
  void confirmsStatementsWithVersionComments() throws Exception {
    String older = "insert /*!40000 ignore */ into copy select id from src";
    String newer = "insert /*!99999 never */ into copy select id from src";
    String other = "insert /*M!100100 ignore */ into copy select id from src";
    try (DatabaseServer server = start(ServerKind.MYSQL_8);
        Runs runs = new Runs(directory.resolve("store"));
        Connection connection = server.connect("")) {
      run(
          connection,
          "create database shop",
          "use shop",
          "create table src (id int) engine=innodb",
          "create table copy (id int) engine=innodb",
          "insert into src values (1)",
          older,
          newer,
          other,
          "select 1");
      read(runs, options(server));
      String changed = newer.replace("/*!", "/* ");
      assertThat(runs.writers("shop.copy")).containsExactlyInAnyOrder(older, changed, other);
      assertThat(committed(runs, "shop.copy")).hasSize(3);
      assertThat(attempted(runs)).isEmpty();
    }
  }

  /** The first statement fails, and the second follows immediately in another database. */
  @Test
  void confirmsOnlyTheCommittedOfTwoEqualStatementsOfOneConnection() throws Exception {
    String insert = "insert into numbers (id) values (1)";
    try (DatabaseServer server = start(ServerKind.MYSQL_8);
        Runs runs = new Runs(directory.resolve("store"));
        Connection connection = server.connect("")) {
      run(
          connection,
          "create database one",
          "create database two",
          "create table one.numbers (id int primary key) engine=innodb",
          "create table two.numbers (id int primary key) engine=innodb",
          "insert into one.numbers (id) values (1)",
          "use one");
      fail(connection, insert);
      run(connection, "use two", insert, "select 1");
      read(runs, options(server));
      assertThat(runs.writers("one.numbers"))
          .containsExactly("insert into one.numbers (id) values (1)");
      assertThat(runs.writers("two.numbers")).containsExactly(insert);
    }
  }

  /** Saves and resumes within the log many times, with waiting changes. */
  @Test
  void recordsSameWritesWhenReporterRestartsOften() throws Exception {
    try (DatabaseServer server = start(ServerKind.MYSQL_8);
        Runs runs = new Runs(directory.resolve("store"))) {
      Again again = new Again(runs, options(server));
      try {
        work(server);
      } finally {
        again.stop();
      }
      read(runs, options(server));
      check(runs);
    }
  }

  /**
   * Tests statements that ran without a reporter, and statements that the previous reporter saw.
   */
  @Test
  void confirmsStatementsThatRanWhileReporterWasStopped() throws Exception {
    try (DatabaseServer server = start(ServerKind.MYSQL_8);
        Runs runs = new Runs(directory.resolve("store"));
        Connection holder = server.connect("");
        Connection writer = server.connect("");
        Connection cutter = server.connect("")) {
      run(
          holder,
          "create database shop",
          "create table shop.src (id int primary key)",
          "create table shop.held (id int primary key) engine=innodb",
          "create table shop.emptied (id int primary key) engine=innodb",
          "insert into shop.src values (1)",
          "insert into shop.emptied select id from shop.src",
          "begin",
          "insert into shop.held values (1)",
          "select count(*) from shop.emptied");
      Thread writing = inBackground(writer, "insert into shop.held select id from shop.src");
      Thread cutting = inBackground(cutter, "truncate table shop.emptied");
      Map<String, String> options = options(server);
      options.put("follow", "true");
      ReporterHandle handle = runs.attach(options);
      Runs.await("both wait", () -> hasProblems(runs, "insert into shop.held select", "truncate"));
      handle.stop();
      handle.await();
      assertThat(runs.ancestors("shop.emptied")).containsExactly("shop.src");
      run(holder, "rollback");
      writing.join();
      cutting.join();
      run(writer, "select 1");
      run(cutter, "select 1");
      read(runs, options(server));
      assertThat(runs.writers("shop.held"))
          .containsExactly("insert into shop.held select id from shop.src");
      assertThat(runs.ancestors("shop.held")).containsExactly("shop.src");
      assertThat(runs.ancestors("shop.emptied")).isEmpty();
      assertThat(attempted(runs)).isEmpty();
    }
  }

  private static boolean hasProblems(Runs runs, String... beginnings) {
    runs.kernel.drain();
    return Stream.of(beginnings).allMatch(each -> runs.count(name -> name.startsWith(each)) > 0);
  }

  /** Runs a statement that waits for locks of another connection. */
  private static Thread inBackground(Connection connection, String text) {
    Thread thread =
        new Thread(
            () -> {
              try {
                run(connection, text);
              } catch (SQLException e) {
                throw new AssertionError(e);
              }
            });
    thread.start();
    return thread;
  }

  private static void check(Runs runs) {
    assertThat(runs.kernel.status().refused()).isZero();
    assertThat(runs.writers("shop.alone")).containsExactly("insert into alone select id from kept");
    assertThat(runs.ancestors("shop.alone")).containsExactly("shop.kept", "shop.src");
    assertThat(runs.writers("shop.pair"))
        .containsExactlyInAnyOrder(
            "insert into pair (id) select id from src where id = 1",
            "insert into pair (id) select id + 10 from src",
            "insert into pair (id) select id + 20 from kept");
    assertThat(runs.writers("shop.saved")).containsExactly("insert into saved select id from kept");
    assertThat(runs.writers("shop.undone")).isEmpty();
    assertThat(runs.ancestors("shop.undone")).isEmpty();
    assertThat(runs.ancestors("shop.failed")).isEmpty();
    assertThat(runs.ancestors("shop.emptied")).isEmpty();
    assertThat(runs.writers("shop.parent")).isEmpty();
    assertThat(runs.object("shop.moving")).isZero();
    assertThat(runs.object("shop.gone")).isZero();
    assertThat(runs.ancestors("shop.moved")).contains("shop.saved", "shop.kept");
    assertThat(runs.ancestors("shop.copied")).contains("shop.pair");
    assertThat(runs.writers("shop.kept"))
        .containsExactly("insert into kept (id) select id from src where id = 1");
    assertThat(runs.writers("shop.trail"))
        .contains("insert into src (id) select id + 100 from kept");
    assertThat(runs.writers("shop.phases"))
        .containsExactlyInAnyOrder(
            "insert into phases select id from kept", "insert into phases select id from pair");
    assertThat(runs.writers("shop.elsewhere"))
        .containsExactly("insert into elsewhere select id from src");
    assertThat(runs.writers("shop.unprepared"))
        .containsExactly("insert into unprepared select id from src");
    assertThat(committed(runs, "shop.pair")).hasSize(3).allMatch(text -> text.contains("inserted"));
    assertThat(attempted(runs))
        .containsExactlyInAnyOrder(
            "insert into phases select id from pair",
            "insert into unprepared select id from src",
            "insert into elsewhere select id from src");
    Map<String, Long> counts = new HashMap<>();
    for (long id = 1; id <= runs.reader().lastProcess(); id++) {
      ProcessInfo info = runs.reader().process(id);
      if (info != null) {
        counts.merge(info.declaration().executable().toString(), 1L, Long::sum);
      }
    }
    assertThat(counts)
        .containsEntry("insert into pair (id) select id + 20 from kept", 1L)
        .containsEntry("create database shop", 1L)
        .containsEntry("create table copied as select id from pair", 1L)
        .containsEntry("insert into undone select id from src", 2L);
  }

  private static List<String> committed(Runs runs, String table) {
    return runs.reader().extendedRecords(0, runs.object(table)).stream()
        .filter(record -> record.type().equals("sql/committed"))
        .map(ExtendedRecord::data)
        .map(Object::toString)
        .filter(text -> text.contains(": "))
        .toList();
  }

  /** Returns the statements without confirmation. */
  private static List<String> attempted(Runs runs) {
    List<String> names = new ArrayList<>();
    for (long id = 1; id <= runs.reader().lastProcess(); id++) {
      ProcessInfo info = runs.reader().process(id);
      if (info != null
          && runs.reader().extendedRecords(id, 0).stream()
              .anyMatch(record -> record.type().equals("sql/attempted"))) {
        names.add(info.declaration().executable().toString());
      }
    }
    return names;
  }

  /** Attaches a reporter and stops it after some progress, many times. */
  private static final class Again {
    private final Runs runs;
    private final Map<String, String> options;
    private final Thread thread;
    private volatile boolean isStopped;
    private volatile Throwable failure;

    Again(Runs runs, Map<String, String> options) {
      this.runs = runs;
      this.options = new HashMap<>(options);
      this.options.put("follow", "true");
      thread = new Thread(this::run);
      thread.start();
    }

    private void run() {
      while (!isStopped && failure == null) {
        Bytes before = position();
        ReporterHandle handle = runs.attach(options);
        while (!isStopped && handle.isRunning() && position().equals(before)) {
          LockSupport.parkNanos(200_000);
        }
        handle.stop();
        handle.await();
        handle.failure().ifPresent(found -> failure = found);
      }
    }

    private Bytes position() {
      return runs.kernel.position("mysql " + Runs.SERVER + " " + options.get("log"));
    }

    void stop() throws InterruptedException {
      isStopped = true;
      thread.join();
      assertThat(failure).isNull();
    }
  }
}
