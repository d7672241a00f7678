// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.inside;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.colophon.testing.servers.DatabaseServer;
import org.colophon.testing.servers.ServerKind;

/**
 * The graph of {@link QualitySuite#steps} as tables of a MariaDB, with unrelated statements in
 * between.
 */
final class SqlHistory implements QualitySuite.History {
  static final String SERVER = "bench:3306";
  static final String LOG = "general.log";
  static final String PREFIX = "mysql://" + SERVER + "/quality/";

  private final List<QualitySuite.Step> steps = QualitySuite.steps();

  @Override
  public String name() {
    return "planted SQL";
  }

  @Override
  public Set<String> methods() {
    return Set.of(QualityScenario.DATABASE_LOG);
  }

  @Override
  public void prepare(Path directory) throws IOException {
    Path log = directory.resolve(LOG);
    try (DatabaseServer server =
        DatabaseServer.start(
            ServerKind.MARIADB,
            directory.resolve("server"),
            "--general-log=1",
            "--general-log-file=" + log)) {
      String errors = server.script(statements());
      if (!errors.isEmpty()) {
        throw new IOException("MariaDB refuses the statements: " + errors);
      }
    }
  }

  private String statements() {
    Random random = new Random(4);
    StringBuilder sql = new StringBuilder("CREATE DATABASE quality; USE quality;\n");
    for (String input : QualitySuite.firstInputs()) {
      sql.append("CREATE TABLE " + input + " (x INT);\nINSERT INTO " + input + " VALUES (1);\n");
    }
    for (QualitySuite.Step step : steps) {
      sql.append("DO (SELECT COUNT(*) FROM in" + random.nextInt(inputs().size()) + ");\n");
      String out = step.output();
      String one = step.inputs().get(0);
      if (step.inputs().size() > 1) {
        String other = step.inputs().get(1);
        sql.append(
            random.nextBoolean()
                ? "CREATE TABLE %s AS SELECT x FROM %s UNION ALL SELECT x FROM %s;\n"
                    .formatted(out, one, other)
                : "CREATE TABLE %s AS SELECT a.x FROM %s a JOIN %s b USING (x);\n"
                    .formatted(out, one, other));
      } else {
        sql.append("CREATE TABLE %s (x INT);\n".formatted(out));
        sql.append(
            random.nextBoolean()
                ? "INSERT INTO %s SELECT x + 1 FROM %s;\n".formatted(out, one)
                : "INSERT INTO %s VALUES ((SELECT MAX(x) FROM %s));\n".formatted(out, one));
      }
    }
    return sql.toString();
  }

  @Override
  public Set<String> inputs() {
    return new TreeSet<>(QualitySuite.firstInputs());
  }

  @Override
  public Map<String, Set<String>> truth(Path directory) {
    return QualitySuite.truth(steps);
  }
}
