// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.colophon.cli.command.CommandTester.Outcome;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests questions about directories that a command listed, and files that it did not find. */
class LookupsIT {
  private static final String SCRIPT = "cat conf data > out 2> err; ls d >> out";

  @TempDir private Path directory;

  private CommandTester tester;
  private String absent;

  @BeforeEach
  void prepare() throws IOException {
    tester = new CommandTester(directory).withStrace();
    absent = "absent://" + directory.resolve("conf");
    Files.writeString(directory.resolve("data"), "data\n");
    Files.writeString(Files.createDirectory(directory.resolve("d")).resolve("f"), "f\n");
  }

  private void trace(String... options) {
    run(SCRIPT, options);
  }

  private void run(String script, String... options) {
    String[] words = new String[options.length + 5];
    words[0] = "trace";
    System.arraycopy(options, 0, words, 1, options.length);
    words[options.length + 1] = "--";
    words[options.length + 2] = "sh";
    words[options.length + 3] = "-c";
    words[options.length + 4] = "cd '" + directory + "' && " + script;
    Outcome traced = tester.run(words);
    assertThat(traced.exitCode()).as(traced.err()).isZero();
  }

  private String out(String... words) {
    Outcome outcome = tester.run(words);
    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    return outcome.out();
  }

  @Test
  void showsAbsentFilesInEveryFormat() {
    trace("--name-lookups", "--with", "auto");

    assertThat(out("lineage", "out"))
        .contains("looked for absent: conf  [object:", "read d  [object:", "read data  [object:");
    assertThat(out("lineage", "out", "--format", "table")).contains("\tabsent: conf\t");
    assertThat(out("lineage", "out", "--format", "dot")).contains("absent: conf");
    assertThat(out("lineage", "out", "--format", "json"))
        .contains("\"" + absent + "\"", "\"absent\"", "\"directory\"");
    assertThat(out("lineage", "out", "--format", "prov-n"))
        .contains("absent: " + directory.resolve("conf"), "colophon:kind=\"absent\"");
    assertThat(out("why", "out", absent)).contains("looked for absent: ");
    assertThat(out("touched")).contains("absent: ", "    conf");
  }

  @Test
  void findsResultsThatNewFileWouldChange() {
    trace("--name-lookups");

    assertThat(out("lineage", "--descendants", absent))
        .contains("absent: conf", "looked for by cat conf data", "wrote out");
    assertThat(out("lineage", "--descendants", "d")).contains("read by ls d", "wrote out");
  }

  @Test
  void prefersFilesToAbsentFiles() throws IOException {
    trace("--name-lookups");
    assertThat(tester.run("show", "conf").err()).contains("ask for " + absent);
    assertThat(tester.run("find", "conf").out()).doesNotContain("conf");
    assertThat(out("find", "*conf", "--kind", "absent")).contains(absent);

    Files.writeString(directory.resolve("conf"), "new\n");
    trace("--name-lookups");

    assertThat(out("show", "conf")).contains("file");
    assertThat(out("lineage", "out")).contains("read conf").doesNotContain("absent: conf");
  }

  @Test
  void reportsOutputAsStaleWhenAbsentInputExists() throws IOException {
    trace("--name-lookups");
    assertThat(tester.run("stale", "out").exitCode()).isZero();

    Files.writeString(directory.resolve("conf"), "new\n");

    Outcome stale = tester.run("stale", "out");
    assertThat(stale.out()).contains("out is out of date", "absent: conf exists now");
    assertThat(stale.exitCode()).isEqualTo(1);
  }

  @Test
  void reportsWhichCommandCreatedAbsentInput() {
    trace("--name-lookups");
    run("echo new > conf");

    assertThat(tester.run("stale", "out").out()).contains("absent: conf was created by sh -c");
  }

  @Test
  void reportsOutputAsStaleWhenListedDirectoryHasNewEntry() throws IOException {
    trace("--name-lookups");
    assertThat(tester.run("stale", "out").exitCode()).isZero();

    Files.writeString(directory.resolve("d/g"), "g\n");

    Outcome stale = tester.run("stale", "out");
    assertThat(stale.out()).contains("d has the new entry g, which was not recorded");
    assertThat(stale.exitCode()).isEqualTo(1);
  }

  @Test
  void reportsOutputAsStaleWhenCommandChangesListedDirectory() {
    trace("--name-lookups");
    run("echo g > d/g");
    assertThat(tester.run("stale", "out").out()).contains("d has the new entry g, ");

    run("rm d/g; rm d/f");
    assertThat(tester.run("stale", "out").exitCode()).isEqualTo(1);
  }

  @Test
  void acceptsEntriesThatTheRunMadeInListedDirectory() {
    run(SCRIPT + "; echo g > d/g", "--name-lookups");

    assertThat(tester.run("stale", "out").exitCode()).isZero();
  }

  @Test
  void acceptsAbsentInputThatTheRunCreatedItself() {
    run(SCRIPT + "; echo new > conf", "--name-lookups");

    assertThat(tester.run("stale", "out").exitCode()).isZero();
    assertThat(out("touched")).contains("created: 3").containsOnlyOnce("    conf");
  }

  @Test
  void recordsNoLookupsByDefault() {
    trace();

    assertThat(out("lineage", "out", "--all"))
        .contains("read data")
        .doesNotContain("absent", "read d  [");
    assertThat(tester.run("find", "*", "--kind", "absent").out()).doesNotContain("absent:");
  }

  @Test
  void recordsNoAbsentFileThatFilterExcludes() {
    trace("--name-lookups", "--exclude", directory.resolve("conf").toString());

    assertThat(out("lineage", "out", "--all")).contains("read data").doesNotContain("conf  [");
  }
}
