// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.ReporterHandle;
import org.colophon.core.model.Lsn;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.Direction;
import org.colophon.query.api.LineageNode;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.NodeType;
import org.colophon.query.api.Root;
import org.colophon.query.engine.LineageEngine;
import org.colophon.testing.effort.Effort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a reporter while a server's log defines views and sets variables. Statements after a kill
 * use the last definitions before that kill.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class MysqlDefinitionsCrashIT {
  private static final int KILLS = Effort.times(2);
  private static final int NAMES = 150;
  private static final long PACE_NANOS = 300_000;

  @TempDir Path temp;

  private final int[] last = new int[NAMES];
  private final long seed = System.nanoTime();
  private final Random random = new Random(seed);
  private Path log;
  private int defined;

  @Test
  void usesTheLatestDefinitionWhenTheReporterIsKilledRepeatedly() throws Exception {
    log = temp.resolve("server.log");
    Files.writeString(
        log,
        """
        mariadbd, Version: 10.11.19-MariaDB-log (Debian 12). started with:
        Tcp port: 3306  Unix socket: /lab/db/s
        Time\t\t    Id Command\tArgument
        261121  3:02:57\t     4 Connect\troot@localhost on d using Socket
        """);
    for (int name = 0; name < NAMES; name++) {
      define(name);
    }
    readToEnd();
    for (int kill = 1; kill <= KILLS; kill++) {
      followAndKill(kill % 3 != 2);
    }
    readToEnd();
    for (int name = 0; name < NAMES; name++) {
      query("insert into viewed" + name + " select * from v" + name);
      query("insert into set" + name + " values (@x" + name + ")");
    }
    readToEnd();
    check();
  }

  private void define(int name) throws IOException {
    last[name] = ++defined;
    query("create or replace view v" + name + " as select a from t" + defined);
    query("set @x" + name + " = (select max(a) from t" + defined + ")");
  }

  private void query(String text) throws IOException {
    Files.writeString(log, "\t\t     4 Query\t" + text + "\n", StandardOpenOption.APPEND);
  }

  private void readToEnd() {
    try (Kernel kernel = Kernel.open(CrashWriter.config(temp.resolve("store")))) {
      ReporterHandle handle = MysqlFollower.attach(kernel, log, null, false);
      handle.await();
      assertThat(handle.failure()).isEmpty();
      kernel.drain();
    }
  }

  private void followAndKill(boolean isMoving) throws Exception {
    define(random.nextInt(NAMES));
    Process follower = MysqlFollower.start(temp.resolve("store"), log);
    try (BufferedReader output = follower.inputReader()) {
      assertThat(output.readLine()).as("the store opens after a kill").isEqualTo("open");
      if (isMoving) {
        assertThat(output.readLine()).isEqualTo("moved");
      }
      for (int left = random.nextInt(400); left > 0; left--) {
        define(random.nextInt(NAMES));
        LockSupport.parkNanos(PACE_NANOS);
      }
    } finally {
      follower.toHandle().destroyForcibly();
      follower.waitFor();
    }
  }

  private void check() {
    try (Kernel kernel = Kernel.open(CrashWriter.config(temp.resolve("store")))) {
      LineageReader reader = kernel.reader("rocksdb");
      for (int name = 0; name < NAMES; name++) {
        String table = "mysql://db:3306/d/t" + last[name];
        for (String target : new String[] {"viewed", "set"}) {
          assertThat(ancestors(reader, "d." + target + name)).as("seed " + seed).contains(table);
          assertThat(ancestors(reader, "d." + target + name)).as("seed " + seed).hasSize(1);
        }
      }
    }
  }

  /** Returns the tables among the ancestors of a table, without the table itself. */
  private static Set<String> ancestors(LineageReader reader, String table) {
    long id = reader.resolve(MysqlFollower.table(table), Lsn.LATEST);
    Set<String> names = new TreeSet<>();
    LineageQuery query =
        LineageQuery.builder().root(Root.object(id)).direction(Direction.ANCESTORS).build();
    for (LineageNode node : new LineageEngine(reader).collect(query).nodes()) {
      String name = node.name().toString();
      if (node.type() == NodeType.OBJECT && node.id() != id && name.startsWith("mysql:")) {
        names.add(name);
      }
    }
    return names;
  }
}
