// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.prune.OpenRead;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.reporter.ReporterContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that a source belongs to one reporter at a time. */
@Timeout(60)
class KernelReportersTest extends KernelFixture {
  private Kernel kernel;

  @BeforeEach
  void open() {
    kernel = Kernel.open(config(new RecordingAdapter()).build());
  }

  @AfterEach
  void close() {
    kernel.close();
  }

  /** Reads sources until it is stopped, or fails after it has requested all positions. */
  private static final class OpenRead implements Reporter {
    private final List<String> sources;
    private final boolean fails;
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch end = new CountDownLatch(1);

    OpenRead(boolean fails, String... sources) {
      this.sources = List.of(sources);
      this.fails = fails;
    }

    @Override
    public void run(ReporterContext context) {
      try {
        sources.forEach(context::position);
        sources.forEach(context::position); // it may ask again for its own source
        if (fails) {
          throw new ColophonException(ErrorCode.IO_FAILED, "broken");
        }
        begun.countDown();
        end.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } finally {
        begun.countDown();
      }
    }

    @Override
    public void stop() {
      end.countDown();
    }
  }

  private ReporterHandle attach(String name, OpenRead reading) throws InterruptedException {
    ReporterHandle handle = kernel.attach(name, reading, SinkOptions.DEFAULT);
    reading.begun.await();
    return handle;
  }

  private ReporterHandle read(String name, String... sources) throws InterruptedException {
    return attach(name, new OpenRead(false, sources));
  }

  private static String failure(ReporterHandle handle) {
    handle.await();
    return handle.failure().map(Throwable::getMessage).orElse("");
  }

  private static void end(ReporterHandle handle) {
    handle.stop();
    assertThat(failure(handle)).isEmpty();
  }

  @Test
  void rejectsAReporterOfAClaimedSource() throws Exception {
    ReporterHandle first = read("db", "log", "log 1", "log 2");
    ReporterHandle other = read("other", "elsewhere");

    assertThat(failure(read("db2", "log"))).isEqualTo("'log' is read by reporter db already");
    assertThat(failure(read("db3", "mine", "log 2"))).contains("'log 2' is read by reporter db");
    assertThatThrownBy(() -> kernel.requireUnclaimed("log"))
        .isInstanceOf(ColophonException.class)
        .extracting(e -> ((ColophonException) e).code())
        .isEqualTo(ErrorCode.ALREADY_EXISTS);
    assertThat(kernel.position("log")).as("position of a claimed source").isEqualTo(Bytes.EMPTY);

    end(read("db4", "mine")); // released when db3 was refused
    end(first);
    end(other);
    kernel.requireUnclaimed("log");
  }

  @Test
  void freesASourceAtOnceWhenItsReporterEnds() throws Exception {
    for (int i = 0; i < 20; i++) {
      end(read("db", "log", "log 1"));
      assertThat(failure(attach("db", new OpenRead(true, "log", "log 1")))).isEqualTo("broken");
    }
  }

  @Test
  void attachesOnlyOneOfManyConcurrentReporters() throws Exception {
    for (int round = 0; round < 20; round++) {
      OpenRead one = new OpenRead(false, "log");
      OpenRead two = new OpenRead(false, "log");
      ReporterHandle first = kernel.attach("one", one, SinkOptions.DEFAULT);
      ReporterHandle second = kernel.attach("two", two, SinkOptions.DEFAULT);
      one.begun.await();
      two.begun.await();
      first.stop();
      second.stop();
      assertThat(List.of(failure(first), failure(second)))
          .containsOnlyOnce("")
          .anyMatch(each -> each.contains("is read by reporter"));
    }
  }
}
