// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.colophon.core.adapters.AdapterConfig;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelConfig;
import org.colophon.core.kernel.ReporterHandle;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.fact.Gap;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.reporter.ReporterContext;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.reporters.common.os.Os;
import org.colophon.reporters.fuse.mirror.MirrorObserver;
import org.colophon.reporters.fuse.mirror.Node;
import org.colophon.reporters.fuse.mirror.OpenFile;
import org.colophon.reporters.fuse.mirror.RequestContext;
import org.colophon.reporters.fuse.mirror.TestNodes;
import org.colophon.reporters.fuse.process.TestPrograms;
import org.colophon.reporters.fuse.scope.Scope;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the events of a recorder without a mount, and their effect in Colophon's kernel. */
class RecorderTest {
  private static final int SOMEBODY = 1;
  private static final int UNSEEN = 0;
  private static final Bytes MOUNT = Bytes.of("/mount");

  @TempDir Path directory;
  private final Os os = Os.load();
  private final RequestContext request = TestNodes.request(os);
  private Kernel kernel;
  private OpenFile file;
  private RecordingLosses losses;

  @BeforeEach
  void open() throws Exception {
    StorageAdapterFactory memory = new PluginLoader<>(StorageAdapterFactory.class).get("memory");
    kernel =
        Kernel.open(
            KernelConfig.builder(directory.resolve("store"))
                .adapter(AdapterConfig.of(memory))
                .build());
    file = TestNodes.opening(TestNodes.of(os, Files.writeString(directory.resolve("f"), "text")));
    losses = new RecordingLosses(MOUNT);
  }

  @AfterEach
  void close() {
    kernel.close();
  }

  /** Records events within a scope, as a mount would. */
  private void record(Scope scope, Consumer<MirrorObserver> events) throws Exception {
    recordAll(scope, observers -> events.accept(observers.get()));
  }

  /** Records events of several observers. */
  private void recordAll(Scope scope, Consumer<Supplier<MirrorObserver>> events) throws Exception {
    Reporter reporter =
        new Reporter() {
          @Override
          public void run(ReporterContext context) {
            MountRecording provenance =
                new MountRecording(
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
    request.caller(task, 7, 7);
    observer.writing(request, file, 0, 4);
    observer.written(request, file, 0, 4);
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

  /** Returns the losses on the mount. */
  private List<Gap> gaps() {
    return kernel.reader("memory").gaps().stream()
        .filter(gap -> gap.cause() != GapCause.NOT_TRACED)
        .toList();
  }

  @Test
  void recordsOneGapForEachUntracedProcess() throws Exception {
    record(
        all(),
        observer -> {
          write(observer, SOMEBODY);
          write(observer, SOMEBODY);
          write(observer, SOMEBODY + 1);
        });

    List<Gap> gaps = kernel.reader("memory").gaps();
    assertThat(gaps).extracting(Gap::cause).containsOnly(GapCause.NOT_TRACED).hasSize(2);
    assertThat(gaps).extracting(Gap::process).doesNotHaveDuplicates().doesNotContain(0L);
  }

  @Test
  void recordsGapForInvisibleProcess() throws Exception {
    record(
        all(),
        observer -> {
          write(observer, SOMEBODY);
          write(observer, UNSEEN);
          request.caller(UNSEEN, 7, 7);
          observer.read(request, file, 0, 4);
        });

    assertThat(writes()).isEqualTo(1);
    assertThat(losses.count()).isEqualTo(2);
    assertThat(gaps())
        .singleElement()
        .satisfies(gap -> assertThat(gap.cause()).isEqualTo(GapCause.EVENTS_LOST))
        .satisfies(gap -> assertThat(gap.count()).isEqualTo(2));
  }

  @Test
  void recordsNoGapForInvisibleProcessOutsideScope() throws Exception {
    record(new Scope(List.of(), List.of("f"), List.of()), observer -> write(observer, UNSEEN));
    record(new Scope(List.of(), List.of(), List.of("65534")), observer -> write(observer, UNSEEN));

    assertThat(losses.count()).isZero();
    assertThat(gaps()).isEmpty();
  }

  @Test
  void attributesMappedWriteToUsersOfOpenFile() throws Exception {
    record(
        all(),
        observer -> {
          request.caller(SOMEBODY, 7, 7);
          observer.opened(request, file);
          write(observer, RequestContext.NOBODY);
        });

    assertThat(writes()).isEqualTo(1);
    assertThat(losses.count()).isZero();
  }

  /** Uses a process that inherited a copy of the descriptor, so that Linux reports no opening. */
  @Test
  void attributesMappedWriteToUserOfCopiedDescriptor() throws Exception {
    OpenFile other = TestNodes.opening(file.node());
    record(
        all(),
        observer -> {
          request.caller(SOMEBODY, 7, 7);
          observer.read(request, file, 0, 4);
          observer.opened(request, other);
          observer.released(request, other);
          write(observer, RequestContext.NOBODY);
        });

    assertThat(writes()).isEqualTo(1);
  }

  /** Calls an observer on a thread of its own. Waits until the call has returned or blocks. */
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

  /** Moves a directory during an event of a file in it. */
  private void whileTheDirectoryMoves(Consumer<MirrorObserver> event) throws Exception {
    TestNodes.move(file.node(), "a");
    Node moving = file.node().directory();
    Node root = moving.directory();
    recordAll(
        all(),
        observers -> {
          MirrorObserver one = observers.get();
          MirrorObserver other = observers.get();
          request.caller(SOMEBODY, 7, 7);
          one.renamed(request, moving, root, bytes("a"), root, bytes("b"), false);
          Thread apart = tellApart(() -> event.accept(other));
          TestNodes.rename(moving, "b");
          one.moved(request, moving, false);
          join(apart);
        });
  }

  private static byte[] bytes(String text) {
    return Bytes.of(text).toArray();
  }

  @Test
  void namesFileDuringMoveOfDirectory() throws Exception {
    RequestContext otherRequest = TestNodes.request(os);
    otherRequest.caller(SOMEBODY, 7, 7);
    whileTheDirectoryMoves(observer -> observer.created(otherRequest, file.node()));

    assertThat(object("/mount/b/f")).isPositive();
    assertThat(object("/mount/a/f")).isZero();
  }

  @Test
  void namesFirstUsedFileDuringMoveOfDirectory() throws Exception {
    RequestContext otherRequest = TestNodes.request(os);
    otherRequest.caller(SOMEBODY, 7, 7);
    whileTheDirectoryMoves(observer -> observer.read(otherRequest, file, 0, 4));

    assertThat(object("/mount/b/f")).isPositive();
    assertThat(object("/mount/a/f")).isZero();
  }

  @Test
  void unbindsRemovedNameDuringMoveOfDirectory() throws Exception {
    RequestContext otherRequest = TestNodes.request(os);
    otherRequest.caller(SOMEBODY, 7, 7);
    TestNodes.move(file.node(), "a");
    record(all(), observer -> write(observer, SOMEBODY));
    assertThat(object("/mount/a/f")).isPositive();
    whileTheDirectoryMoves(
        observer -> observer.unlinked(otherRequest, null, file.node().directory(), bytes("f")));

    assertThat(object("/mount/b/f")).isZero();
  }

  /** Returns a scope that records only files below {@code /in}. */
  private static Scope included() {
    return new Scope(List.of("/in"), List.of(), List.of());
  }

  private void writeAll(MirrorObserver observer, int programs) {
    for (int i = 0; i < programs; i++) {
      write(observer, SOMEBODY + i);
    }
  }

  /** Moves the file into the recorded scope. */
  private void moveIn(MirrorObserver observer) {
    TestNodes.move(file.node(), "in");
    request.caller(SOMEBODY, 7, 7);
    observer.moved(request, file.node(), false);
  }

  private int writesWhereItIsRecorded() {
    return writes("/mount/in/f");
  }

  @Test
  void reportsLatestWritersAndGapWhenLogEntersScope() throws Exception {
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
  void recordsNoGapForFewWritersOutsideScope() throws Exception {
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
  void forgetsWritersOfCutOutsideScope() throws Exception {
    record(
        included(),
        observer -> {
          writeAll(observer, 67);
          observer.cutting(request, file.node(), file);
          observer.cut(request, file.node(), true);
          write(observer, SOMEBODY + 66);
          moveIn(observer);
        });

    assertThat(writesWhereItIsRecorded()).isEqualTo(1);
    assertThat(gaps()).isEmpty();
  }

  @Test
  void keepsEvictedWriterCountAfterFailedCut() throws Exception {
    record(
        included(),
        observer -> {
          writeAll(observer, 67);
          observer.cutting(request, file.node(), file);
          observer.cut(request, file.node(), false);
          moveIn(observer);
        });

    assertThat(writesWhereItIsRecorded()).isEqualTo(64);
    assertThat(losses.count()).isEqualTo(3);
  }

  /** Renames the file between the lookup of its path and the registration of its writer. */
  @Test
  void attributesWriteDuringRenameOutsideScope() throws Exception {
    Node node = file.node();
    record(
        included(),
        observer -> {
          request.caller(SOMEBODY, 7, 7);
          observer.read(request, file, 0, 4);
          Thread writer;
          synchronized (node) {
            writer = new Thread(() -> observer.writing(request, file, 0, 4));
            writer.start();
            while (writer.getState() != Thread.State.BLOCKED && writer.isAlive()) {
              Thread.onSpinWait();
            }
            observer.moved(TestNodes.request(os), node, false);
          }
          join(writer);
          moveIn(observer);
        });

    assertThat(writesWhereItIsRecorded()).isEqualTo(1);
  }

  /** Lets a directory leave the recorded scope while a file in it is renamed. */
  @Test
  void namesNothingIfDirectoryLeavesScopeMeanwhile() throws Exception {
    Node other = TestNodes.of(os, Files.writeString(directory.resolve("g"), "text"));
    TestNodes.move(other, "a");
    Node moving = other.directory();
    Node root = moving.directory();
    RequestContext otherRequest = TestNodes.request(os);
    otherRequest.caller(SOMEBODY, 7, 7);
    recordAll(
        new Scope(List.of(), List.of("/secret"), List.of()),
        observers -> {
          MirrorObserver one = observers.get();
          MirrorObserver two = observers.get();
          write(one, SOMEBODY);
          one.renamed(request, moving, root, bytes("a"), root, bytes("secret"), false);
          Thread apart =
              tellApart(() -> two.linked(otherRequest, file.node(), moving, bytes("linked")));
          TestNodes.rename(moving, "secret");
          one.moved(request, moving, false);
          join(apart);
        });

    assertThat(object("/mount/f")).isPositive();
    assertThat(object("/mount/secret/linked")).isZero();
  }
}
