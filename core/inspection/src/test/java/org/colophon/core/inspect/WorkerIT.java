// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.colophon.core.inspect.choice.InspectorSpec;
import org.colophon.core.inspect.content.Contents;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.inspect.Change;
import org.colophon.core.spi.inspect.Content;
import org.colophon.core.spi.inspect.InspectorTraits;
import org.colophon.core.threads.BackgroundThreads;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests harmful inspectors in a worker JVM. */
@Timeout(120)
@Tag("jdk")
class WorkerIT {
  private static final long WAIT_MILLIS = 100_000;
  private static final NaughtyInspectorFactory NAUGHTY = new NaughtyInspectorFactory();

  @TempDir Path directory;
  private final Collected collected = new Collected();
  private Inspections inspections;

  private void start(long timeoutMillis) {
    start(timeoutMillis, directory, List.of());
  }

  private void start(long timeoutMillis, Path place, List<String> options) {
    InspectorTraits traits =
        NAUGHTY.traits().withTimeoutMillis(timeoutMillis).isolated(List.of("*/*"), 32);
    InspectorSpec spec = new InspectorSpec(NAUGHTY, Map.of("prefix", "isolated: "), traits);
    inspections =
        Inspections.start(
            new InspectionConfig(List.of(spec), place, 1, 100, options, new BackgroundThreads()),
            () -> collected);
  }

  @AfterEach
  void close() {
    inspections.close();
  }

  private void offer(String text) {
    offer(Contents.of(Bytes.of(text).toArray(), directory));
  }

  private void offer(Content after) {
    Change change = Change.of(Bytes.of("/lab/a.txt"), "", Content.absent(), after);
    inspections.offer(new Inspection(change, 1, 2, 3, () -> {}));
  }

  private void awaitIdle() {
    assertThat(inspections.awaitIdle(WAIT_MILLIS)).isTrue();
  }

  @Test
  void continuesInANewWorkerWhenOneDies() {
    start(60_000);
    for (String each : List.of("one", "halt", "two", "memory", "three", "overflow", "four")) {
      offer(each);
    }
    awaitIdle();
    List<String> all = collected.all();
    assertThat(all)
        .filteredOn(each -> each.startsWith("naughty/echo"))
        .containsExactly(
            "naughty/echo isolated: one",
            "naughty/echo isolated: two",
            "naughty/echo isolated: three",
            "naughty/echo isolated: four");
    assertThat(all.get(1)).contains("\"reason\":\"worker-died\"", "with status 7");
    assertThat(all.get(3)).contains("\"reason\":\"worker-died\"", "out of memory");
    assertThat(all.get(5)).contains("\"reason\":\"failed\"", "StackOverflowError");
    assertThat(inspections.counts().workerStarts()).isEqualTo(3);
  }

  @Test
  void killsTheWorkerAtTheTimeout() {
    start(1_000);
    offer("spin");
    awaitIdle();
    assertThat(collected.all()).singleElement().asString().contains("\"reason\":\"timeout\"");
  }

  @Test
  void answersWhenALibraryPrintsAndContentIsLarge() throws IOException {
    start(60_000);
    offer("print");
    byte[] large = new byte[3 << 20];
    large[0] = 'x';
    offer(Contents.of(Files.write(directory.resolve("large"), large)));
    awaitIdle();
    assertThat(collected.all()).hasSize(2).first().isEqualTo("naughty/printed done");
    assertThat(collected.all().get(1)).startsWith("naughty/echo isolated: x");
    assertThat(inspections.counts().workerStarts()).isEqualTo(1);
  }

  @Test
  void worksInADirectoryWhoseNameIsNotAscii() throws IOException {
    start(60_000, Files.createDirectory(directory.resolve("d\u00f6n")), List.of());
    byte[] large = new byte[3 << 20];
    large[0] = 'x';
    offer(Contents.of(Files.write(directory.resolve("large"), large)));
    awaitIdle();
    assertThat(collected.all()).singleElement().asString().startsWith("naughty/echo isolated: x");
  }

  @Test
  void reportsTheReasonWhenNoWorkerStarts() {
    start(60_000, directory, List.of("-XX:NoSuchOption=1"));
    offer("one");
    awaitIdle();
    assertThat(collected.all())
        .singleElement()
        .asString()
        .contains("no worker JVM", "NoSuchOption");
  }

  @Test
  void leavesNeitherProcessNorFilesWhenClosed() throws IOException {
    start(60_000);
    offer("one");
    awaitIdle();
    List<ProcessHandle> workers = ProcessHandle.current().children().toList();
    assertThat(workers).isNotEmpty();
    inspections.close();
    assertThat(workers).noneMatch(ProcessHandle::isAlive);
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).isEmpty();
    }
  }
}
