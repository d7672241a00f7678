// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.inspect.choice.InspectorSpec;
import org.colophon.core.inspect.content.Contents;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.inspect.Change;
import org.colophon.core.spi.inspect.Content;
import org.colophon.core.spi.inspect.Finding;
import org.colophon.core.spi.inspect.InspectorTraits;
import org.colophon.core.threads.BackgroundThreads;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class InspectionsTest {
  private static final long WAIT_MILLIS = 30_000;
  private static final NaughtyInspectorFactory NAUGHTY = new NaughtyInspectorFactory();

  @TempDir Path directory;
  private final Collected collected = new Collected();
  private final AtomicInteger done = new AtomicInteger();
  private Inspections inspections;

  @AfterEach
  void release() {
    System.setProperty("naughty.released", "true");
    if (inspections != null) {
      inspections.close();
    }
    System.clearProperty("naughty.released");
  }

  private void start(InspectorTraits traits, int capacity, FindingOutput output) {
    InspectorSpec spec = new InspectorSpec(NAUGHTY, Map.of(), traits);
    inspections =
        Inspections.start(
            new InspectionConfig(
                List.of(spec), directory, 1, capacity, List.of(), new BackgroundThreads()),
            () -> output);
  }

  private void start() {
    start(NAUGHTY.traits(), 100, collected);
  }

  private boolean offer(String name, String text) {
    return offer(Bytes.of("/lab/" + name), Content.absent(), content(text));
  }

  private boolean offer(Bytes path, Content before, Content after) {
    Change change = Change.of(path, "", before, after);
    return inspections.offer(new Inspection(change, 1, 2, 3, done::incrementAndGet));
  }

  private Content content(String text) {
    return Contents.of(Bytes.of(text).toArray(), directory);
  }

  private void awaitIdle() {
    assertThat(inspections.awaitIdle(WAIT_MILLIS)).isTrue();
  }

  @Test
  void reportsBothContentsWhenInspected() {
    start();
    offer(Bytes.of("/lab/a.txt"), content("old"), content("new"));
    awaitIdle();
    assertThat(collected.all()).containsExactly("naughty/echo new was old now text/plain");
    assertThat(done).hasValue(1);
  }

  @Test
  void skipsUnwantedEvents() {
    start();
    offer("a.bin", "x");
    awaitIdle();
    assertThat(collected.all()).isEmpty();
    assertThat(inspections.counts().finished()).isEqualTo(1);
    assertThat(inspections.wants(Bytes.of("/lab/a.bin"))).isFalse();
    assertThat(inspections.wants(Bytes.of("/lab/A.TXT"))).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "throw, IOException: it makes no sense",
    "error, NoClassDefFoundError: a/Missing",
    "overflow, StackOverflowError",
    "huge, 'IOException: a finding of 4194305 bytes, more than 4194304'"
  })
  void recordsAFailureOfTheInspector(String text, String detail) {
    start();
    offer("bad.txt", text);
    offer("good.txt", "fine");
    awaitIdle();
    assertThat(collected.all())
        .containsExactly(
            "inspector/failed {\"version\":1,\"inspector\":\"naughty\",\"reason\":\"failed\","
                + "\"detail\":\""
                + detail
                + "\",\"path\":\"/lab/bad.txt\"}",
            "naughty/echo fine");
    assertThat(inspections.counts().failed()).isEqualTo(1);
    assertThat(done).hasValue(2);
  }

  @Test
  void interruptsAtTheTimeout() {
    start(NAUGHTY.traits().withTimeoutMillis(50), 100, collected);
    offer("slow.txt", "wait");
    offer("good.txt", "fine");
    awaitIdle();
    assertThat(collected.all()).hasSize(2).last().isEqualTo("naughty/echo fine");
    assertThat(collected.all().get(0)).contains("\"reason\":\"timeout\"", "gave up after 50 ms");
    assertThat(inspections.counts().timedOut()).isEqualTo(1);
  }

  @Test
  void yieldsWhileTheQueueIsShort() {
    start();
    offer("a.txt", "priority");
    awaitIdle();
    assertThat(collected.all()).containsExactly("naughty/priority " + Thread.MIN_PRIORITY);
  }

  @Test
  void doesNotYieldWhenTheQueueIsLong() throws Exception {
    start(NAUGHTY.traits(), 4, collected);
    CountDownLatch isWanted = new CountDownLatch(1);
    CountDownLatch isFree = new CountDownLatch(1);
    offer(Bytes.of("/lab/a.txt"), Content.absent(), new Blocking(content("x"), isWanted, isFree));
    isWanted.await();
    for (int i = 0; i < 4; i++) {
      offer("b.txt", "priority");
    }
    isFree.countDown();
    awaitIdle();
    assertThat(collected.all())
        .containsExactly(
            "naughty/echo x",
            "naughty/priority " + Thread.NORM_PRIORITY,
            "naughty/priority " + Thread.MIN_PRIORITY,
            "naughty/priority " + Thread.MIN_PRIORITY,
            "naughty/priority " + Thread.MIN_PRIORITY);
  }

  @Test
  void stopsYieldingWhenItTakesLong() {
    start(NAUGHTY.traits().withTimeoutMillis(8_000), 100, collected);
    offer("a.txt", "hurry");
    awaitIdle();
    assertThat(collected.all()).containsExactly("naughty/priority " + Thread.NORM_PRIORITY);
  }

  @Test
  void continuesWhenAnInspectorNeverReturns() {
    start(NAUGHTY.traits().withTimeoutMillis(50), 100, collected);
    for (int i = 0; i < 3; i++) {
      offer("stuck.txt", "spin");
      offer("good.txt", "fine");
    }
    offer("good.txt", "fine");
    awaitIdle();
    assertThat(collected.all())
        .filteredOn(each -> each.contains("did not return after"))
        .hasSize(3);
    assertThat(collected.all()).last().asString().contains("\"reason\":\"disabled\"");
    assertThat(done).hasValue(7);
  }

  @Test
  void refusesAndRecordsChangeWhenTheQueueIsFull() throws InterruptedException {
    CountDownLatch isBlocked = new CountDownLatch(1);
    start(NAUGHTY.traits(), 2, collected);
    CountDownLatch free = new CountDownLatch(1);
    offer(Bytes.of("/lab/a.txt"), Content.absent(), new Blocking(content("a"), isBlocked, free));
    isBlocked.await();
    assertThat(offer("b.txt", "b")).isTrue();
    assertThat(offer("c.txt", "c")).isTrue();
    assertThat(offer("d.txt", "d")).isFalse();
    assertThat(done).hasValue(1);
    free.countDown();
    awaitIdle();
    InspectionCounts counts = inspections.counts();
    assertThat(counts.refused()).isEqualTo(1);
    assertThat(counts.finished()).isEqualTo(3);
    assertThat(collected.all()).filteredOn(each -> each.contains("queue-full")).hasSize(1);
  }

  @Test
  void skipsInspectionWhenTooMuchMayDiffer() {
    start(NAUGHTY.traits().withMaxBytes(3), 100, collected);
    offer("a.txt", "1234");
    offer("b.txt", "123");
    awaitIdle();
    assertThat(collected.all()).hasSize(2).last().isEqualTo("naughty/echo 123");
    assertThat(collected.all().get(0)).contains("\"reason\":\"too-large\"");
  }

  /** The inspector reads only the beginning, so the size of the file does not matter. */
  @Test
  void inspectsLargeNewFilesIfInspectorReadsOnlyAPart() {
    start(NAUGHTY.traits().withMaxBytes(3).readingTail(), 100, collected);
    offer("a.txt", "1234");
    offer(Bytes.of("/lab/b.txt"), content("5"), content("1234"));
    awaitIdle();
    assertThat(collected.all()).hasSize(2).contains("naughty/echo 1234");
    assertThat(collected.all()).anyMatch(each -> each.contains("\"reason\":\"too-large\""));
  }

  @Test
  void reportsLostContentWhenAQueuedFileChanges() throws IOException {
    start();
    Path file = Files.writeString(directory.resolve("x"), "short");
    Content after = Contents.of(file);
    Files.writeString(file, "longer than it was");
    offer(Bytes.of("/lab/a.txt"), Content.absent(), after);
    awaitIdle();
    assertThat(collected.all())
        .singleElement()
        .asString()
        .contains("content-lost", "changed again", "5 bytes, then 18");
  }

  @Test
  void finishesChangesIfFindingsCannotBeRecorded() {
    start(
        NAUGHTY.traits(),
        100,
        new FindingOutput() {
          @Override
          public void found(Inspection inspection, Finding finding) {
            throw new ColophonException(ErrorCode.KERNEL_FAILED, "the disk is gone");
          }

          @Override
          public void flush() {
            throw new ColophonException(ErrorCode.KERNEL_FAILED, "the disk is gone");
          }
        });
    offer("a.txt", "a");
    offer("b.txt", "b");
    awaitIdle();
    assertThat(done).hasValue(2);
  }

  @Test
  void finishesQueuedChangesAndRefusesNewOnesWhenClosed() {
    start();
    for (int i = 0; i < 20; i++) {
      offer(i + ".txt", "x" + i);
    }
    inspections.close();
    assertThat(collected.all()).hasSize(20);
    assertThat(offer("late.txt", "late")).isFalse();
    assertThat(done).hasValue(21);
  }
}
