// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.procedures.cookbook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs every statement of the cookbook document, and compares the answers with the known
 * operations: with the files left by the recorded commands, and with the output of make and the
 * compiler.
 */
class CookbookIT {
  private static final Map<String, Recipe> RECIPES = new HashMap<>();
  private static final Set<String> ASKED = new TreeSet<>();

  private static RecordedBuild build;

  @BeforeAll
  static void record(@TempDir Path empty) throws IOException {
    Recipe.all().forEach(recipe -> RECIPES.put(recipe.question(), recipe));
    build = RecordedBuild.in(empty);
  }

  @AfterAll
  static void closeAndMissNone() {
    build.close();
    assertThat(ASKED)
        .as("questions that tests have asked")
        .isEqualTo(new TreeSet<>(RECIPES.keySet()));
  }

  private static Recipe recipe(String question) {
    ASKED.add(question);
    assertThat(RECIPES).containsKey(question);
    return RECIPES.get(question);
  }

  private static List<List<Object>> query(String question) {
    return build.query(recipe(question));
  }

  private static List<Object> column(int column, List<List<Object>> rows) {
    return rows.stream().map(row -> row.get(column)).toList();
  }

  private static List<Object> names(String question) {
    return column(0, query(question));
  }

  private static long size(String name) throws IOException {
    return Files.size(Path.of(build.absolute(name)));
  }

  /** Returns the name of a command's program, without its directory. */
  private static String program(Object command) {
    String first = command.toString().split(" ", 2)[0];
    return first.substring(first.lastIndexOf('/') + 1);
  }

  /** Returns the files of the demo's project, without the given ones. */
  private static List<Object> delivered(String... without) throws IOException {
    Path demo = Path.of("../../examples/demo");
    try (Stream<Path> files = Files.walk(demo)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> demo.relativize(file).toString())
          .filter(file -> !List.of(without).contains(file))
          .sorted()
          .<Object>map("/lab/tally/"::concat)
          .toList();
    }
  }

  /** Returns a source and its includes, as the compiler reports them. */
  private static Set<Object> compiledFrom(String source) throws IOException {
    Set<Object> files = new TreeSet<>();
    for (String line : build.output("tally", "cc", "-MM", "-Isrc", source)) {
      for (String word : line.split("[ \\\\]+", -1)) {
        if (!word.isEmpty() && !word.endsWith(":")) {
          files.add("/lab/tally/" + word);
        }
      }
    }
    return files;
  }

  // --- where something came from ---

  @Test
  void reportsTheProcessesThatMadeAFile() throws IOException {
    List<List<Object>> rows = query("What made this file?");
    assertThat(column(0, rows)).containsExactly("./tally", "./tally");
    assertThat(column(1, rows)).containsOnly("/lab/tally");
    assertThat(column(2, rows)).doesNotContainNull().isSortedAccordingTo(reversed());
    assertThat(column(3, rows))
        .containsExactly(size("/lab/tally/report.txt"), build.firstReportBytes());
    assertThat(column(4, rows)).containsOnly(1L);
  }

  private static Comparator<Object> reversed() {
    return Comparator.comparing(Object::toString).reversed();
  }

  @Test
  void reportsTheSourcesOfAFile() throws IOException {
    Map<Object, Object> steps = new HashMap<>();
    for (List<Object> row : query("What did it come from, all the way?")) {
      if (row.get(0).toString().matches("/lab/.*\\.(c|h|o|a|txt|awk)|/lab/tally/tally")) {
        steps.put(row.get(0), row.get(1));
      }
    }
    Set<Object> expected = new TreeSet<>(delivered("README.md", "Makefile", "data/sample.txt"));
    expected.add("/lab/tally/tally");
    for (String made : List.of("main.o", "hash.o", "text.o", "tally.o", "stopwords.o")) {
      expected.add("/lab/tally/build/" + made);
    }
    expected.addAll(Set.of("/lab/tally/build/libtally.a", "/lab/tally/build/stopwords.c"));
    assertThat(steps.keySet()).isEqualTo(expected);
    // tally <- main.o <- the assembler's input <- main.c
    assertThat(steps)
        .containsEntry("/lab/tally/tally", 0L)
        .containsEntry("/lab/tally/build/main.o", 1L)
        .containsEntry("/lab/tally/src/main.c", 3L);
  }

  @Test
  void reportsWhichSourcesWentIntoAFile() throws IOException {
    assertThat(names("Which of my sources went into it?"))
        .isEqualTo(delivered("README.md", "Makefile", "data/sample.txt"));
  }

  @Test
  void reportsWhichCodeWasExecuted() throws IOException {
    Set<Object> expected = new TreeSet<>(Set.of("/lab/tally/tally"));
    for (String line : build.output("tally", "ldd", "tally")) {
      if (line.contains("=> /")) {
        String library = line.replaceAll(".*=> (\\S+).*", "$1");
        expected.add(Path.of(library).toRealPath().toString());
      }
    }
    assertThat(expected).hasSizeGreaterThan(1);
    assertThat(new TreeSet<>(names("Which programs and libraries were executed to make it?")))
        .isEqualTo(expected);
  }

  @Test
  void reportsTheAgentOfAFile() throws IOException {
    List<List<Object>> rows = query("For whom was it made?");
    Object user = Files.getAttribute(build.directory(), "unix:uid");
    assertThat(column(0, rows)).containsExactly("./tally", "./tally");
    assertThat(column(2, rows)).containsOnly("user " + user);
  }

  @Test
  void reportsCommonSourcesOfTwoResults() throws IOException {
    Set<Object> shared = compiledFrom("src/main.c");
    shared.retainAll(compiledFrom("src/tally.c"));
    assertThat(shared).isNotEmpty();
    assertThat(names("Which inputs do these two results share?")).containsExactlyElementsOf(shared);
  }

  @Test
  void reportsCommonProcessesOfTwoResults() {
    assertThat(names("What do two results have in common that have no input in common?"))
        .containsExactly("sh desk.sh", "sh -c cd '/lab/desk' && exec sh desk.sh > /dev/null 2>&1");
  }

  @Test
  void explainsWhyOneFileIsAncestorOfAnother() {
    List<Object> chain = new ArrayList<>();
    for (List<Object> row : query("Why is this an ancestor of that?")) {
      boolean isProcess = ((List<?>) row.get(0)).contains("Process");
      chain.add(isProcess ? program(row.get(1)) : row.get(1));
    }
    assertThat(chain.toString().replaceAll("/tmp/cc\\w+\\.s", "/tmp/cc.s").replaceAll(":\\S+]", ""))
        .isEqualTo(
            "[/lab/tally/report.txt, tally, /lab/tally/tally, ld, /lab/tally/build/libtally.a,"
                + " ar, /lab/tally/build/stopwords.o, as, /tmp/cc.s, cc1,"
                + " /lab/tally/build/stopwords.c, awk, pipe, sort, pipe, grep,"
                + " /lab/tally/data/stopwords.txt]");
  }

  @Test
  void reportsEveryStepFromAnInputToAResult() {
    List<List<Object>> rows = query("How did these inputs get into these results?");
    assertThat(rows.get(0).get(0)).isEqualTo("/lab/tally/report.txt");
    assertThat(program(rows.get(0).get(2))).isEqualTo("tally");
    assertThat(rows.get(rows.size() - 1).get(2)).isEqualTo("/lab/tally/data/stopwords.txt");
    assertThat(column(2, rows)).contains("/lab/tally/tally", "/lab/tally/build/stopwords.c");
    assertThat(column(0, rows)).doesNotContain("/lab/tally/build/main.o");
  }

  @Test
  void reportsGapsOfTheRecord() {
    Recipe recipe = recipe("Is the record of this file complete?");
    assertThat(build.query(recipe)).containsExactly(Arrays.asList("UNDECODABLE", 1L, null));
    long second = (long) build.rows("RETURN colophon.lsn('second')", Map.of()).get(0).get(0);
    Map<String, String> report = Map.of("file", "/lab/tally/report.txt");
    assertThat(build.rowsAsOf(second, recipe.statement(), report)).isEmpty();
  }

  // --- where something went ---

  @Test
  void reportsTheOutputsOfAnInput() {
    List<Object> reached = names("What did this input reach?");
    List<String> expected = new ArrayList<>(build.madeAnew());
    assertThat(expected).contains("/lab/tally/data/stopwords.txt", "/lab/tally/report.txt");
    assertThat(reached).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(reached).startsWith("/lab/tally/data/stopwords.txt", "/lab/tally/build/stopwords.c");
  }

  @Test
  void reportsLaterWritesOfReadersOfASecret() {
    assertThat(query("Who read this secret, and what did they write afterwards?"))
        .extracting(row -> row.get(0), row -> row.get(2))
        .containsExactly(tuple("sh agent.sh", List.of("/lab/desk/letter.txt")));
  }

  @Test
  void reportsFilesThatSecretReached() {
    assertThat(names("And where is the secret now?"))
        .containsExactly(
            "/lab/desk/secret.txt",
            "/lab/desk/letter.txt",
            "/lab/desk/size.txt",
            "/lab/desk/answer.txt");
  }

  @Test
  void detectsThatPlainPatternReturnsTooMuch() {
    assertThat(names("Why not simply `-[*]->`?"))
        .containsExactly(
            "/lab/desk/answer.txt",
            "/lab/desk/letter.txt",
            "/lab/desk/log.txt",
            "/lab/desk/logbook.txt",
            "/lab/desk/size.txt");
    assertThat(
            build.rows(
                "CALL colophon.why($log, $secret) YIELD path RETURN path",
                Map.of("log", "/lab/desk/logbook.txt", "secret", "/lab/desk/secret.txt")))
        .isEmpty();
  }

  @Test
  void reportsCommandsToRerunInOrder() {
    List<List<Object>> rows =
        query("What must I run again if this input is wrong, and in which order?");
    assertThat(column(0, rows).stream().map(CookbookIT::program))
        .containsExactly("grep", "sort", "awk", "cc1", "as", "ar", "ld", "tally");
    assertThat(column(1, rows)).containsOnly("/lab/tally");
  }

  // --- runs, snapshots and versions ---

  @Test
  void reportsChangesBetweenTwoRuns() throws IOException {
    List<List<Object>> rows = query("What changed between two runs of this build?");
    List<String> expected = new ArrayList<>(build.madeAnew());
    expected.remove("/lab/tally/data/stopwords.txt"); // not by the build
    assertThat(expected).hasSize(5);
    assertThat(column(0, rows)).isEqualTo(expected);
    List<Object> report = rows.get(column(0, rows).indexOf("/lab/tally/report.txt"));
    assertThat(report.subList(1, 3))
        .containsExactly(List.of("/lab/tally/tally"), size("/lab/tally/report.txt"));
  }

  @Test
  void reportsWhichCommandsRanOnlyOnce() {
    Set<Object> expected = new TreeSet<>(build.plannedCommands(0));
    expected.removeAll(build.plannedCommands(1));
    assertThat(expected).hasSize(5);
    assertThat(build.plannedCommands(0)).containsAll(build.plannedCommands(1));
    List<List<Object>> rows = query("Which commands of the build ran only once?");
    assertThat(column(0, rows)).containsExactlyElementsOf(expected);
    assertThat(column(1, rows)).containsOnly("first");
  }

  @Test
  void reportsTheObjectAtAPathAsOfASnapshot() {
    assertThat(query("What was at this path as of a snapshot, and who had written it?"))
        .extracting(row -> row.subList(1, 4))
        .containsExactly(List.of(0L, "./tally", build.firstReportBytes()));
  }

  @Test
  void reportsVersionsAndTheProcessesThatCutThem() {
    List<List<Object>> rows = query("Which versions did this file have, and who cut them off?");
    assertThat(column(0, rows)).containsExactly(1L);
    String shell = column(2, rows).get(0).toString();
    assertThat(shell).startsWith("/bin/sh -c ");
    assertThat(build.plannedCommands(1)).contains(shell.substring("/bin/sh -c ".length()));
  }

  @Test
  void reportsEveryNameThatAFileEverHad() {
    List<List<Object>> rows = query("Which names did this file ever have?");
    assertThat(column(0, rows))
        .containsExactly("/lab/desk/drafts/plan.txt", "/lab/desk/final/plan.txt");
    assertThat(column(2, rows)).containsExactly(rows.get(1).get(1), null);
    assertThat(column(3, rows)).doesNotContainNull();
  }

  // --- directories ---

  @Test
  void reportsFilesThatWereReadButNeverWritten() throws IOException {
    assertThat(names("Which files were read here, but never written?"))
        .isEqualTo(delivered("README.md"));
  }

  @Test
  void reportsFilesThatWereWrittenButNeverRead() {
    assertThat(names("Which files were written, but never read?"))
        .containsExactly(
            "/lab/desk/answer.txt",
            "/lab/desk/final/plan.txt",
            "/lab/desk/half.txt",
            "/lab/desk/logbook.txt",
            "/lab/desk/reversed.txt",
            "/lab/desk/size.txt",
            "/lab/desk/unique.txt",
            "/lab/tally/report.txt");
  }

  @Test
  void reportsWhichFilesWereTemporary() {
    Recipe recipe = recipe("Which files were temporary?");
    assertThat(build.query(recipe))
        .containsExactly(
            List.of("/lab/desk/sorted.tmp", List.of("sort notes.txt"), List.of("uniq sorted.tmp")));
    List<Object> inTheBuild =
        column(0, build.rows(recipe.statement(), Map.of("directory", "/lab/tally/")));
    assertThat(inTheBuild)
        .allSatisfy(name -> assertThat(Path.of(build.absolute(name.toString()))).doesNotExist());
  }

  @Test
  void reportsProcessesThatWroteMost() throws IOException {
    long agent = size("/lab/desk/log.txt") + size("/lab/desk/letter.txt");
    long notes = size("/lab/desk/notes.txt");
    assertThat(query("Who wrote most?"))
        .startsWith(
            List.of("sh agent.sh", agent, 2L),
            List.of("cp notes.txt drafts/plan.txt", notes, 1L),
            List.of("sort notes.txt", notes, 1L),
            List.of("tr a-z A-Z", size("/lab/desk/answer.txt"), 1L))
        .contains(List.of("sort -r", size("/lab/desk/reversed.txt"), 1L))
        .hasSize(9);
  }

  // --- commands ---

  @Test
  void reportsProcessesOfAScript() {
    assertThat(query("What did this script or makefile start?"))
        .containsExactlyInAnyOrder(
            List.of(1L, "sort notes.txt", 0L),
            List.of(1L, "uniq sorted.tmp", 0L),
            List.of(1L, "rm sorted.tmp", 0L),
            List.of(1L, "grep -v ^# words.txt", 0L),
            List.of(1L, "sort -r", 0L),
            List.of(1L, "mkdir drafts", 0L),
            List.of(1L, "cp notes.txt drafts/plan.txt", 0L),
            List.of(1L, "mv drafts final", 0L),
            List.of(1L, "sh agent.sh", 0L),
            List.of(2L, "wc -w letter.txt", 0L),
            List.of(1L, "tr a-z A-Z", 0L),
            List.of(1L, "cat log.txt", 0L),
            List.of(1L, "sh -c echo half of it > half.txt; exit 3", 3L));
  }

  @Test
  void reportsWhichCommandsFailed() {
    assertThat(query("Which commands failed, and what had they written?"))
        .extracting(row -> row.get(0), row -> row.get(1), row -> row.get(3))
        .containsExactly(
            tuple("sh -c echo half of it > half.txt; exit 3", 3L, List.of("/lab/desk/half.txt")));
  }

  @Test
  void reportsWhichProgramsTalkedThroughPipes() throws IOException {
    List<List<Object>> rows = query("Which programs talked through pipes?");
    String grep = "grep -v ^# data/stopwords.txt";
    long second = withoutComments("/lab/tally/data/stopwords.txt");
    long first = second - "book\n".length();
    assertThat(rows)
        .containsExactly(
            List.of(grep, "sort -u", first),
            List.of("sort -u", "awk -f tools/stopwords.awk", first),
            List.of(grep, "sort -u", second),
            List.of("sort -u", "awk -f tools/stopwords.awk", second),
            List.of("grep -v ^# words.txt", "sort -r", withoutComments("/lab/desk/words.txt")));
  }

  private static long withoutComments(String name) throws IOException {
    return build
        .text(name)
        .lines()
        .filter(line -> !line.startsWith("#"))
        .mapToLong(line -> line.getBytes(StandardCharsets.UTF_8).length + 1)
        .sum();
  }

  // --- plans ---

  private static final Set<String> LOOK_AT_EVERYTHING =
      Set.of(
          "Which commands failed, and what had they written?",
          "Which programs talked through pipes?");

  /** Plan that reads all losses, which is good enough since they are few. */
  private static final String ALL_LOSSES = "NodeByLabelScan g:Gap";

  @Test
  @Timeout(120)
  void usesIndexInEachQueryThatHasAName() {
    assertThat(RECIPES.size()).isGreaterThanOrEqualTo(20);
    assertThat(RECIPES.keySet()).containsAll(LOOK_AT_EVERYTHING);
    build.awaitStatistics();
    for (Recipe recipe : RECIPES.values()) {
      List<String> plan = build.plan(recipe);
      if (LOOK_AT_EVERYTHING.contains(recipe.question())) {
        assertThat(scans(plan)).as(recipe.question()).isNotEmpty();
      } else {
        assertThat(scans(plan)).as("%s %s", recipe.question(), plan).isEmpty();
        assertThat(plan)
            .as(recipe.question())
            .anyMatch(step -> step.contains("IndexSeek") || step.contains("colophon."));
      }
    }
  }

  private static List<String> scans(List<String> plan) {
    return plan.stream()
        .filter(step -> step.split(" ", 2)[0].contains("Scan"))
        .filter(step -> !step.equals(ALL_LOSSES))
        .toList();
  }
}
