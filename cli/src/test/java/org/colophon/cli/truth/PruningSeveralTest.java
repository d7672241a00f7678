// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.truth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.colophon.core.adapters.AdapterConfig;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.fanout.FanoutConfig;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelConfig;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.retention.PruneOutcome;
import org.colophon.core.retention.PruneReport;
import org.colophon.core.retention.PruneRequest;
import org.colophon.core.retention.RetentionPolicy;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.query.engine.EngineAncestors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Prunes one or both of two adapters. Checks that an identity keeps the same id. */
@Timeout(120)
class PruningSeveralTest {
  private static final long DAY = 86_400_000_000_000L;
  private static final Bytes PIPE = Bytes.of("pipe-4711");
  private static final String FIRST = "rocksdb";
  private static final String SECOND = "second";

  @TempDir Path temp;

  private static StorageAdapterFactory rocksdb() {
    return new PluginLoader<>(StorageAdapterFactory.class).get("rocksdb");
  }

  private Kernel open(String... adapters) {
    StorageAdapterFactory rocksdb = rocksdb();
    KernelConfig.Builder config = KernelConfig.builder(temp.resolve("store"));
    for (String name : adapters) {
      config.adapter(new AdapterConfig(name, rocksdb, Map.of()));
    }
    return Kernel.open(config.build());
  }

  /** Returns an engine with slow adapters. */
  private static StorageAdapterFactory slow(StorageAdapterFactory engine, AtomicLong pauseNanos) {
    return passOn(
        StorageAdapterFactory.class,
        engine,
        () -> {},
        made ->
            made instanceof StorageAdapter adapter
                ? passOn(
                    StorageAdapter.class,
                    adapter,
                    () -> LockSupport.parkNanos(pauseNanos.get()),
                    answer -> answer)
                : made);
  }

  /** Delegates all calls, with a pause before each batch. */
  private static <T> T passOn(Class<T> type, T to, Runnable pause, UnaryOperator<Object> answer) {
    return type.cast(
        Proxy.newProxyInstance(
            PruningSeveralTest.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              if (method.getName().equals("append")) {
                pause.run();
              }
              try {
                return answer.apply(method.invoke(to, arguments));
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }

  private static boolean isWithin(Thread thread, String method) {
    return Stream.of(thread.getStackTrace())
        .anyMatch(frame -> frame.getMethodName().equals(method));
  }

  private static OperationSink sink(Kernel kernel) {
    return kernel.newSink("test", SinkOptions.DEFAULT);
  }

  private static long write(OperationSink sink, long object, long nanos) {
    long process = sink.process(ProcessDeclaration.of(1, Bytes.of("/bin/w"), nanos), nanos);
    sink.access(OperationKind.WRITE, Phase.WHOLE, process, object, 1, nanos);
    sink.exit(process, 0, nanos);
    sink.awaitDurable(sink.flush());
    return process;
  }

  private static long pipe(OperationSink sink, long nanos) {
    return sink.object(
        new ObjectDeclaration(ObjectKind.PIPE, PIPE, Bytes.of("a pipe without a name")), nanos);
  }

  /** Records a write to a pipe on day 1, and a write to a file on day 2. */
  private static long record(Kernel kernel) {
    OperationSink sink = sink(kernel);
    long pipe = pipe(sink, DAY);
    write(sink, pipe, DAY);
    write(sink, sink.objectAt(Bytes.of("/f"), ObjectKind.FILE, 2 * DAY), 2 * DAY);
    kernel.drain();
    return pipe;
  }

  private static PruneRequest request(String adapter, int beforeDay) {
    RetentionPolicy policy =
        new RetentionPolicy(beforeDay * DAY - 1, 0, List.of(), null, new EngineAncestors());
    return new PruneRequest(adapter, policy, false, 0, 1, 0);
  }

  @Test
  void prunesAllAdaptersToTheSameLsnByDefault() {
    try (Kernel kernel = open(FIRST, SECOND)) {
      long pipe = record(kernel);
      PruneOutcome outcome = kernel.pruneAll(request(null, 2));
      assertThat(outcome.reports()).extracting(PruneReport::adapter).containsExactly(FIRST, SECOND);
      assertThat(outcome.reports()).allMatch(PruneReport::isDone);
      assertThat(outcome.reports()).extracting(PruneReport::cutLsn).containsOnly(cut(outcome));
      assertThat(outcome.left()).isEmpty();
      assertThat(kernel.reader(FIRST).object(pipe)).isNull();
      assertThat(kernel.reader(SECOND).object(pipe)).isNull();
      long again = pipe(sink(kernel), 3 * DAY);
      assertThat(again).as("new id, as the old one was pruned").isGreaterThan(pipe);
      assertThat(kernel.reader(FIRST).objectByIdentity(PIPE)).isEqualTo(again);
      assertThat(kernel.reader(SECOND).objectByIdentity(PIPE)).isEqualTo(again);
    }
  }

  private static long cut(PruneOutcome outcome) {
    return outcome.first().cutLsn();
  }

  @Test
  void reportsTheSkippedAdapterAndPreservesItsIdsInTheNextRun() {
    long pipe;
    try (Kernel kernel = open(FIRST, SECOND)) {
      pipe = record(kernel);
    }
    try (Kernel kernel = open(FIRST)) {
      PruneOutcome outcome = kernel.pruneAll(request(null, 2));
      assertThat(outcome.isDone()).isTrue();
      assertThat(outcome.left()).containsOnlyKeys(SECOND);
      assertThat(outcome.left().get(SECOND)).contains("not run");
    }
    try (Kernel kernel = open(FIRST, SECOND)) {
      checkOneId(kernel, pipe);
    }
  }

  /**
   * Reports the identity again. Checks that both adapters have it under its old id, with all its
   * records.
   */
  private static void checkOneId(Kernel kernel, long pipe) {
    OperationSink sink = sink(kernel);
    assertThat(pipe(sink, 3 * DAY)).isEqualTo(pipe);
    write(sink, pipe, 3 * DAY);
    for (String adapter : List.of(FIRST, SECOND)) {
      LineageReader reader = kernel.reader(adapter);
      assertThat(reader.objectByIdentity(PIPE)).as(adapter).isEqualTo(pipe);
      assertThat(reader.object(pipe)).as(adapter).isNotNull();
      assertThat(reader.object(pipe).declaration().identity()).as(adapter).isEqualTo(PIPE);
    }
  }

  @Test
  void preservesAnIdThatTheUnprunedAdapterHas() {
    for (String pruned : List.of(FIRST, SECOND)) {
      long pipe;
      temp = temp.resolve(pruned);
      try (Kernel kernel = open(FIRST, SECOND)) {
        pipe = record(kernel);
        assertThat(kernel.pruneAll(request(pruned, 2)).reports()).hasSize(1);
        assertThat(kernel.reader(pruned).object(pipe)).isNull();
        checkOneId(kernel, pipe);
      }
      try (Kernel kernel = open(FIRST, SECOND)) {
        assertThat(kernel.prune(request(pruned, 4)).isDone()).isTrue();
      }
      try (Kernel kernel = open(FIRST, SECOND)) {
        checkOneId(kernel, pipe);
      }
    }
  }

  @Test
  void preservesAnIdForAPathWhoseIdentityTheOtherAdapterHas() {
    try (Kernel kernel = open(FIRST, SECOND)) {
      long pipe = record(kernel);
      kernel.prune(request(FIRST, 2));
      OperationSink sink = sink(kernel);
      sink.objectAt(Bytes.of("/p"), ObjectKind.PIPE, 3 * DAY);
      ObjectDeclaration same = new ObjectDeclaration(ObjectKind.PIPE, PIPE, Bytes.EMPTY);
      assertThat(sink.objectAt(Bytes.of("/p"), same, 3 * DAY)).isEqualTo(pipe);
      sink.flush();
      assertThat(kernel.reader(FIRST).objectByIdentity(PIPE)).isEqualTo(pipe);
      assertThat(kernel.reader(SECOND).objectByIdentity(PIPE)).isEqualTo(pipe);
    }
  }

  @Test
  void endsPruningThatWaitsForLaggingAdapterWhenStoreIsClosed() throws Exception {
    AtomicLong pauseNanos = new AtomicLong();
    Kernel kernel =
        Kernel.open(
            KernelConfig.builder(temp.resolve("store"))
                .adapter(new AdapterConfig(FIRST, rocksdb(), Map.of()))
                .adapter(new AdapterConfig(SECOND, slow(rocksdb(), pauseNanos), Map.of()))
                .fanout(new FanoutConfig(200, 5_000, 10, 20, 500))
                .build());
    long pipe = record(kernel);
    pauseNanos.set(TimeUnit.MILLISECONDS.toNanos(100));
    OperationSink sink = sink(kernel);
    for (int i = 0; i < 400; i++) {
      write(sink, pipe, 2 * DAY); // each write is a frame
    }
    AtomicReference<Throwable> end = new AtomicReference<>();
    Thread pruning =
        new Thread(() -> end.set(catchThrowable(() -> kernel.prune(request(FIRST, 2)))));
    pruning.start();
    while (pruning.isAlive() && !isWithin(pruning, "awaitOthers")) {
      LockSupport.parkNanos(1_000_000);
    }
    Thread closing = new Thread(kernel::close);
    closing.start();
    closing.join(15_000);
    boolean isClosed = !closing.isAlive();
    pauseNanos.set(0);
    closing.join();
    pruning.join();
    assertThat(isClosed).isTrue();
    assertThat(end.get())
        .isInstanceOfSatisfying(
            ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INTERRUPTED));
    try (Kernel again = open(FIRST, SECOND)) {
      assertThat(again.prune(request(FIRST, 2)).isDone()).isTrue();
    }
  }

  @Test
  void redeclaresIdsReleasedByTheFirstOfTwoPrunings() {
    try (Kernel kernel = open(FIRST)) {
      long pipe = record(kernel);
      OperationSink sink = sink(kernel);
      assertThat(kernel.prune(request(FIRST, 2)).isDone()).isTrue();
      write(sink, sink.objectAt(Bytes.of("/g"), ObjectKind.FILE, 3 * DAY), 3 * DAY);
      assertThat(kernel.prune(request(FIRST, 3)).isDone()).isTrue();
      write(sink, pipe, 4 * DAY); // the caller continues to use the id
      assertThat(kernel.reader(FIRST).object(pipe)).isNotNull();
    }
  }
}
