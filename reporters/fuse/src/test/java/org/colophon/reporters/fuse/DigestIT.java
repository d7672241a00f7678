// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.encoding.FileDigest;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.naming.ContentVersions;
import org.colophon.reporters.common.content.FileHasher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests digests of files that are used below a mount. An unmount waits for the digests. */
@Timeout(60)
class DigestIT {
  private static final String OUTPUTS = "outputs";

  @TempDir private Path directory;
  private Mounted mounted;

  /** An action while a file is being read for its digest. */
  private interface Action {
    void run() throws Exception;
  }

  /** Returns a hasher that acts after it has opened the first file. */
  private static FileHasher acting(Action action) {
    AtomicBoolean hasActed = new AtomicBoolean();
    return new FileHasher(
        file -> {
          ReadableByteChannel content = Files.newByteChannel(file, StandardOpenOption.READ);
          if (!hasActed.getAndSet(true)) {
            act(action);
          }
          return content;
        },
        file -> null);
  }

  private static void act(Action action) throws IOException {
    try {
      action.run();
    } catch (Exception e) {
      throw new IOException(e);
    }
  }

  /** Runs a script in a mount, and unmounts. */
  private void run(FileHasher hasher, String digests, String script, String... more)
      throws Exception {
    String[] options = new String[more.length + 2];
    System.arraycopy(more, 0, options, 0, more.length);
    options[more.length] = "digests";
    options[more.length + 1] = digests;
    try (Mounted opened = new Mounted(directory, hasher, options)) {
      mounted = opened;
      opened.run(script);
      unmountAndCheck();
    }
  }

  /** Unmounts when all digests are attached. Linux tells the mount late that a file is closed. */
  private void unmountAndCheck() {
    expected.forEach(each -> awaitDigests(each.name(), each.contents().size()));
    mounted.unmount();
    check();
  }

  private void check() {
    for (Expected each : expected) {
      assertThat(digests(each.name()))
          .as(each.name())
          .containsExactlyElementsOf(each.contents().stream().map(this::digest).toList());
    }
  }

  private void awaitDigests(String name, int count) {
    while (digests(name).size() < count) {
      Thread.yield();
    }
  }

  private List<FileDigest> digests(String name) {
    LineageReader reader = mounted.reader();
    return new ContentVersions(reader, Lsn.LATEST)
        .versionsOf(mounted.object(name)).stream().map(ContentVersions.Version::digest).toList();
  }

  private record Expected(String name, List<String> contents) {}

  private List<Expected> expected = List.of();

  private FileDigest digest(String content) {
    try {
      Path file = Files.writeString(Files.createTempFile(directory, "text", ""), content);
      return new FileHasher().digest(file, FileHasher.state(file));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static Expected file(String name, String... contents) {
    return new Expected(name, List.of(contents));
  }

  @Test
  void attachesDigestsToWrittenCopiedMovedAndLinkedFiles() throws Exception {
    expected = List.of(file("a", "one\n"), file("c", "one\n"), file("d", "two\n"), file("e", ""));
    run(
        new FileHasher(),
        OUTPUTS,
        "echo one > a; cp a b; mv b c; chmod 600 c; : > e; " + makeRelinked());
  }

  /** Returns a script that makes a file which has lost its first name. */
  String makeRelinked() {
    return "echo two > t; ln t d; rm t";
  }

  @Test
  void attachesDigestToFileThatIsReadDirectlyAfterItsMove() throws Exception {
    expected = List.of(file("a", "one\n"), file("c", "two\n"));
    run(acting(() -> whenWaiting("echo two > b", "mv b c; cat c; cat c")), OUTPUTS, "echo one > a");
  }

  /** Compares each digest with the content that was written after the cut before it. */
  @Test
  void attachesEachDigestToItsVersionWhileFileChangesOften() throws Exception {
    try (Mounted opened = new Mounted(directory, "digests", "all")) {
      mounted = opened;
      opened.run(
          "for i in {1..300}; do echo $i > a; mv a b; cat b; chmod 60$((i % 8)) b; mv b a; done");
      opened.unmount();
      LineageReader reader = opened.reader();
      List<Long> cuts = new ArrayList<>();
      reader.cuts(opened.object("a"), (process, begin, end, nanos) -> cuts.add(begin));
      List<ContentVersions.Version> versions =
          new ContentVersions(reader, Lsn.LATEST).versionsOf(opened.object("a"));

      assertThat(cuts).hasSize(299);
      assertThat(versions).isNotEmpty();
      for (ContentVersions.Version each : versions) {
        long number = cuts.stream().filter(cut -> cut < each.lsn()).count() + 1;
        assertThat(each.digest()).as("version %d", number).isEqualTo(digest(number + "\n"));
      }
      assertThat(versions.get(versions.size() - 1).digest()).isEqualTo(digest("300\n"));
    }
  }

  @Test
  void attachesDigestsToInputsIfWanted() throws Exception {
    writeInput();
    expected = List.of(file("in", "given"), file("out", "given"));
    run(new FileHasher(), "all", "cat in > out; cat in");
  }

  @Test
  void attachesNoDigestsToInputsIfOnlyOutputsAreWanted() throws Exception {
    writeInput();
    expected = List.of(file("in"), file("out", "given"));
    run(new FileHasher(), OUTPUTS, "cat in > out");
  }

  private void writeInput() throws IOException {
    Path source = Files.createDirectories(directory.resolve("source"));
    Files.writeString(source.resolve("in"), "given");
  }

  @Test
  void attachesNoDigestsByDefault() throws Exception {
    expected = List.of(file("a"));
    run(new FileHasher(), "none", "echo one > a");
  }

  @Test
  void attachesDigestOfEachVersion() throws Exception {
    expected = List.of(file("a", "one\n", "two\n"));
    try (Mounted opened = new Mounted(directory, "digests", OUTPUTS)) {
      mounted = opened;
      opened.run("echo one > a");
      awaitDigests("a", 1);
      opened.run("echo two > a");
      unmountAndCheck();
    }
  }

  /** Lets one process write two contents, so that its writes are one interval of accesses. */
  @Test
  void attachesDigestOfEachVersionByOneProcess() throws Exception {
    try (Mounted opened = new Mounted(directory, "digests", OUTPUTS)) {
      mounted = opened;
      Path isDigested = directory.resolve("digested");
      Thread signal =
          new Thread(
              () -> {
                awaitDigests("a", 1);
                digest("signal");
                isDigested.toFile().mkdir();
              });
      signal.start();
      opened.run(
          "python3 -c 'import os, time\n"
              + "with open(\"a\", \"r+\" if os.path.exists(\"a\") else \"w\") as f:"
              + " f.write(\"one\")\n"
              + "while not os.path.exists(\""
              + isDigested
              + "\"): os.sched_yield()\n"
              + "with open(\"a\", \"r+\") as f: f.write(\"two\")'");
      signal.join();
      expected = List.of(file("a", "one", "two"));
      unmountAndCheck();
      assertThat(
              new ContentVersions(opened.reader(), Lsn.LATEST)
                  .digestAt(opened.object("a"), Lsn.LATEST))
          .isEqualTo(digest("two"));
    }
  }

  /** Linux does not tell a mount that ends that a file is closed. */
  @Test
  void attachesDigestToFileThatIsOpenAtUnmount() throws Exception {
    try (Mounted opened = new Mounted(directory, "digests", OUTPUTS)) {
      mounted = opened;
      Process holder =
          new ProcessBuilder("bash", "-c", "exec 3> a; echo one >&3; echo; read")
              .directory(opened.mount.toFile())
              .start();
      assertThat(holder.getInputStream().read()).isEqualTo('\n');
      opened.unmount();
      holder.getOutputStream().close();
      holder.waitFor();
      expected = List.of(file("a", "one\n"));
      check();
    }
  }

  /** Runs a script that writes a file, and another one when Linux has told that it is closed. */
  private void whenWaiting(String write, String script) throws Exception {
    long releases = mounted.counters().get("releases");
    mounted.run(write);
    while (mounted.counters().get("releases") == releases) {
      Thread.yield();
    }
    mounted.run(script);
  }

  @Test
  void omitsContentThatIsRewrittenWhileHashed() throws Exception {
    expected = List.of(file("a", "two\n"));
    run(acting(() -> mounted.run("echo two > a")), OUTPUTS, "echo one > a");
  }

  @Test
  void omitsContentThatIsRewrittenWithSameTimesWhileHashed() throws Exception {
    expected = List.of(file("a", "two\n"));
    run(
        acting(() -> mounted.run("cp -p a t; echo two > a; touch -r t a; mv a b; mv b a")),
        OUTPUTS,
        "echo one > a");
  }

  @Test
  void attachesDigestToFileThatIsMovedWhileHashed() throws Exception {
    expected = List.of(file("b", "one\n"));
    run(acting(() -> mounted.run("mv a b; chmod 600 b")), OUTPUTS, "echo one > a");
  }

  @Test
  void omitsFileThatIsRemovedBeforeItIsHashed() throws Exception {
    try (Mounted opened =
        new Mounted(
            directory, acting(() -> whenWaiting("echo two > b", "rm b")), "digests", OUTPUTS)) {
      mounted = opened;
      opened.run("echo one > a");
      awaitDigests("a", 1);
      opened.unmount();
      assertThat(opened.reader().bindingsOf(digest("one\n").name())).hasSize(1);
      assertThat(opened.reader().bindingsOf(digest("two\n").name())).isEmpty();
    }
  }

  @Test
  void omitsFileThatChangesInSourceBeforeItIsHashed() throws Exception {
    expected = List.of(file("a", "one\n"), file("b"));
    run(
        acting(
            () -> {
              whenWaiting("echo two > b", ":");
              Path file = mounted.source.resolve("b");
              FileTime time = Files.getLastModifiedTime(file);
              Files.writeString(file, "TWO\n");
              Files.setLastModifiedTime(file, time);
            }),
        OUTPUTS,
        "echo one > a");
  }

  @Test
  void omitsExcludedFiles() throws Exception {
    expected = List.of(file("a.txt", "one\n"), file("key"), file("b"));
    run(
        acting(() -> whenWaiting("echo two > b.txt", "mv b.txt b")),
        OUTPUTS,
        "echo one > a.txt; echo secret > key",
        "include",
        "*.txt");
  }
}
