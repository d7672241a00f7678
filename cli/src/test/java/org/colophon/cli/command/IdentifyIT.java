// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.colophon.cli.command.CommandTester.Outcome;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.encoding.FileDigest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests digests of traced files, and the search by content. */
class IdentifyIT {
  /** From sha256sum and git hash-object, of the text hello. */
  private static final String SHA256 =
      "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";

  private static final String GIT = "b6fc4c620b67d95f953a5c1c1230aaab5db5a1b0";
  private static final String CONTENT = "sha256:" + SHA256;

  @TempDir private Path directory;

  private CommandTester tester;

  @BeforeEach
  void prepare() {
    tester = new CommandTester(directory).withStrace();
  }

  private void trace(String script, String... options) {
    String[] words = new String[options.length + 5];
    words[0] = "trace";
    System.arraycopy(options, 0, words, 1, options.length);
    String[] command = {"--", "sh", "-c", "cd '" + directory + "' && " + script};
    System.arraycopy(command, 0, words, 1 + options.length, command.length);
    assertThat(tester.run(words).exitCode()).isZero();
  }

  private void copyWithoutTrace(String from, String to) throws IOException {
    Files.copy(directory.resolve(from), directory.resolve(to));
  }

  private Outcome identify(String what) {
    return tester.run("identify", what);
  }

  @Test
  void identifiesUnrecordedCopyOfTracedOutput() throws IOException {
    trace("printf hello > figure", "--with", "auto");
    copyWithoutTrace("figure", "copy");

    Outcome found = identify("copy");

    assertThat(found.exitCode()).isZero();
    assertThat(found.out())
        .contains(directory + "/figure  [object:", "written by  sh -c", "version     the newest");
    assertThat(identify(CONTENT).out()).isEqualTo(found.out());
    assertThat(identify("git:" + GIT).out()).isEqualTo(found.out());
    assertThat(tester.run("identify", "copy", "--json").out())
        .contains("\"newest\" : true", "\"sha256\" : \"" + SHA256 + "\"");
  }

  @Test
  void showsMoveThatWasNotRecordedWithTheTimeOfTheLastUse() throws IOException {
    trace("printf hello > figure");
    Files.move(directory.resolve("figure"), directory.resolve("moved"));
    trace("cat moved > copy");

    String since = ", not recorded, after 20";
    assertThat(tester.run("history", "figure").out())
        .contains(", moved to " + directory + "/moved" + since);
    assertThat(tester.run("history", "moved").out())
        .contains(", moved from " + directory + "/figure" + since);
    assertThat(tester.run("history", "moved", "--json").out())
        .contains("\"recorded\" : false", "\"unmovedAt\" : \"20");
  }

  @Test
  void showsDigestsButNoContentAmongNames() {
    trace("printf hello > figure");

    Outcome shown = tester.run("show", "figure");
    assertThat(shown.out())
        .contains("content   " + CONTENT, "git:" + GIT, "name      " + directory);
    assertThat(shown.out()).doesNotContain("name      sha256:");
    assertThat(tester.run("show", "figure", "--json").out())
        .contains("\"sha256\" : \"" + SHA256 + "\"", "\"git\" : \"" + GIT + "\"")
        .doesNotContain(CONTENT);
    for (String question : new String[] {"lineage", "history", "show"}) {
      assertThat(tester.run(question, "figure", "--json").out())
          .as(question)
          .containsPattern("\"digest\" : \\{\\s+\"sha256\" : \"" + SHA256 + "\",\\s+\"git\"");
    }
    for (String[] question :
        new String[][] {
          {"history", "figure"}, {"find", "*"}, {"find", "sha256*"}, {"touched"},
          {"lineage", "figure"}, {"inspect", "figure"}, {"names", "/"}, {"recordings"},
        }) {
      assertThat(tester.run(question).out()).as(question[0]).doesNotContain("sha256");
    }
  }

  @Test
  void answersQuestionsAboutContentAsOfItsVersion() {
    trace("printf hello > figure");
    trace("cat figure > second; printf other > figure");

    assertThat(tester.run("lineage", CONTENT).out()).contains("second", "cat figure");
    assertThat(tester.run("lineage", "git:" + GIT).out())
        .isEqualTo(tester.run("lineage", CONTENT).out());
    assertThat(identify(CONTENT).out()).contains("/second", "/figure", "changed later");
  }

  @Test
  void marksVersionThatChangedWithoutTrace() throws IOException {
    trace("printf hello > figure");
    copyWithoutTrace("figure", "copy");
    Files.writeString(directory.resolve("figure"), "other text");
    trace("cat figure > second");

    assertThat(identify("copy").out()).contains("changed later");
    assertThat(tester.run("show", "figure").out()).doesNotContain("content   " + CONTENT);
  }

  @Test
  void findsRemovedFilesByLastName() {
    trace("printf hello > figure");
    trace("rm figure");

    assertThat(tester.run("find", "figure").out()).contains(directory + "/figure");
    assertThat(identify(CONTENT).out()).contains(directory + "/figure");
    assertThat(tester.run("lineage", "figure").out()).contains("printf hello");
  }

  @Test
  void findsNothingWithoutDigests() throws IOException {
    trace("printf hello > figure", "--digests", "none");
    Outcome found = identify("figure");

    assertThat(found.exitCode()).isEqualTo(1);
    assertThat(found.err()).contains("no recorded version has the content " + CONTENT);
  }

  @Test
  void digestsNoFilteredFiles() {
    trace("printf hello > figure", "--exclude", "**/figure");
    trace("printf hello > secret && mv secret figure", "--exclude", "**/figure");

    assertThat(identify("figure").exitCode()).isEqualTo(1);
  }

  @Test
  void refusesEmptyContentAndUnknownFiles() throws IOException {
    trace(": > empty");

    assertThat(identify("empty").err()).contains("empty content proves no identity");
    assertThat(identify("empty").exitCode()).isEqualTo(1);
    assertThat(identify("absent").err()).contains("absent is not a regular file");
    assertThat(tester.run("trace", "--digests", "some", "--", "true").err())
        .contains("all, outputs or none, not 'some'");
  }

  @Test
  void showsSourceOfUnrecordedCopyByContent() throws IOException {
    trace("printf hello > figure");
    copyWithoutTrace("figure", "copy");
    trace("cat copy > result");
    // Traces hash only inputs below their own directory, which is elsewhere in this test.
    tester.record(
        sink -> {
          FileDigest digest = new FileDigest(SHA256, GIT, 5);
          long copy = sink.resolve(Bytes.of(directory + "/copy"));
          sink.extend(0, copy, FileDigest.TYPE, digest.bytes(), 1);
          sink.bind(0, digest.name(), copy, 1);
        });

    String tree = tester.run("lineage", "result").out();
    assertThat(tree)
        .containsPattern("copy  \\[object:.* derived from figure  \\[object:.*@.*not obs");
    assertThat(tester.run("lineage", "result", "--json").out())
        .containsPattern("\"byContent\" : \\[ \\{\\s+\"key\" : \"object:")
        .contains(directory + "/figure");
    for (String format : new String[] {"tree", "json"}) {
      assertThat(tester.run("lineage", "result", "-f", format, "--observed-only").out())
          .doesNotContain("/figure", "by content", "byContent");
    }
    Outcome why = tester.run("why", "result", "figure");
    assertThat(why.exitCode()).isEqualTo(1);
    assertThat(why.err()).contains("copy has the content that the cause had before (by content");
    assertThat(tester.run("why", "result", "figure", "--observed-only").err())
        .doesNotContain("by content");
  }

  @Test
  void refusesProofsOfFileThatChangedWithoutTrace() throws IOException {
    trace("mkdir -p d; printf hello > d/figure");
    Files.writeString(directory.resolve("d/figure"), "other text");

    for (String target : new String[] {"d", "d/figure"}) {
      Outcome outcome = tester.run("export", target, "--certified", "-f", "prov-json");
      assertThat(outcome.exitCode()).as(target).isEqualTo(2);
      assertThat(outcome.out()).isEmpty();
      assertThat(outcome.err())
          .contains("refused, because " + directory + "/d/figure on the disk is not the recorded")
          .contains("it has 10 B instead of 5 B", "was changed ", "--as-recorded");
    }
    assertThat(tester.run("export", "d/figure", "-f", "prov-json").exitCode()).isZero();
  }

  @Test
  void refusesContentsWithOtherNumberOfDigits() {
    trace("printf hello > figure");

    for (String command : new String[] {"identify", "lineage", "show"}) {
      Outcome refused = tester.run(command, CONTENT + "0");
      assertThat(refused.exitCode()).as(command).isEqualTo(2);
      assertThat(refused.err()).contains("has 65 digits: write a content as sha256: and 64");
    }
    assertThat(tester.run("lineage", "git:" + "0".repeat(40)).err())
        .contains("nothing is known of git:00");
  }

  private void recordContent(String name, long nanos, boolean isRemoved) {
    tester.record(
        sink -> {
          Bytes path = Bytes.of(directory + "/" + name);
          FileDigest digest = new FileDigest(SHA256, GIT, 5);
          long process = sink.process(ProcessDeclaration.of(1, Bytes.of("/bin/x"), nanos), nanos);
          long file = sink.objectAt(path, ObjectKind.FILE, nanos);
          sink.access(OperationKind.WRITE, Phase.WHOLE, process, file, 5, nanos);
          sink.exit(process, 0, nanos);
          sink.extend(0, file, FileDigest.TYPE, digest.bytes(), nanos);
          sink.bind(0, digest.name(), file, nanos);
          if (isRemoved) {
            sink.unbind(0, path, nanos);
          }
        });
  }

  @Test
  void findsFileByDigestOfFsVerity() {
    String root = "5e".repeat(32);
    recordContent("plain", 1, false);
    tester.record(
        sink -> {
          long file = sink.objectAt(Bytes.of(directory + "/sealed"), ObjectKind.FILE, 2);
          FileDigest digest = new FileDigest(SHA256, GIT, 5, root);
          sink.extend(0, file, FileDigest.TYPE, digest.bytes(), 2);
          sink.bind(0, digest.name(), file, 2);
        });

    assertThat(identify("fs-verity:" + root).out()).contains("/sealed", "fs-verity   " + root);
    assertThat(tester.run("identify", "fs-verity:" + root, "--json").out())
        .contains("\"fsVerity\" : \"" + root);
    assertThat(tester.run("show", "fs-verity:" + root).out()).contains("fs-verity:" + root);
    assertThat(tester.run("show", "--json", directory + "/sealed").out())
        .contains("\"fsVerity\" : \"" + root);
    assertThat(tester.run("show", "--json", directory + "/plain").out())
        .contains("\"sha256\"")
        .doesNotContain("fsVerity");
    assertThat(identify("fs-verity:" + "0".repeat(64)).exitCode()).isEqualTo(1);
    assertThat(identify("fs-verity:" + root + "0").err()).contains("has 65 digits");
  }

  @Test
  void prunesContentsOfRemovedFiles() {
    long yearNanos = Duration.ofDays(365).toNanos();
    long now = Instant.now().getEpochSecond() * 1_000_000_000L;
    recordContent("removed", now - yearNanos, true);
    recordContent("kept", now - yearNanos, false);
    recordContent("removed later", now - yearNanos, true);
    tester.record(sink -> sink.objectAt(Bytes.of("/new"), ObjectKind.FILE, now));

    assertThat(tester.run("prune", "--older-than", "30d").exitCode()).isZero();
    assertThat(identify(CONTENT).exitCode()).isEqualTo(1);
    assertThat(tester.run("find", "*").out()).contains("/kept").doesNotContain("removed");
    recordContent("again", now, false);
    assertThat(identify(CONTENT).out()).contains("/again").doesNotContain("removed");
    assertThat(tester.run("verify").exitCode()).isZero();
  }
}
