package org.colophon.reporters.fuse.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.colophon.core.kernel.AdapterConfig;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelConfig;
import org.colophon.core.kernel.ReporterHandle;
import org.colophon.core.kernel.SinkOptions;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Gap;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.Lsn;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.reporter.ReporterContext;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.reporters.common.os.Os;
import org.colophon.reporters.fuse.mirror.Lane;
import org.colophon.reporters.fuse.mirror.MirrorObserver;
import org.colophon.reporters.fuse.mirror.Node;
import org.colophon.reporters.fuse.mirror.OpenFile;
import org.colophon.reporters.fuse.mirror.TestNodes;
import org.colophon.reporters.fuse.process.TestPrograms;
import org.colophon.reporters.fuse.scope.Scope;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is told to a recorder without a mount, and what the kernel then knows. */
class RecorderTest {
  private static final int SOMEBODY = 1;
  private static final int UNSEEN = 0;
  private static final Bytes MOUNT = Bytes.of("/mount");

  @TempDir Path folder;
  private final Os os = Os.load();
  private final Lane lane = TestNodes.lane(os);
  private Kernel kernel;
  private OpenFile file;
  private Losses losses;

  @BeforeEach
  void open() throws Exception {
    StorageAdapterFactory memory = new PluginLoader<>(StorageAdapterFactory.class).get("memory");
    kernel =
        Kernel.open(
            KernelConfig.builder(folder.resolve("store"))
                .adapter(AdapterConfig.of(memory))
                .build());
    file = TestNodes.opening(TestNodes.of(os, Files.writeString(folder.resolve("f"), "text")));
    losses = new Losses(MOUNT);
  }

  @AfterEach
  void close() {
    kernel.close();
  }

  /** Records what is told in a scope, as a mount would. */
  private void record(Scope scope, Consumer<MirrorObserver> events) throws Exception {
    recordAll(scope, observers -> events.accept(observers.get()));
  }

  /** The same with as many observers as are asked for. */
  private void recordAll(Scope scope, Consumer<Supplier<MirrorObserver>> events) throws Exception {
    Reporter reporter =
        new Reporter() {
          @Override
          public void run(ReporterContext context) {
            Provenance provenance =
                new Provenance(
                    context,
                    TestPrograms.tableOfMany(),
                    scope,
                    Ordering.ASYNC,
                    false,
                    MOUNT,
                    MOUNT,
                    null,
                    losses);
            OperationSink sink = context.newSink();
            events.accept(provenance::newObserver);
            provenance.tick(sink);
            losses.end(sink);
          }

          @Override
          public void stop() {}
        };
    ReporterHandle handle = kernel.attach("fuse", reporter, SinkOptions.DEFAULT);
    handle.await();
    assertThat(handle.failure()).isEmpty();
    kernel.drain();
  }

  private static Scope all() {
    return new Scope(List.of(), List.of(), List.of());
  }

  private void write(MirrorObserver observer, int task) {
    lane.caller(task, 7, 7);
    observer.writing(lane, file, 0, 4);
    observer.written(lane, file, 0, 4);
  }

  private int writes() {
    return writes("/mount/f");
  }

  private int writes(String path) {
    LineageReader reader = kernel.reader("memory");
    int[] writes = new int[1];
    reader.accessesOfObject(
        reader.resolve(Bytes.of(path), Lsn.LATEST),
        AccessMode.WRITE.bit(),
        (process, object, kind, first, last, count, bytes, begin, end) -> writes[0] += count);
    return writes[0];
  }

  private List<Gap> gaps() {
    return kernel.reader("memory").gaps();
  }

  @Test
  void shouldSayThatSomethingIsMissingWhenAProcessCannotBeSeen() throws Exception {
    record(
        all(),
        observer -> {
          write(observer, SOMEBODY);
          write(observer, UNSEEN);
          lane.caller(UNSEEN, 7, 7);
          observer.read(lane, file, 0, 4);
        });

    assertThat(writes()).isEqualTo(1);
    assertThat(losses.count()).isEqualTo(2);
    assertThat(gaps())
        .singleElement()
        .satisfies(gap -> assertThat(gap.cause()).isEqualTo(GapCause.EVENTS_LOST))
        .satisfies(gap -> assertThat(gap.count()).isEqualTo(2));
  }

  @Test
  void shouldMissNothingWhenTheUnseenDoWhatIsNotWanted() throws Exception {
    record(new Scope(List.of(), List.of("f"), List.of()), observer -> write(observer, UNSEEN));
    record(new Scope(List.of(), List.of(), List.of("65534")), observer -> write(observer, UNSEEN));

    assertThat(losses.count()).isZero();
    assertThat(gaps()).isEmpty();
  }

  @Test
  void shouldChargeThoseWhoHaveItOpenWhenTheKernelWritesWhatWasMapped() throws Exception {
    record(
        all(),
        observer -> {
          lane.caller(SOMEBODY, 7, 7);
          observer.opened(lane, file);
          write(observer, Lane.NOBODY);
        });

    assertThat(writes()).isEqualTo(1);
    assertThat(losses.count()).isZero();
  }

  /** Copies of the descriptor were inherited, so that the kernel tells of no opening. */
  @Test
  void shouldChargeWhoUsesACopyOfADescriptorWhenTheKernelWritesWhatWasMapped() throws Exception {
    OpenFile other = TestNodes.opening(file.node());
    record(
        all(),
        observer -> {
          lane.caller(SOMEBODY, 7, 7);
          observer.read(lane, file, 0, 4);
          observer.opened(lane, other);
          observer.released(lane, other);
          write(observer, Lane.NOBODY);
        });

    assertThat(writes()).isEqualTo(1);
  }

  /** Tells one observer something, on a thread of its own; waits until it has or cannot. */
  private Thread tellApart(Runnable event) {
    Thread thread = new Thread(event);
    thread.start();
    while (thread.getState() != Thread.State.WAITING && thread.isAlive()) {
      Thread.onSpinWait();
    }
    return thread;
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private long object(String path) {
    return kernel.reader("memory").resolve(Bytes.of(path), Lsn.LATEST);
  }

  /** A folder moves while something is told of a file in it. */
  private void whileTheFolderMoves(Consumer<MirrorObserver> event) throws Exception {
    TestNodes.move(file.node(), "a");
    Node moving = file.node().folder();
    Node root = moving.folder();
    recordAll(
        all(),
        observers -> {
          MirrorObserver one = observers.get();
          MirrorObserver other = observers.get();
          lane.caller(SOMEBODY, 7, 7);
          one.renamed(lane, moving, root, bytes("a"), root, bytes("b"), false);
          Thread apart = tellApart(() -> event.accept(other));
          TestNodes.rename(moving, "b");
          one.moved(lane, moving, false);
          join(apart);
        });
  }

  private static byte[] bytes(String text) {
    return Bytes.of(text).toArray();
  }

  @Test
  void shouldNameAFileWhereItIsWhenItsFolderMovesMeanwhile() throws Exception {
    Lane otherLane = TestNodes.lane(os);
    otherLane.caller(SOMEBODY, 7, 7);
    whileTheFolderMoves(observer -> observer.created(otherLane, file.node()));

    assertThat(object("/mount/b/f")).isPositive();
    assertThat(object("/mount/a/f")).isZero();
  }

  @Test
  void shouldNameWhatIsUsedFirstWhereItIsWhenItsFolderMovesMeanwhile() throws Exception {
    Lane otherLane = TestNodes.lane(os);
    otherLane.caller(SOMEBODY, 7, 7);
    whileTheFolderMoves(observer -> observer.read(otherLane, file, 0, 4));

    assertThat(object("/mount/b/f")).isPositive();
    assertThat(object("/mount/a/f")).isZero();
  }

  @Test
  void shouldTakeTheNameOfWhatIsRemovedWhenItsFolderMovesMeanwhile() throws Exception {
    Lane otherLane = TestNodes.lane(os);
    otherLane.caller(SOMEBODY, 7, 7);
    TestNodes.move(file.node(), "a");
    record(all(), observer -> write(observer, SOMEBODY));
    assertThat(object("/mount/a/f")).isPositive();
    whileTheFolderMoves(observer -> observer.unlinked(otherLane, file.node().folder(), bytes("f")));

    assertThat(object("/mount/b/f")).isZero();
  }

  /** Only what is below {@code /in} is recorded. */
  private static Scope included() {
    return new Scope(List.of("/in"), List.of(), List.of());
  }

  private void writeAll(MirrorObserver observer, int programs) {
    for (int i = 0; i < programs; i++) {
      write(observer, SOMEBODY + i);
    }
  }

  /** The file comes to where it is recorded. */
  private void moveIn(MirrorObserver observer) {
    TestNodes.move(file.node(), "in");
    lane.caller(SOMEBODY, 7, 7);
    observer.moved(lane, file.node(), false);
  }

  private int writesWhereItIsRecorded() {
    return writes("/mount/in/f");
  }

  @Test
  void shouldTellOfTheNewestWritersAndThatThereWereMoreWhenALogComesToWhereItIsRecorded()
      throws Exception {
    record(
        included(),
        observer -> {
          writeAll(observer, 67);
          moveIn(observer);
        });

    assertThat(writesWhereItIsRecorded()).isEqualTo(64);
    assertThat(losses.count()).isEqualTo(3);
    assertThat(gaps())
        .singleElement()
        .satisfies(gap -> assertThat(gap.cause()).isEqualTo(GapCause.EVENTS_LOST))
        .satisfies(gap -> assertThat(gap.count()).isEqualTo(3));
  }

  @Test
  void shouldMissNothingWhenFewWroteBesideWhatIsRecorded() throws Exception {
    record(
        included(),
        observer -> {
          writeAll(observer, 64);
          writeAll(observer, 64);
          moveIn(observer);
        });

    assertThat(writesWhereItIsRecorded()).isEqualTo(64);
    assertThat(gaps()).isEmpty();
  }

  @Test
  void shouldForgetWhoWroteWhatWasCutOffBesideWhatIsRecorded() throws Exception {
    record(
        included(),
        observer -> {
          writeAll(observer, 67);
          observer.cutting(lane, file.node(), file);
          observer.cut(lane, file.node(), true);
          write(observer, SOMEBODY + 66);
          moveIn(observer);
        });

    assertThat(writesWhereItIsRecorded()).isEqualTo(1);
    assertThat(gaps()).isEmpty();
  }

  @Test
  void shouldStillSayThatThereWereMoreWhenItCouldNotBeCutOff() throws Exception {
    record(
        included(),
        observer -> {
          writeAll(observer, 67);
          observer.cutting(lane, file.node(), file);
          observer.cut(lane, file.node(), false);
          moveIn(observer);
        });

    assertThat(writesWhereItIsRecorded()).isEqualTo(64);
    assertThat(losses.count()).isEqualTo(3);
  }

  /** The file gets another name between the look at where it is and the note of its writer. */
  @Test
  void shouldTellWhoWroteWhenTheFileIsRenamedBesideWhatIsRecordedMeanwhile() throws Exception {
    Node node = file.node();
    record(
        included(),
        observer -> {
          lane.caller(SOMEBODY, 7, 7);
          observer.read(lane, file, 0, 4);
          Thread writer;
          synchronized (node) {
            writer = new Thread(() -> observer.writing(lane, file, 0, 4));
            writer.start();
            while (writer.getState() != Thread.State.BLOCKED && writer.isAlive()) {
              Thread.onSpinWait();
            }
            observer.moved(TestNodes.lane(os), node, false);
          }
          join(writer);
          moveIn(observer);
        });

    assertThat(writesWhereItIsRecorded()).isEqualTo(1);
  }

  /** A folder leaves what is recorded while a file that stays there gets a name in it. */
  @Test
  void shouldGiveNoNameWhereNothingIsRecordedWhenTheFolderLeavesMeanwhile() throws Exception {
    Node other = TestNodes.of(os, Files.writeString(folder.resolve("g"), "text"));
    TestNodes.move(other, "a");
    Node moving = other.folder();
    Node root = moving.folder();
    Lane otherLane = TestNodes.lane(os);
    otherLane.caller(SOMEBODY, 7, 7);
    recordAll(
        new Scope(List.of(), List.of("/secret"), List.of()),
        observers -> {
          MirrorObserver one = observers.get();
          MirrorObserver two = observers.get();
          write(one, SOMEBODY);
          one.renamed(lane, moving, root, bytes("a"), root, bytes("secret"), false);
          Thread apart =
              tellApart(() -> two.linked(otherLane, file.node(), moving, bytes("linked")));
          TestNodes.rename(moving, "secret");
          one.moved(lane, moving, false);
          join(apart);
        });

    assertThat(object("/mount/f")).isPositive();
    assertThat(object("/mount/secret/linked")).isZero();
  }
}
