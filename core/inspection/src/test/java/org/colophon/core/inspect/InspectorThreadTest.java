// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import org.colophon.core.inspect.caller.Caller;
import org.colophon.core.inspect.choice.InspectorSpec;
import org.colophon.core.inspect.content.Contents;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.inspect.Change;
import org.colophon.core.spi.inspect.Content;
import org.colophon.core.spi.inspect.Finding;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests a thread of the runner from its watcher's side, with an accelerated clock. */
@Timeout(60)
class InspectorThreadTest {
  private static final NaughtyInspectorFactory NAUGHTY = new NaughtyInspectorFactory();
  private static final long GRACE_NANOS = 1_000;

  @TempDir Path directory;
  private final BlockingQueue<InspectionJob> queue = new ArrayBlockingQueue<>(1);
  private final CountDownLatch isCalled = new CountDownLatch(1);
  private final CountDownLatch isFree = new CountDownLatch(1);
  private final CountDownLatch isDone = new CountDownLatch(1);
  private Inspections owner;
  private InspectorThread lane;
  private long late;

  @BeforeEach
  void call() throws InterruptedException {
    InspectorSpec spec = new InspectorSpec(NAUGHTY, Map.of(), NAUGHTY.traits());
    owner = Inspections.start(InspectionConfig.of(List.of(spec), directory), Collected::new);
    lane = new InspectorThread(owner, "lane", queue, new Stuck(), null);
    lane.thread().start();
    Change change =
        Change.of(
            Bytes.of("/a.txt"), "", Content.absent(), Contents.of(new byte[] {'a'}, directory));
    queue.put(InspectionJob.of(new Inspection(change, 1, 2, 3, isDone::countDown)));
    isCalled.await();
    late = System.nanoTime() + 2 * NAUGHTY.traits().timeoutMillis() * 1_000_000;
    lane.expireIfLate(late);
  }

  @AfterEach
  void end() {
    isFree.countDown();
    owner.close();
  }

  @Test
  void abandonsAStuckThreadOnce() {
    InspectorThread.AbandonedWork abandoned = lane.abandonIfLeftBehind(late, GRACE_NANOS);
    assertThat(abandoned.stuck().spec().name()).isEqualTo("naughty");
    assertThat(abandoned.rest().specs()).isEmpty();
    assertThat(lane.abandonIfLeftBehind(late, GRACE_NANOS)).isNull();
  }

  @Test
  void keepsAThreadThatReturnsAtTheLastMoment() throws InterruptedException {
    isFree.countDown();
    isDone.await();
    assertThat(lane.abandonIfLeftBehind(late, GRACE_NANOS)).isNull();
  }

  /** Blocks until released. */
  private final class Stuck implements Caller {
    @Override
    public List<Finding> call(InspectorSpec spec, Change change) throws IOException {
      isCalled.countDown();
      try {
        isFree.await();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
      return List.of();
    }

    @Override
    public void cancel(Thread caller) {}

    @Override
    public boolean mayHang() {
      return true;
    }

    @Override
    public void close() {}
  }
}
