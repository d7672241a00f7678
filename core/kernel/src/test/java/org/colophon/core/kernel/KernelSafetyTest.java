// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import org.colophon.core.adapters.AdapterConfig;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.fanout.AdapterRunner;
import org.colophon.core.fanout.AdapterState;
import org.colophon.core.files.FileTree;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.storage.RecordType;
import org.colophon.core.state.KernelState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests for failures that must not occur, however a kernel is used, crashed or reopened. */
@Timeout(60)
class KernelSafetyTest extends KernelFixture {
  @Test
  void rejectsUnassignedIds() {
    RecordingAdapter adapter = new RecordingAdapter();
    try (Kernel kernel = Kernel.open(config(adapter).build())) {
      OperationSink sink = kernel.newSink("test", SinkOptions.DEFAULT);
      long process = process(sink);
      long file = file(sink, "/f");
      for (long wrong : new long[] {0, -1, -5, Long.MIN_VALUE, 1L << 40}) {
        assertThatThrownBy(() -> sink.access(OperationKind.READ, Phase.WHOLE, process, wrong, 1, 0))
            .hasMessageContaining("no object has the id");
        assertThatThrownBy(() -> sink.access(OperationKind.READ, Phase.WHOLE, wrong, file, 1, 0))
            .hasMessageContaining("no process has the id");
      }
      assertThatThrownBy(() -> sink.access(null, Phase.WHOLE, process, file, 1, 0))
          .isInstanceOf(NullPointerException.class);
      assertThatThrownBy(() -> sink.rename(process, Bytes.of("/f"), null, 0))
          .isInstanceOf(NullPointerException.class);
      assertThat(sink.resolve(Bytes.of("/f"))).isEqualTo(file);
      sink.access(OperationKind.READ, Phase.WHOLE, process, file, 1, 0);
      sink.flush();
      kernel.drain();
      assertThat(adapter.seen(RecordType.ACCESS)).hasSize(1);
      assertThat(kernel.status().state()).isEqualTo(KernelState.RUNNING);
    }
  }

  @Test
  void doesNotReuseAnIdWhoseDeclarationWasNeverPublished() {
    RecordingAdapter adapter = new RecordingAdapter();
    long unpublished;
    try (Kernel kernel = Kernel.open(config(adapter).build())) {
      OperationSink one = kernel.newSink("one", SinkOptions.DEFAULT);
      OperationSink two = kernel.newSink("two", SinkOptions.DEFAULT);
      unpublished = process(one);
      two.access(OperationKind.READ, Phase.WHOLE, unpublished, file(two, "/f"), 1, 0);
      two.flush();
    }
    try (Kernel kernel = Kernel.open(config(adapter).build())) {
      assertThat(process(kernel.newSink("three", SinkOptions.DEFAULT))).isGreaterThan(unpublished);
    }
  }

  @Test
  void assignsLsnsAfterAdapterThatIsAheadOfTheJournal() throws Exception {
    RecordingAdapter adapter = new RecordingAdapter();
    long lastLsn;
    long file;
    try (Kernel kernel = Kernel.open(config(adapter).build())) {
      OperationSink sink = kernel.newSink("test", SinkOptions.DEFAULT);
      file = file(sink, "/f");
      lastLsn = sink.flush();
    }
    breakJournal();
    assertThatThrownBy(() -> Kernel.open(config(adapter).build()))
        .hasMessageContaining("accept-loss recording0");
    for (int i = 0; i < 2; i++) {
      try (Kernel kernel = Kernel.open(config(adapter).acceptLoss().build())) {
        OperationSink sink = kernel.newSink("test", SinkOptions.DEFAULT);
        long next = file(sink, "/g" + i);
        assertThat(next).isGreaterThan(file);
        file = next;
        assertThat(sink.flush()).isGreaterThan(lastLsn);
        lastLsn = sink.flush();
        kernel.drain();
        assertThat(kernel.status().adapters().get(0).state()).isEqualTo(AdapterState.RUNNING);
      }
    }
    assertThat(adapter.seen(RecordType.GAP)).isNotEmpty();
    assertThat(adapter.seen(RecordType.BIND)).hasSize(3);
  }

  @Test
  void doesNotReuseAnAcknowledgedLsnAfterACrash() throws Exception {
    RecordingAdapter adapter = new RecordingAdapter();
    Kernel.open(config(adapter).build()).close();
    Path copy = temp.resolve("copy");
    long acknowledged;
    try (Kernel kernel = Kernel.open(config(adapter).build())) {
      OperationSink sink = kernel.newSink("test", SinkOptions.DEFAULT);
      long process = process(sink);
      long file = file(sink, "/f");
      sink.awaitDurable(sink.flush());
      sink.access(OperationKind.OPEN, Phase.WHOLE, process, file, 0, 0);
      acknowledged = sink.flush();
      sink.awaitDurable(acknowledged);
      copyDirectory(temp.resolve("store/journal"), copy.resolve("journal")); // as after a crash
    }
    Files.writeString(copy.resolve("VERSION"), "colophon store 1\n");
    try (Kernel kernel = Kernel.open(KernelConfig.builder(copy).build())) {
      OperationSink sink = kernel.newSink("test", SinkOptions.DEFAULT);
      file(sink, "/g");
      assertThat(sink.flush()).isGreaterThan(acknowledged + 3);
    }
  }

  @Test
  void awaitHeldRejectsUnassignedLsnAndUnknownAdapter() {
    RecordingAdapter adapter = new RecordingAdapter();
    try (Kernel kernel = Kernel.open(config(adapter).build())) {
      OperationSink sink = kernel.newSink("test", SinkOptions.DEFAULT);
      file(sink, "/f");
      long lsn = sink.flush();
      kernel.awaitHeld("recording0", lsn);
      assertThat(adapter.heldLsn()).isGreaterThanOrEqualTo(lsn);
      assertThat(kernel.lastLsn()).isGreaterThanOrEqualTo(lsn);
      assertThatThrownBy(() -> kernel.awaitHeld("recording0", 1L << 40))
          .hasMessageContaining("was not assigned yet");
      assertThatThrownBy(() -> kernel.awaitHeld("nobody", lsn))
          .hasMessageContaining("no adapter called 'nobody'");
    }
  }

  @Test
  void keepsTheOrderWhenTheClockGoesBack() {
    RecordingAdapter adapter = new RecordingAdapter();
    try (Kernel kernel = Kernel.open(config(adapter).build())) {
      OperationSink sink = kernel.newSink("test", KEEP_ALL);
      long process = process(sink);
      long file = file(sink, "/f");
      long[] times = {5_000_000_000L, 4_000_000_000L, Long.MAX_VALUE, 1, -7, Long.MIN_VALUE};
      for (int i = 0; i < times.length; i++) {
        sink.access(OperationKind.READ, Phase.WHOLE, process, file, 100 + i, times[i]);
      }
      sink.flush();
      kernel.drain();
      assertThat(adapter.seen(RecordType.ACCESS))
          .extracting(RecordingAdapter.Seen::detail)
          .containsExactly("READ 100", "READ 101", "READ 102", "READ 103", "READ 104", "READ 105");
      assertThat(adapter.seen()).isSortedAccordingTo((a, b) -> Long.compare(a.lsn(), b.lsn()));
    }
  }

  @Test
  void reportsFailureWhenTheStoreIsDeletedWhileOpen() throws Exception {
    RecordingAdapter adapter = new RecordingAdapter();
    Kernel kernel = Kernel.open(config(adapter).segmentBytes(1024).build());
    OperationSink sink = kernel.newSink("test", KEEP_ALL);
    file(sink, "/before");
    sink.awaitDurable(sink.flush());
    FileTree.delete(temp.resolve("store"));
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 100_000; i++) {
                file(sink, "/a/name/of/some/length/" + i);
                sink.awaitDurable(sink.flush());
              }
            })
        .isInstanceOfSatisfying(
            ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.KERNEL_FAILED))
        .hasMessageContaining("journal");
    assertThat(kernel.status().state()).isEqualTo(KernelState.FAILED);
    assertThat(kernel.status().failure()).contains("store/journal");
    kernel.close();
  }

  @Test
  void overlappingCutsBeginAtTheFirst() {
    RecordingAdapter adapter = new RecordingAdapter();
    try (Kernel kernel = Kernel.open(config(adapter).build())) {
      OperationSink sink = kernel.newSink("test", SinkOptions.DEFAULT);
      long process = process(sink);
      long file = file(sink, "/f");
      sink.cut(Phase.BEGIN, process, file, 0);
      sink.cut(Phase.BEGIN, process, file, 0);
      sink.cut(Phase.END, process, file, 0);
      sink.cut(Phase.END, process, file, 0);
      sink.cut(Phase.WHOLE, process, file, 0);
      long last = sink.flush();
      kernel.drain();
      assertThat(adapter.seen(RecordType.CUT))
          .extracting(RecordingAdapter.Seen::detail)
          .containsExactly("from " + (last - 4), "from " + (last - 4), "from " + last);
    }
  }

  @Test
  void keepsTheLockWhenASecondOpenIsRefused() throws Exception {
    try (Kernel kernel = Kernel.open(config().build())) {
      assertThatThrownBy(() -> Kernel.open(config().build())).isNotNull();
      Process other =
          new ProcessBuilder(
                  "python3",
                  "-c",
                  "import fcntl,sys\n"
                      + "f=open(sys.argv[1],'r+b')\n"
                      + "fcntl.lockf(f,fcntl.LOCK_EX|fcntl.LOCK_NB)\n",
                  temp.resolve("store/lock").toString())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      assertThat(other.waitFor())
          .as("exit status of a process that requests the lock")
          .isEqualTo(1);
      assertThat(kernel.status().state()).isEqualTo(KernelState.RUNNING);
    }
  }

  @Test
  void rejectsMisleadingNames() {
    RecordingAdapter adapter = new RecordingAdapter();
    for (String name : List.of("journal", "../x", "A", "", "lock")) {
      assertThatThrownBy(() -> new AdapterConfig(name, adapter, java.util.Map.of()))
          .hasMessageContaining("adapter's name");
    }
    try (Kernel kernel = Kernel.open(config(adapter).build())) {
      for (String name : List.of("17", "a\nb", "a@b", "\u001b[31m", "x".repeat(300))) {
        assertThatThrownBy(() -> kernel.snapshot(name)).hasMessageContaining("snapshot's name");
      }
    }
  }

  @Test
  void stopsAllThreadsWhenOpeningFails() throws Exception {
    RecordingAdapter good = new RecordingAdapter();
    RecordingAdapter bad =
        new RecordingAdapter() {
          @Override
          public void open() {
            throw new ColophonException(ErrorCode.STORE_CORRUPT, "damaged");
          }
        };
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    assertThatThrownBy(() -> Kernel.open(config(good, bad).build())).hasMessage("damaged");
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      boolean ours = thread.getName().startsWith("colophon-") && !before.contains(thread);
      assertThat(ours && thread.isAlive()).as(thread.getName()).isFalse();
    }
    try (Kernel kernel = Kernel.open(config(good).build())) {
      assertThat(kernel.status().state()).isEqualTo(KernelState.RUNNING);
    }
  }

  /** An adapter that stores its failure may throw it again when it is closed. */
  @Test
  void reportsAnOpenFailureThatCloseRepeats() {
    RuntimeException failure = new ColophonException(ErrorCode.STORE_CORRUPT, "damaged");
    RecordingAdapter bad =
        new RecordingAdapter() {
          @Override
          public void open() {
            throw failure;
          }

          @Override
          public void close() {
            throw failure;
          }
        };
    assertThatThrownBy(() -> Kernel.open(config(bad).build())).isSameAs(failure);
  }

  /** Simulates a full disk under the log files. */
  private static final class BrokenLog extends Handler implements AutoCloseable {
    private final java.util.logging.Logger log;

    BrokenLog(Class<?> logging) {
      this.log = java.util.logging.Logger.getLogger(logging.getName());
      log.addHandler(this);
    }

    @Override
    public void publish(LogRecord told) {
      throw new IllegalStateException("the log is full");
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
      log.removeHandler(this);
    }
  }

  @Test
  @Timeout(20)
  void releasesDurabilityWaitersWhenTheFailureCannotBeLogged() throws Exception {
    RecordingAdapter adapter = new RecordingAdapter();
    Kernel kernel = Kernel.open(config(adapter).segmentBytes(1024).build());
    OperationSink sink = kernel.newSink("test", KEEP_ALL);
    breakJournal();
    try (BrokenLog log = new BrokenLog(Kernel.class)) {
      assertThatThrownBy(
              () -> {
                for (int i = 0; i < 100_000; i++) {
                  file(sink, "/a/name/of/some/length/" + i);
                  sink.awaitDurable(sink.flush());
                }
              })
          .isInstanceOfSatisfying(
              ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.KERNEL_FAILED))
          .hasMessageContaining("journal");
      assertThat(log.log.getHandlers()).contains(log);
    }
    kernel.close();
  }

  @Test
  @Timeout(20)
  void releasesWaitersForAnAdapterWhenItsFailureCannotBeLogged() {
    RecordingAdapter adapter = new RecordingAdapter();
    adapter.death = new ColophonException(ErrorCode.IO_FAILED, "dead");
    try (BrokenLog log = new BrokenLog(AdapterRunner.class);
        Kernel kernel = Kernel.open(config(adapter).build())) {
      file(kernel.newSink("test", SinkOptions.DEFAULT), "/f");
      kernel.drain();
      assertThat(kernel.status().adapters().get(0).state()).isEqualTo(AdapterState.FAILED);
      assertThat(log.log.getHandlers()).contains(log);
    }
  }

  @Test
  void rejectsUnreadableSegments() {
    assertThat(config().segmentBytes(256L << 20).build().journal().segmentBytes())
        .isEqualTo(256L << 20);
    assertThatThrownBy(() -> config().segmentBytes((256L << 20) + 1).build())
        .isInstanceOfSatisfying(
            ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_REQUEST))
        .hasMessageContaining("segmentBytes must be at most 268435456");
  }
}
