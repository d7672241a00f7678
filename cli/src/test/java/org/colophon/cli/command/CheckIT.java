// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.colophon.cli.command.CommandTester.Outcome;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks real builds against declarations. */
class CheckIT {
  private static final int RULES = 200;
  private static final int SECRET_READS = 20;
  private static final int SECRET_WRITES = 5;

  @TempDir private Path directory;

  private CommandTester tester;
  private Path job;

  @BeforeEach
  void prepare() throws IOException {
    directory = directory.toRealPath();
    job = Files.createDirectories(directory.resolve("job/src")).getParent();
    Files.createDirectories(directory.resolve("home"));
    tester = new CommandTester(directory).withStrace();
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(directory.resolve(name), text);
  }

  /** Writes a build that reads a file outside of its directory, and traces it. */
  private void buildApp() throws IOException {
    write("home/patchlevel", "7\n");
    write("job/src/main.c", "#include \"v.h\"\nint main(void) { return V; }\n");
    write(
        "job/Makefile",
        """
        app: main.o
        \tcc -o app main.o
        main.o: src/main.c src/v.h
        \tcc -c -MD -MF main.d -I$(CURDIR)/src -o $(CURDIR)/main.o $(CURDIR)/src/main.c
        src/v.h:
        \t{ printf '#define V '; cat ../home/patchlevel; } > src/v.h
        """);
    make();
  }

  private void make() {
    // make writes its progress to the output of this JVM, which does not belong to the build
    Outcome traced = tester.run("trace", "-q", "--", "make", "-s", "-C", job.toString());
    assertThat(traced.exitCode()).as(traced.err()).isZero();
  }

  private Outcome check(String... words) {
    String[] all = new String[words.length + 1];
    all[0] = "check";
    System.arraycopy(words, 0, all, 1, words.length);
    return tester.run(all);
  }

  @Test
  void findsInputOutsideOfTheCheckoutWithItsChain() throws IOException {
    buildApp();
    String declared = job + "/**";
    String level = directory + "/home/patchlevel";

    Outcome found = check("--inputs", declared, "--inputs", "/usr/**");

    assertThat(found.exitCode()).as(found.err()).isEqualTo(1);
    assertThat(found.out().lines().filter(each -> each.startsWith("/")).toList())
        .singleElement()
        .asString()
        .matches(level + " +cat");
    assertThat(found.out())
        .containsPattern(
            "  " + level + " -> cat -> .*src/v.h -> cc1 -> .* -> .*main.o -> .*ld.* -> .*app\n");
    assertThat(check("--inputs", declared, "--inputs", directory + "/home/**").exitCode()).isZero();
  }

  @Test
  void acceptsDeclarationsOfDepfileAndYaml() throws IOException {
    buildApp();
    write(
        "declared.yaml",
        "inputs:\n  - %1$s/job/Makefile\n  - %1$s/job/src/*\naccept: [%1$s/home/*]\n"
            .formatted(directory));
    String depfile = job + "/main.d";

    assertThat(check("--declared", "declared.yaml").exitCode()).isZero();
    assertThat(check("--depfile", depfile, "--outputs", "/**", "--declared", "declared.yaml").err())
        .contains("everything is declared");
    Outcome undeclared = check("--depfile", depfile);
    assertThat(undeclared.exitCode()).isEqualTo(1);
    assertThat(undeclared.out())
        .contains("job/Makefile", "home/patchlevel", "undeclared-output")
        .doesNotContainPattern("(?m)main[.][co] +(cc1|x86|as)");
  }

  @Test
  void reportsProblemsOfDeclarationsWithTheirLines() throws IOException {
    make("true");
    write("bad.yaml", "inputs:\n  - a/../b\nsurprise: 1\n");
    write("empty.yaml", "");

    Outcome bad = check("--declared", "bad.yaml");

    assertThat(bad.exitCode()).isEqualTo(2);
    assertThat(bad.err()).contains("bad.yaml:2: the glob 'a/../b'", "bad.yaml:3: there is no key");
    assertThat(check("--declared", "empty.yaml").err()).contains("declares nothing");
  }

  @Test
  void acceptsFindingsOfItsBaselineAfterTheNextBuild() throws IOException {
    buildApp();
    String declared = job + "/**";

    assertThat(check("--inputs", declared, "--write-baseline", "known.txt").exitCode()).isZero();
    assertThat(Files.readAllLines(directory.resolve("known.txt")))
        .last()
        .asString()
        .matches("undeclared-input [./]+.*home/patchlevel");

    Files.delete(job.resolve("src/v.h"));
    make();
    assertThat(check("--inputs", declared, "--baseline", "known.txt").exitCode()).isZero();
    Outcome outdated = check("--inputs", "/**", "--baseline", "known.txt");
    assertThat(outdated.err()).contains("no longer found", "home/patchlevel");
    assertThat(outdated.exitCode()).isZero();
  }

  @Test
  void refusesWrongUsageAndUnknownTargets() {
    make("true");

    assertThat(check().exitCode()).isEqualTo(2);
    assertThat(check().err()).contains("nothing is declared");
    assertThat(check("none", "--inputs", "**").exitCode()).isEqualTo(2);
    assertThat(check("--depfile", "none.d").err()).contains("there is no file");
    assertThat(check("--depfile", "none.d").exitCode()).isEqualTo(2);
    assertThat(check("--inputs", "**", "--json", "--sarif").exitCode()).isEqualTo(2);
  }

  private void make(String script) {
    Outcome traced = tester.run("trace", "-q", "--", "sh", "-c", script);
    assertThat(traced.exitCode()).as(traced.err()).isZero();
  }

  @Test
  void cannotTellIfCaptureOfTheRunHasGaps() {
    tester.record(sink -> Recorded.lose(sink, "/out"));

    Outcome found = check("--inputs", "/**");

    assertThat(found.exitCode()).as(found.err()).isEqualTo(5);
    assertThat(found.err()).contains("cannot tell");
    assertThat(check("--inputs", "/**", "--outputs", "/none").exitCode()).isEqualTo(1);
  }

  @Test
  void reportsNetworkOnlyIfForbidden() throws IOException {
    write(
        "talk.py",
        "import socket\ns = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\n"
            + "s.sendto(b'x', ('127.0.0.1', 9))\n");
    make("python3 " + directory + "/talk.py");

    assertThat(check("--inputs", "/**").exitCode()).isZero();
    Outcome found = check("--inputs", "/**", "--no-network");
    assertThat(found.out()).contains("network-use", "udp://127.0.0.1:9");
    assertThat(found.exitCode()).isEqualTo(1);
  }

  /** A generated build in which some rules read or write files that are not declared. */
  @Test
  void findsAllSeededFaultsAndNothingElse() throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    List<Integer> rules = new ArrayList<>(IntStream.range(0, RULES).boxed().toList());
    Collections.shuffle(rules, random);
    Set<Integer> readers = Set.copyOf(rules.subList(0, SECRET_READS));
    Collections.shuffle(rules, random);
    Set<Integer> writers = Set.copyOf(rules.subList(0, SECRET_WRITES));
    Set<String> faults = new TreeSet<>();
    StringBuilder makefile = new StringBuilder("all:");
    IntStream.range(0, RULES).forEach(each -> makefile.append(" out/" + each));
    for (int i = 0; i < RULES; i++) {
      makefile.append("\nout/%1$d: src/%1$d\n\tcat src/%1$d".formatted(i));
      write("job/src/" + i, "source");
      if (readers.contains(i)) {
        write("home/" + i, "secret");
        makefile.append(" ../home/" + i);
        faults.add("undeclared-input " + directory + "/home/" + i);
      }
      makefile.append(" > out/" + i);
      if (writers.contains(i)) {
        makefile.append("; echo x > ../home/written" + i);
        faults.add("undeclared-output " + directory + "/home/written" + i);
      }
    }
    write("job/Makefile", makefile + "\n");
    Files.createDirectories(job.resolve("out"));
    make();

    Outcome found =
        check(
            "--inputs",
            job + "/src/*",
            "--inputs",
            job + "/Makefile",
            "--outputs",
            job + "/out/*",
            "--json");

    assertThat(found.exitCode()).as("seed %d: %s", seed, found.err()).isEqualTo(1);
    JsonNode json = new ObjectMapper().readTree(found.out());
    Set<String> kinds = new TreeSet<>();
    for (JsonNode each : json.get("findings")) {
      String name = each.get("name").asText();
      boolean isOfTestRun = !name.startsWith(directory.toString());
      if (!isOfTestRun) { // the log of this test run, which make inherits
        kinds.add(each.get("kind").asText() + " " + name);
      }
    }
    assertThat(kinds).as("seed %d", seed).isEqualTo(faults);
  }
}
