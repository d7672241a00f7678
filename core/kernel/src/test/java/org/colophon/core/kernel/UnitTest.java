// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.fanout.AdapterState;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.sink.OverloadPolicy;
import org.colophon.core.sink.SinkBuffer;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.reporter.ReporterContext;
import org.colophon.core.spi.storage.RecordType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests units of a reporter, and positions. */
@Timeout(60)
class UnitTest extends KernelFixture {
  private static final Bytes FILE = Bytes.of("/f");

  private final RecordingAdapter adapter = new RecordingAdapter();

  private static void read(OperationSink sink, long process, long file, int times) {
    for (int i = 0; i < times; i++) {
      sink.access(OperationKind.READ, Phase.WHOLE, process, file, 1, 0);
    }
  }

  private static ObjectDeclaration inode(int number) {
    return new ObjectDeclaration(ObjectKind.FILE, Bytes.of("inode " + number), Bytes.EMPTY);
  }

  /** Returns a copy of the store, about as kill -9 would leave it now. */
  private KernelConfig.Builder crashed() throws IOException {
    while (true) {
      try {
        return copy();
      } catch (NoSuchFileException e) {
        continue; // an unneeded segment was deleted: try another image
      }
    }
  }

  private KernelConfig.Builder copy() throws IOException {
    Path copy = Files.createTempDirectory(temp, "crashed");
    Files.createDirectories(copy.resolve("journal"));
    Files.writeString(copy.resolve("VERSION"), "colophon store 1\n");
    try (Stream<Path> files = Files.list(temp.resolve("store/journal"))) {
      for (Path file : files.toList()) {
        Files.copy(file, copy.resolve("journal").resolve(file.getFileName()));
      }
    }
    return KernelConfig.builder(copy);
  }

  @Test
  void continuesWhenPositionsTakeMoreThanASegment() {
    for (int run = 0; run < 5; run++) {
      try (Kernel kernel = Kernel.open(config(adapter).segmentBytes(4 << 10).build())) {
        OperationSink sink = kernel.newSink("test", KEEP_ALL);
        sink.begin();
        file(sink, "/f" + run);
        for (int source = 0; source < 50; source++) {
          sink.position("feed" + source, Bytes.of("x".repeat(100) + run));
        }
        sink.flush();
      }
      try (Kernel kernel = Kernel.open(config(adapter).segmentBytes(4 << 10).build())) {
        assertThat(kernel.recovery().messages()).isEmpty();
        assertThat(kernel.position("feed49")).isEqualTo(Bytes.of("x".repeat(100) + run));
        kernel.drain();
        AdapterState state = kernel.status().adapters().get(0).state();
        assertThat(state).isNotEqualTo(AdapterState.FAILED);
      }
    }
    assertThat(adapter.seen(RecordType.BIND)).hasSize(5);
  }

  /** The last frame accounts for no LSN, so synced LSNs do not prove that it is on disk. */
  @Test
  void keepsOneSegmentWhenClosed() throws Exception {
    for (int run = 0; run < 10; run++) {
      try (Kernel kernel = Kernel.open(config(adapter).build())) {
        OperationSink sink = kernel.newSink("test", KEEP_ALL);
        file(sink, "/f" + run);
        sink.position("feed", Bytes.of("" + run));
        kernel.drain();
      }
      try (Stream<Path> files = Files.list(temp.resolve("store/journal"))) {
        assertThat(files).as("segments after run %d", run).hasSize(1);
      }
    }
  }

  @Test
  void keepsPositionsAcrossCrashesAndCloses() throws Exception {
    try (Kernel kernel = Kernel.open(config(adapter).build())) {
      OperationSink sink = kernel.newSink("test", KEEP_ALL);
      sink.begin();
      file(sink, "/f");
      sink.position("feed", Bytes.of("17"));
      sink.begin();
      sink.position("other", Bytes.of("1"));
      sink.awaitDurable(sink.flush());
      assertThat(kernel.position("feed")).isEqualTo(Bytes.of("17"));
      try (Kernel after = Kernel.open(crashed().build())) {
        assertThat(after.position("feed")).isEqualTo(Bytes.of("17"));
        assertThat(after.position("nobody")).isEqualTo(Bytes.EMPTY);
      }
      sink.position("other", Bytes.EMPTY);
      sink.flush();
      kernel.drain();
      assertThat(adapter.seen()).extracting(RecordingAdapter.Seen::type).hasSize(2);
      KernelStatus status = kernel.status();
      assertThat(status.reported()).as("operations, without positions").isEqualTo(2);
      assertThat(status.journaled()).isEqualTo(2);
    }
    for (int i = 0; i < 2; i++) {
      try (Kernel kernel = Kernel.open(config(adapter).build())) {
        assertThat(kernel.position("feed")).isEqualTo(Bytes.of("17"));
        assertThat(kernel.position("other")).as("removed position").isEqualTo(Bytes.EMPTY);
      }
    }
  }

  @Test
  void carriesPositionsIntoEverySegment() throws Exception {
    KernelConfig.Builder small = config(adapter).segmentBytes(1024);
    try (Kernel kernel = Kernel.open(small.build())) {
      OperationSink sink = kernel.newSink("test", KEEP_ALL);
      sink.position("early", Bytes.of("once"));
      sink.flush();
      for (int i = 0; i < 200; i++) {
        file(sink, "/some/longer/name/" + i);
        sink.awaitDurable(sink.flush());
      }
      kernel.drain();
      long deadline = System.nanoTime() + 30_000_000_000L;
      while (Files.exists(temp.resolve("store/journal/00000000000000000001.journal"))) {
        assertThat(System.nanoTime()).as("old segments are deleted").isLessThan(deadline);
        file(sink, "/more/" + System.nanoTime());
        kernel.drain();
      }
      try (Kernel after = Kernel.open(crashed().build())) {
        assertThat(after.position("early")).isEqualTo(Bytes.of("once"));
      }
    }
    try (Kernel kernel = Kernel.open(small.build())) {
      assertThat(kernel.position("early")).isEqualTo(Bytes.of("once"));
    }
  }

  @Test
  void publishesOnlyDeclarationsBeforeTheEndOfAUnit() {
    try (Kernel kernel = Kernel.open(config(adapter).build())) {
      OperationSink sink = kernel.newSink("test", KEEP_ALL);
      long process = process(sink);
      long file = file(sink, "/f");
      kernel.drain();
      int before = adapter.seen().size();
      sink.begin();
      read(sink, process, file, 4000);
      sink.object(inode(7), 0);
      assertThatThrownBy(sink::flush).hasMessageContaining("a unit of test is open");
      assertThatThrownBy(sink::begin).hasMessageContaining("open already");
      kernel.drain();
      assertThat(adapter.seen().size() - before).isEqualTo(1);
      assertThat(adapter.seen(RecordType.OBJECT)).hasSize(2);
      sink.position("feed", Bytes.of("4000"));
      kernel.drain();
      assertThat(adapter.seen(RecordType.ACCESS)).hasSize(4000);
    }
  }

  @Test
  void dropsATooLargeUnitAndRestoresItsNames() {
    try (Kernel kernel = Kernel.open(config(adapter).build())) {
      OperationSink sink = kernel.newSink("test", KEEP_ALL);
      long process = process(sink);
      long file = file(sink, "/f");
      sink.begin();
      sink.rename(process, FILE, Bytes.of("/g"), 0);
      sink.bind(process, Bytes.of("/h"), file, 0);
      assertThat(sink.resolve(Bytes.of("/g"))).isEqualTo(file);
      assertThatThrownBy(() -> read(sink, process, file, 4096))
          .isInstanceOfSatisfying(
              ColophonException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.LIMIT_REACHED));
      assertThat(sink.resolve(FILE)).isEqualTo(file);
      assertThat(sink.resolve(Bytes.of("/g"))).isZero();
      assertThat(sink.resolve(Bytes.of("/h"))).isZero();
      assertThat(kernel.position("feed")).isEqualTo(Bytes.EMPTY);
      sink.begin();
      read(sink, process, file, 4096);
      sink.position("feed", Bytes.of("1"));
      sink.flush();
      kernel.drain();
      assertThat(adapter.seen(RecordType.ACCESS)).hasSize(4096);
      assertThat(adapter.seen(RecordType.BIND)).hasSize(1);
      KernelStatus status = kernel.status();
      assertThat(status.reported()).isEqualTo(status.journaled());
    }
  }

  private static void note(OperationSink sink, int times) {
    for (int i = 0; i < times; i++) {
      sink.note("part " + i, Bytes.of(Integer.toString(i)), new int[0]);
    }
  }

  @Test
  void acceptsAsManyOperationsWithPositionsAsWithout() {
    try (Kernel kernel = Kernel.open(config(adapter).build())) {
      OperationSink sink = kernel.newSink("test", KEEP_ALL);
      long process = process(sink);
      long file = file(sink, "/f");
      sink.begin();
      read(sink, process, file, 2000);
      note(sink, 5000);
      read(sink, process, file, 2096);
      note(sink, 5000);
      sink.position("feed", Bytes.of("1"));
      sink.flush();
      assertThat(kernel.position("feed")).isEqualTo(Bytes.of("1"));
      assertThat(kernel.position("part 4999")).isEqualTo(Bytes.of("4999"));
      kernel.drain();
      assertThat(adapter.seen(RecordType.ACCESS)).hasSize(4096);
      sink.begin();
      note(sink, 5000);
      assertThatThrownBy(() -> read(sink, process, file, 4097))
          .hasMessageContaining("4096 operations");
    }
  }

  @Test
  void dropsAUnitWithTooManyPositions() {
    try (Kernel kernel = Kernel.open(config(adapter).build())) {
      OperationSink sink = kernel.newSink("test", KEEP_ALL);
      sink.begin();
      assertThatThrownBy(() -> note(sink, 12_001))
          .isInstanceOfSatisfying(
              ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LIMIT_REACHED))
          .hasMessageContaining("12001 positions");
      sink.begin();
      sink.position("feed", Bytes.of("1"));
      sink.flush();
      assertThat(kernel.position("feed")).isEqualTo(Bytes.of("1"));
      assertThat(kernel.position("part 1")).isEqualTo(Bytes.EMPTY);
    }
  }

  /** Records buffered before the unit count too, since they are published together with it. */
  @Test
  void fitsTheLargestUnitIntoTheSmallestRing() {
    try (Kernel kernel = Kernel.open(config(adapter).ringSlots(512).build())) {
      OperationSink sink = kernel.newSink("test", KEEP_ALL);
      long process = process(sink);
      long file = file(sink, "/f");
      read(sink, process, file, 255);
      sink.begin();
      read(sink, process, file, 128);
      note(sink, 127);
      sink.position("feed", Bytes.of("1"));
      sink.flush();
      kernel.drain();
      assertThat(adapter.seen(RecordType.ACCESS)).hasSize(255 + 128);
      assertThat(kernel.position("part 126")).isEqualTo(Bytes.of("126"));
    }
  }

  /** Each segment has the positions anyway, and a slightly smaller unit would be accepted. */
  @Test
  void doesNotCountPositionsAsDataOfAUnit() {
    try (Kernel kernel = Kernel.open(config(adapter).build())) {
      OperationSink sink = kernel.newSink("test", KEEP_ALL);
      Bytes large = Bytes.wrap(new byte[(64 << 20) - 8]);
      sink.begin();
      sink.extend(0, 0, "x", large, 0);
      sink.note("part", Bytes.wrap(new byte[4096]), new int[0]);
      sink.extend(0, 0, "x", large, 0);
      sink.position("feed", Bytes.of("1"));
      sink.flush();
      assertThat(kernel.position("feed")).isEqualTo(Bytes.of("1"));
    }
  }

  @Test
  void rejectsTooMuchDataInAUnitAndTooLongPositions() {
    try (Kernel kernel = Kernel.open(config(adapter).build())) {
      OperationSink sink = kernel.newSink("test", KEEP_ALL);
      Bytes large = Bytes.wrap(new byte[64 << 20]);
      sink.begin();
      sink.extend(0, 0, "x", large, 0);
      assertThatThrownBy(() -> sink.extend(0, 0, "x", large, 0)).hasMessageContaining("128 MiB");
      sink.begin();
      read(sink, process(sink), file(sink, "/f"), 1);
      assertThatThrownBy(() -> sink.position("feed", Bytes.wrap(new byte[5000])))
          .isInstanceOfSatisfying(
              ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_INPUT));
      assertThat(sink.resolve(FILE)).isZero();
      assertThat(sink.flush()).as("LSN flushed after dropped units only").isZero();
      for (int i = 0; i < 10_000; i++) {
        sink.position("source " + i, Bytes.of("p"));
      }
      sink.flush();
      assertThatThrownBy(() -> sink.position("one more", Bytes.of("p")))
          .isInstanceOfSatisfying(
              ColophonException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.LIMIT_REACHED));
      sink.position("source 4711", Bytes.EMPTY);
      sink.flush();
      sink.position("one more", Bytes.of("p"));
      sink.flush();
    }
    try (Kernel kernel = Kernel.open(config(adapter).build())) {
      assertThat(kernel.position("source 9999")).isEqualTo(Bytes.of("p"));
      assertThat(kernel.position("one more")).isEqualTo(Bytes.of("p"));
    }
  }

  @Test
  void hidesChangedNamesUntilTheUnitIsPublished() throws Exception {
    try (Kernel kernel = Kernel.open(config(adapter).build())) {
      OperationSink one = kernel.newSink("one", KEEP_ALL);
      OperationSink two = kernel.newSink("two", KEEP_ALL);
      one.begin();
      long file = file(one, "/f");
      assertThatThrownBy(() -> two.resolve(FILE)).hasMessageContaining("open in another sink");
      AtomicLong seen = new AtomicLong(-1);
      Thread other = new Thread(() -> seen.set(two.resolve(FILE)));
      other.start();
      other.join(200);
      assertThat(seen.get()).as("lookup during the unit").isEqualTo(-1);
      one.position("feed", Bytes.of("1"));
      other.join();
      assertThat(seen.get()).isEqualTo(file);
      kernel.drain();
      assertThat(adapter.seen(RecordType.BIND)).hasSize(1);
    }
  }

  @Test
  void reclaimsNamesFromAThreadThatDiedWithinAUnit() throws Exception {
    try (Kernel kernel = Kernel.open(config(adapter).build())) {
      OperationSink two = kernel.newSink("two", KEEP_ALL);
      long before = file(two, "/f");
      Thread dying =
          new Thread(
              () -> {
                OperationSink one = kernel.newSink("one", KEEP_ALL);
                one.begin();
                one.rename(0, FILE, Bytes.of("/g"), 0);
              });
      dying.start();
      dying.join();
      assertThat(two.resolve(FILE)).isEqualTo(before);
      assertThat(two.resolve(Bytes.of("/g"))).isZero();
      two.unbind(0, FILE, 0);
      assertThat(two.resolve(FILE)).isZero();
    }
  }

  /** Leaves a unit open, like a reporter that fails within one. */
  private static final class Failing implements Reporter {
    final CountDownLatch isOpen = new CountDownLatch(1);

    @Override
    public void run(ReporterContext context) {
      assertThat(context.position("feed")).isEqualTo(Bytes.of("1"));
      OperationSink sink = context.newSink();
      file(sink, "/kept");
      sink.begin();
      file(sink, "/dropped");
      isOpen.countDown();
      throw new IllegalStateException("the feed broke");
    }

    @Override
    public void stop() {}
  }

  @Test
  void dropsTheOpenUnitOfAReporterThatFails() throws Exception {
    try (Kernel kernel = Kernel.open(config(adapter).build())) {
      OperationSink sink = kernel.newSink("test", KEEP_ALL);
      sink.position("feed", Bytes.of("1"));
      sink.flush();
      Failing failing = new Failing();
      ReporterHandle handle = kernel.attach("failing", failing, SinkOptions.DEFAULT);
      failing.isOpen.await();
      handle.await();
      assertThat(handle.failure().orElseThrow()).hasMessage("the feed broke");
      assertThat(sink.resolve(Bytes.of("/kept"))).isPositive();
      assertThat(sink.resolve(Bytes.of("/dropped"))).isZero();
      kernel.drain();
      assertThat(adapter.seen(RecordType.BIND)).hasSize(1);
    }
  }

  @Test
  void keepsPositionsAndAccountsWhenAccessesAreDropped() throws Exception {
    KernelConfig config = config(adapter).ringSlots(512).build();
    int units = 0;
    try (Kernel kernel = Kernel.open(config)) {
      OperationSink sink = kernel.newSink("test", new SinkOptions(true, OverloadPolicy.DROP));
      long process = process(sink);
      long file = file(sink, "/f");
      while (kernel.status().dropped() == 0) {
        sink.begin();
        read(sink, process, file, 100);
        sink.position("feed", Bytes.of(Integer.toString(++units)));
      }
      sink.flush();
      kernel.drain();
      assertThat(kernel.position("feed")).isEqualTo(Bytes.of(Integer.toString(units)));
      KernelStatus status = kernel.status();
      assertThat(status.reported()).isEqualTo(status.dropped() + status.accepted());
      assertThat(status.accepted()).isEqualTo(status.suppressed() + status.journaled());
      assertThat(adapter.seen(RecordType.GAP)).isNotEmpty();
    }
    try (Kernel kernel = Kernel.open(config)) {
      assertThat(kernel.position("feed")).isEqualTo(Bytes.of(Integer.toString(units)));
    }
  }

  /**
   * The declaration with the identity is published first, but a store uses the last declaration.
   */
  @Test
  void keepsTheIdentityOfAnObjectThatGetsItInItsFirstUnit() {
    try (Kernel kernel = Kernel.open(config(adapter).build())) {
      OperationSink sink = kernel.newSink("test", KEEP_ALL);
      sink.begin();
      long file = sink.objectAt(FILE, ObjectKind.OTHER, 0);
      assertThat(sink.objectAt(FILE, inode(7), 0)).isEqualTo(file);
      sink.position("feed", Bytes.of("1"));
      sink.flush();
      kernel.drain();
      assertThat(adapter.seen(RecordType.OBJECT)).hasSize(2);
      assertThat(adapter.seen(RecordType.OBJECT))
          .allSatisfy(seen -> assertThat(seen.detail()).contains("inode 7"));
    }
  }

  @Test
  void releasesTheContentsOfADroppedUnit() {
    SinkBuffer gathered = new SinkBuffer(true, 1 << 14);
    gathered.beginUnit();
    gathered.next(RecordType.EXTENDED, 0).payload = Bytes.of("large");
    gathered.dropUnit();
    assertThat(gathered.slots()[0].payload).isNull();
  }
}
