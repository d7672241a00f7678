// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.query.api.Direction;
import org.colophon.query.api.LineageNode;
import org.colophon.testing.servers.PlantedScript.Case;
import org.colophon.testing.servers.PlantedScript.Effect;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests scripts with known effects on real servers. From server_audit exactly these effects must be
 * recorded. From a general query log all of them must be recorded, and beyond them only effects
 * that such a log cannot exclude.
 */
class PlantedScriptsIT {
  private static final List<String> SCRIPTS =
      List.of(
          "views",
          "triggers",
          "routines",
          "cascades",
          "queries",
          "ctes",
          "names",
          "hostile",
          "sessions",
          "roles",
          "variables",
          "files",
          "mariadb_only");

  /**
   * Scripts that are not checked with the audit log, which shows a statement with values instead of
   * variables.
   */
  private static final List<String> NOT_FOR_AUDIT = List.of("passing");

  /** Scripts with statements that change no rows, or not rows of all opened tables. */
  private static final List<String> WITHOUT_ROWS = List.of("queries", "views");

  @TempDir Path directory;

  private List<PlantedScript> run(DatabaseServer server, List<String> names) throws IOException {
    List<PlantedScript> scripts = new ArrayList<>();
    for (String name : names) {
      Path files = Files.createDirectories(directory.resolve("files"));
      files.toFile().setWritable(true, false);
      PlantedScript script = PlantedScript.load(name, files.toString());
      if (script.kinds().contains(server.kind())) {
        String said = server.script(script.toSql());
        long errors = said.lines().filter(line -> line.startsWith("ERROR ")).count();
        assertThat(errors).as("errors of " + name + ":\n" + said).isEqualTo(failures(script));
        scripts.add(script);
      }
    }
    return scripts;
  }

  private static long failures(PlantedScript script) {
    return script.cases().stream().filter(one -> !one.happens()).count();
  }

  @ParameterizedTest
  @EnumSource(ServerKind.class)
  void findsThePlantedTruthInTheGeneralLog(ServerKind kind) throws IOException {
    try (DatabaseServer server = DatabaseServer.start(kind, directory.resolve("server"))) {
      List<PlantedScript> scripts = run(server, SCRIPTS);
      scripts.addAll(run(server, NOT_FOR_AUDIT));
      try (Runs runs = new Runs(directory.resolve("store"))) {
        runs.read(server.generalLog());
        assertThat(runs.kernel.status().refused()).isZero();
        List<String> wrong = new ArrayList<>();
        for (PlantedScript script : scripts) {
          Map<String, Set<String>> least = PlantedTruth.of(script, Case::logged);
          compare(runs, least, PlantedTruth.of(script, Case::untold), wrong);
        }
        assertThat(wrong).isEmpty();
      }
    }
  }

  @ParameterizedTest
  @EnumSource(value = ServerKind.class, names = "MARIADB")
  void findsThePlantedTruthAndNothingElseInTheAuditLog(ServerKind kind) throws IOException {
    try (DatabaseServer server = DatabaseServer.start(kind, directory.resolve("server"))) {
      List<PlantedScript> scripts = run(server, SCRIPTS);
      try (Runs runs = new Runs(directory.resolve("store"))) {
        runs.read(server.auditLog());
        assertThat(runs.kernel.status().refused()).isZero();
        List<String> wrong = new ArrayList<>();
        for (PlantedScript script : scripts) {
          Map<String, Set<String>> truth = PlantedTruth.of(script, Case::truth);
          compare(runs, truth, truth, wrong);
          checkStatements(runs, script, wrong);
        }
        assertThat(wrong).isEmpty();
      }
    }
  }

  /** Tests only statements that find rows, since the binary log has only changes. */
  @Test
  void findsThePlantedTruthWhenTheBinaryLogConfirmsTheGeneralLog() throws IOException {
    List<String> options = new ArrayList<>();
    options.add("--log-bin=" + directory.resolve("server/binlog"));
    options.add("--binlog-format=row");
    options.add("--log-bin-trust-function-creators=1");
    options.add("--binlog-rows-query-log-events=1");
    try (DatabaseServer server =
        DatabaseServer.start(
            ServerKind.MYSQL_8, directory.resolve("server"), options.toArray(new String[0]))) {
      List<PlantedScript> scripts = run(server, SCRIPTS);
      scripts.addAll(run(server, NOT_FOR_AUDIT));
      scripts.removeIf(script -> WITHOUT_ROWS.contains(script.name()));
      try (Runs runs = new Runs(directory.resolve("store"))) {
        String binlog = directory.resolve("server/binlog.index").toString();
        runs.read(server.generalLog(), "binlog", binlog);
        assertThat(runs.kernel.status().refused()).isZero();
        List<String> wrong = new ArrayList<>();
        for (PlantedScript script : scripts) {
          Map<String, Set<String>> least = PlantedTruth.of(script, Case::logged);
          compare(runs, least, PlantedTruth.of(script, Case::untold), wrong);
        }
        assertThat(wrong).isEmpty();
      }
    }
  }

  // --- ancestors ---

  private static void compare(
      Runs runs,
      Map<String, Set<String>> least,
      Map<String, Set<String>> most,
      List<String> wrong) {
    least.forEach(
        (name, expected) -> {
          Set<String> found = found(runs, name);
          Set<String> missing = new TreeSet<>(expected);
          missing.removeAll(found);
          Set<String> invented = new TreeSet<>(found);
          invented.removeAll(expected);
          invented.removeAll(most.getOrDefault(name, Set.of()));
          if (!missing.isEmpty() || !invented.isEmpty()) {
            wrong.add(name + " lacks " + missing + ", has for nothing " + invented);
          }
        });
  }

  private static Set<String> found(Runs runs, String name) {
    Set<String> found = new TreeSet<>();
    long root = runs.table(name);
    if (root == 0) {
      return Set.of("(nothing is called " + name + ")");
    }
    for (LineageNode node : runs.lineage(root, Direction.ANCESTORS).nodes()) {
      String names = !node.isProcess() && node.id() != root ? names(runs, node.id()) : "";
      if (!names.isEmpty()) {
        found.add(names);
      }
    }
    return found;
  }

  /** Returns all names that an object ever had; empty for temporary tables. */
  private static String names(Runs runs, long object) {
    Set<String> names = new TreeSet<>();
    for (NameBinding binding : runs.reader().namesOf(object)) {
      names.add(Runs.plain(binding.path().toString()));
    }
    return String.join("|", names);
  }

  // --- statement by statement ---

  private static void checkStatements(Runs runs, PlantedScript script, List<String> wrong) {
    int found = 0;
    for (long id = 1; id <= runs.reader().lastProcess(); id++) {
      ProcessInfo info = runs.reader().process(id);
      String text = info == null ? "" : info.declaration().executable().toString();
      for (Case one : script.cases()) {
        if (text.endsWith(script.mark(one)) && !hasOthers(one)) {
          check(runs, script, one, id, wrong);
          found++;
        }
      }
    }
    assertThat(found).as("statements of " + script.name()).isPositive();
  }

  /**
   * Returns whether other statements show the effect of a case: the body of a definition, and the
   * statements of CALL and EXECUTE.
   */
  private static boolean hasOthers(Case one) {
    return one.text().matches("(?s)(create (procedure|function|trigger|view)|call|execute) .*");
  }

  private static void check(
      Runs runs, PlantedScript script, Case one, long process, List<String> wrong) {
    if (one.truth().size() > 1) {
      // Each step is a statement of its own.
      return;
    }
    Effect truth = one.truth().get(0);
    if (!truth.happens()) {
      Set<String> written = accessed(runs, process, AccessMode.WRITE);
      if (!written.isEmpty()) {
        wrong.add(script.mark(one) + " failed and wrote " + written);
      }
      return;
    }
    Set<String> reads = plain(script, truth.reads().stream());
    Set<String> writes =
        plain(
            script, Stream.of(truth.writes(), truth.creates(), truth.cuts()).flatMap(List::stream));
    Set<String> read = accessed(runs, process, AccessMode.READ);
    Set<String> written = accessed(runs, process, AccessMode.WRITE);
    if (!reads.equals(read) || !writes.equals(written)) {
      wrong.add(
          script.mark(one)
              + " reads "
              + read
              + ", not "
              + reads
              + "; writes "
              + written
              + ", not "
              + writes);
    }
  }

  private static Set<String> plain(PlantedScript script, Stream<String> names) {
    Set<String> all = new TreeSet<>();
    names
        .filter(name -> !name.startsWith("#") && !name.startsWith("@"))
        .forEach(name -> all.add(PlantedTruth.full(script.name(), name)));
    return all;
  }

  private static Set<String> accessed(Runs runs, long process, AccessMode mode) {
    Set<String> names = new TreeSet<>();
    runs.reader()
        .accessesOfProcess(
            process,
            mode.bit(),
            (p, object, m, first, last, count, bytes, t1, t2) ->
                names.add(nameAt(runs, object, first)));
    names.remove("");
    return names;
  }

  /** Returns the name of an object as of an LSN. */
  private static String nameAt(Runs runs, long object, long lsn) {
    for (NameBinding binding : runs.reader().namesOf(object)) {
      if (binding.holdsAt(lsn)) {
        return Runs.plain(binding.path().toString());
      }
    }
    return "";
  }
}
