// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.command.CommandTester.Outcome;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a file remains one object under all its names. */
class FileIdentityIT {
  private static final String INCOMPLETE = "\"incomplete\" : true";

  @TempDir private Path temporary;

  private Path directory;
  CommandTester tester;

  @BeforeEach
  void createFiles() throws IOException {
    directory = temporary.toRealPath();
    tester = new CommandTester(directory);
    write("s", "secret");
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(directory.resolve(name), text);
  }

  private void move(String from, String to) throws IOException {
    Files.move(directory.resolve(from), directory.resolve(to));
  }

  private void trace(String source, String script) {
    Outcome traced = tester.run("trace", "--with", source, "--", "sh", "-c", inDirectory(script));
    KernelEvents.assumeFor(source, traced);
    assertThat(traced.exitCode()).as(traced.err()).isZero();
    awaitStored();
  }

  /** Waits until the store has all that was recorded, as a trace without a service does itself. */
  void awaitStored() {}

  private String inDirectory(String script) {
    return "cd '" + directory + "' && " + script;
  }

  private String lineage(String... words) {
    String[] all = new String[words.length + 2];
    all[0] = "lineage";
    all[1] = "--data-only";
    System.arraycopy(words, 0, all, 2, words.length);
    return tester.run(all).out();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ebpf", "strace"})
  void followsFileThatWasMovedWithoutBeingRecorded(String source) throws IOException {
    trace(source, "cp s a");
    move("a", "b");
    trace(source, "cp b c");

    assertThat(tester.run("why", "c", "s").exitCode()).isZero();
    assertThat(lineage("c")).contains("read b", "written by cp s a");
    assertThat(tester.run("find", "b").exitCode()).isZero();
    assertThat(tester.run("find", "a").exitCode()).isEqualTo(ExitCode.NOTHING);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ebpf", "strace"})
  void noticesReplacementOfFileThatWasWrittenUnderAnotherName(String source) throws IOException {
    trace(source, "cp s a; ln a b; rm a");
    Files.delete(directory.resolve("b"));
    write("b", "other");
    trace(source, "cp b c");

    assertThat(lineage("c")).contains("read b").doesNotContain("cp s a");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ebpf", "strace"})
  void marksFileThatOnlyFeedNamedBefore(String source) throws IOException {
    write("b", "text");
    Path file = directory.resolve("b");
    write(
        "feed",
        "type:Process id:1 name:p pid:7\ntype:Artifact id:2 path:%s\ntype:WasGeneratedBy from:2 to:1\n"
            .formatted(file));
    assertThat(tester.run("import", "dsl", "from=" + directory.resolve("feed")).exitCode())
        .isZero();
    trace(source, "cp b c; cp b d");

    assertThat(lineage("c")).contains("written by p ", "names may have led to other files");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ebpf", "strace"})
  void keepsBothNamesOfFileThatGotHardLink(String source) throws IOException {
    trace(source, "cp s a");
    Files.createLink(directory.resolve("b"), directory.resolve("a"));
    trace(source, "cp b c");

    assertThat(lineage("a")).contains("cp s a");
    assertThat(lineage("b")).contains("cp s a");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ebpf", "strace"})
  void joinsHardLinksFromBeforeTheTrace(String source) throws IOException {
    write("h1", "old");
    Files.createLink(directory.resolve("h2"), directory.resolve("h1"));
    trace(source, "cat s > h2; cat h1 > o");

    assertThat(lineage("o")).contains("read s");
    if (source.equals("ebpf")) {
      assertThat(lineage("o", "--json")).doesNotContain(INCOMPLETE);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ebpf", "strace"})
  void takesReplacedFileForAnotherOne(String source) throws IOException {
    trace(source, "cp s a");
    write("new", "by hand");
    Files.delete(directory.resolve("a"));
    move("new", "a");
    trace(source, "cp a c");

    assertThat(lineage("c"))
        .contains("a (changed by something not recorded)")
        .doesNotContain("cp s a");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ebpf", "strace"})
  void neverTakesHiddenFileForTheMountedOne(String source) throws IOException {
    Files.createDirectories(directory.resolve("real"));
    Files.createDirectories(directory.resolve("box"));
    Files.createDirectories(directory.resolve("root"));
    write("real/x", "public");
    String mounts =
        "mount --make-rprivate / && mount --rbind / root"
            + " && mount --bind real \"root/$PWD/box\" && exec chroot root cat \"$PWD/box/x\"";
    String probe = inDirectory("cat s > box/x; unshare -m sh -c '" + mounts + "'");
    assumeThat(new ProcessBuilder("sh", "-c", probe + " > /dev/null 2>&1"))
        .as("mounts need root")
        .matches(FileIdentityIT::succeeds);
    trace(source, "cat s > box/x; unshare -m sh -c '" + mounts + "' > o");

    assertThat(directory.resolve("o")).hasContent("public");
    String answer = lineage("o");
    if (source.equals("ebpf") || !lineage("o", "--json").contains(INCOMPLETE)) {
      assertThat(answer).contains("read real/x").doesNotContain("read s");
      assertThat(lineage("real/x", "--descendants")).contains("wrote o");
    }
  }

  @Test
  void derivesCopiedUpFileFromLowerFile() throws IOException {
    for (String name : new String[] {"lower", "upper", "work", "merged"}) {
      Files.createDirectories(directory.resolve(name));
    }
    write("lower/x", "lower");
    write("lower/y", "lower");
    String mount =
        "mount --make-rprivate / && mount -t overlay none"
            + " -o lowerdir=lower,upperdir=upper,workdir=work merged";
    String probe = inDirectory("unshare -m sh -c '" + mount + "'");
    assumeThat(new ProcessBuilder("sh", "-c", probe + " > /dev/null 2>&1"))
        .as("mounts need root")
        .matches(FileIdentityIT::succeeds);
    trace(
        "ebpf",
        "unshare -m sh -c '"
            + mount
            + " && cat merged/y > o && cat s >> merged/x && cat merged/x'"
            + " > p");

    assertThat(lineage("o")).contains("read lower/y").doesNotContain("read s");
    assertThat(lineage("p")).contains("read s", "lower");
    assertThat(lineage("upper/x")).contains("read s", "derived from");
  }

  private static boolean succeeds(ProcessBuilder command) {
    try {
      return command.start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void saysThatFileOnDiskIsNotTheRecordedVersion() throws IOException {
    trace("strace", "cp s a; cp s b");
    assertThat(tester.run("lineage", "a").err()).doesNotContain("on the disk");

    Files.writeString(directory.resolve("a"), "edited by hand");
    assertThat(tester.run("lineage", "a").err())
        .contains("/a on the disk is not the recorded version: it has 14 B instead of 6 B");
    assertThat(tester.run("history", "a").err()).contains("is not the recorded version");
    Files.delete(directory.resolve("b"));
    assertThat(tester.run("show", "b").err())
        .contains("/b is not on the disk any more; its removal was not recorded");
  }

  @Test
  void answersAboutFileInMovedDirectory() throws IOException {
    Files.createDirectories(directory.resolve("paper"));
    trace("strace", "cp s paper/figure");
    move("paper", "archive");

    Outcome answer = tester.run("lineage", "archive/figure");
    assertThat(answer.out()).contains("written by cp s paper/figure");
    assertThat(answer.err())
        .contains("archive/figure is the file " + directory + "/paper/figure, which was moved");
    assertThat(tester.run("lineage", "archive/none").err()).contains("nothing is known of");
  }

  @Test
  void answersAboutFileThatReplacedAnother() throws IOException {
    write("t", "public");
    trace("strace", "cp s a; cp t b");
    Files.move(directory.resolve("a"), directory.resolve("b"), StandardCopyOption.REPLACE_EXISTING);

    Outcome answer = tester.run("lineage", "b");
    assertThat(answer.out()).contains("written by cp s a").doesNotContain("written by cp t b");
    assertThat(answer.err()).contains("/b is the file " + directory + "/a, which was moved");
  }

  @Test
  void knowsMovedFileThatTheTraceRemoves() throws IOException {
    trace("ebpf", "cp s a");
    move("a", "b");
    trace("ebpf", "cp b c; rm b");

    assertThat(lineage("c")).contains("written by cp s a");
  }
}
