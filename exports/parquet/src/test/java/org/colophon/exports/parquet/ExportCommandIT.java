// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.colophon.cli.config.Store;
import org.colophon.core.host.HostDirectory;
import org.colophon.core.host.StoreHost;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.Direction;
import org.colophon.query.api.LineageNode;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Root;
import org.colophon.query.engine.LineageEngine;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the command in processes of its own, on a traced build of a C program. */
@Tag("slow")
class ExportCommandIT {
  private static final StoreHost DB = new StoreHost("b".repeat(32), "db");
  private static final String BUILD =
      """
      echo 'int word(void);' > word.h
      echo '#include "word.h"\nint word(void) { return 7; }' > word.c
      echo '#include <stdio.h>\n#include "word.h"\nint main(void) { return !printf("%d", word()); }' > main.c
      for each in word main; do cc -c $each.c & done; wait
      cc -o prog word.o main.o; cp prog tmp; mv tmp installed; ./prog > result; rm word.o
      """;

  @TempDir private Path directory;

  private Path store;
  private Path tables;

  @BeforeEach
  void record() throws IOException, InterruptedException {
    store = directory.resolve("store");
    tables = directory.resolve("tables");
    trace(store, BUILD);
  }

  private record Outcome(int status, String out, String err) {}

  private Outcome run(List<String> options, String... words)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin/java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), "org.colophon.cli.Main"));
    command.addAll(List.of(words));
    Path errors = directory.resolve("errors");
    Process process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectError(errors.toFile())
            .start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Outcome(process.waitFor(), out, Files.readString(errors));
  }

  private void trace(Path into, String script) throws IOException, InterruptedException {
    Outcome traced =
        run(
            List.of(),
            "trace",
            "-q",
            "--store",
            into.toString(),
            "--with",
            "strace",
            "--",
            "sh",
            "-c",
            script);
    assertThat(traced.status()).as(traced.err()).isZero();
  }

  private Outcome export(String... more) throws IOException, InterruptedException {
    List<String> words =
        new ArrayList<>(List.of("export", "-f", "parquet", "--store", store.toString()));
    words.addAll(List.of(more));
    return run(List.of(), words.toArray(String[]::new));
  }

  private String exported(String... more) throws IOException, InterruptedException {
    Outcome outcome = export(more);
    assertThat(outcome.status()).as(outcome.err()).isZero();
    return outcome.out();
  }

  @Test
  void findsNodesOfLineageOfTracedBuild() throws IOException, InterruptedException, SQLException {
    exported("tables");
    trace(store, "sort main.c > sorted; echo late >> word.h");
    assertThat(exported("tables")).contains(" new rows up to LSN ");
    try (LineageReader reader = new Store(store, text -> {}).openReader();
        Recipe recipe = new Recipe(tables)) {
      LineageEngine engine = new LineageEngine(reader);
      String host = recipe.ask("SELECT host FROM marks").iterator().next();
      int compared = 0;
      for (String name : List.of("prog", "result", "installed", "sorted", "word.h", "word.o")) {
        String path = "'" + directory.resolve(name) + "'";
        for (String node : recipe.ask("SELECT node FROM names WHERE path = " + path)) {
          Root root = Root.object(Long.parseLong(node.substring(NodeRows.OBJECT.length())));
          Set<String> ancestors = keys(engine, root, Direction.ANCESTORS);
          assertThat(recipe.lineage("origins", host, node)).as(name).isEqualTo(ancestors);
          assertThat(recipe.lineage("effects", host, node))
              .as(name)
              .isEqualTo(keys(engine, root, Direction.DESCENDANTS));
          compared += ancestors.size();
        }
      }
      assertThat(compared).isGreaterThan(100);
      assertThat(
              recipe.ask(
                  Recipe.blocks()
                      .get("origins-of-a-file")
                      .replace("'web'", "'" + host + "'")
                      .replace("/srv/report.pdf", directory + "/result")))
          .anyMatch(row -> row.endsWith(directory + "/main.c"));
      assertThat(
              recipe.ask(
                  Recipe.blocks()
                      .get("effects-of-a-file")
                      .replace("'web'", "'" + host + "'")
                      .replace("/srv/input.csv", directory + "/main.c")))
          .anyMatch(row -> row.endsWith(directory + "/sorted"))
          .anyMatch(row -> row.endsWith(directory + "/result"));
    }
  }

  private static Set<String> keys(LineageEngine engine, Root root, Direction direction) {
    Set<String> keys = new TreeSet<>();
    engine.collect(LineageQuery.builder().root(root).direction(direction).build()).nodes().stream()
        .map(LineageNode::key)
        .forEach(keys::add);
    return keys;
  }

  @Test
  void exportsAllHostsOrNamedOne() throws IOException, InterruptedException {
    Path there = HostDirectory.of(store, DB);
    DB.write(there);
    trace(there, "cat main.c > copy");
    assertThat(exported("--host", "db", "of-db")).matches("db: .* new rows up to LSN \\d+\n");
    assertThat(exported("tables").lines()).hasSize(2).last().asString().startsWith("db: ");
    assertThat(exported("tables").lines()).allMatch(line -> line.contains(": 0 new rows"));
  }

  @Test
  void refusesOptionsOfOtherFormats() throws IOException, InterruptedException {
    assertThat(export("tables", "--as-of", "3"))
        .matches(each -> each.status() == 2 && each.err().contains("--as-of cannot be used with"));
    assertThat(export()).matches(each -> each.status() == 2 && each.err().contains("export -f"));
    assertThat(export("a", "b")).matches(each -> each.status() == 2);
    assertThat(tables).doesNotExist();
  }

  @Test
  void refusesFileAndUnwritableDirectory() throws IOException, InterruptedException {
    Files.writeString(tables, "");
    assertThat(export("tables"))
        .matches(each -> each.status() == 2 && each.err().contains("tables is a file"));
    assertThat(export("/proc/tables"))
        .matches(
            each -> each.status() == 3 && each.err().contains("cannot export to /proc/tables"));
  }

  @Test
  void reportsLibraryThatDoesNotLoad() throws IOException, InterruptedException {
    Outcome outcome =
        run(
            List.of("-Djava.io.tmpdir=/nonexistent"),
            "export",
            "-f",
            "parquet",
            "--store",
            store.toString(),
            "tables");
    assertThat(outcome.err()).contains("native library of DuckDB does not load", "/nonexistent");
    assertThat(outcome.status()).isEqualTo(3);
    assertThat(new Tables(tables).files()).containsExactly(TableDirectory.MARK);
  }

  @Test
  void keepsTablesOnFullDisk() throws IOException, InterruptedException, SQLException {
    Files.createDirectories(tables);
    mount("mount", "-t", "tmpfs", "-o", "size=4m", "none", tables.toString());
    try {
      exported("tables");
      Set<String> before = new Tables(tables).files();
      trace(store, "sort main.c > sorted");
      Path filler = fill();
      Outcome full = export("tables");
      assertThat(full.err()).contains("the disk is full");
      assertThat(full.status()).isEqualTo(3);
      Files.delete(filler);
      assertThat(new Tables(tables).files()).isEqualTo(before);
      assertThat(exported("tables")).doesNotContain(": 0 new rows");
    } finally {
      mount("umount", "-l", tables.toString());
    }
  }

  private Path fill() throws IOException {
    Path filler = tables.resolve(".filler");
    try (OutputStream out = Files.newOutputStream(filler)) {
      byte[] bytes = new byte[4096];
      while (true) {
        out.write(bytes);
      }
    } catch (IOException e) {
      return filler; // the disk is full
    }
  }

  private static void mount(String... command) throws IOException, InterruptedException {
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
  }
}
