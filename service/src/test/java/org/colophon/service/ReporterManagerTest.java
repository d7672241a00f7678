// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelConfig;
import org.colophon.core.sink.OverloadPolicy;
import org.colophon.service.config.ReporterSpec;
import org.colophon.service.config.ServiceConfig;
import org.colophon.service.reporter.ReporterManager;
import org.colophon.service.reporter.ReporterStatus;
import org.colophon.service.reporter.RunState;
import org.colophon.service.sink.OperationTap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests reporters that are attached, and restored after a restart. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ReporterManagerTest {
  private static final long TIMEOUT_MILLIS = 30_000;

  /** A reporter that may not start, since the configuration forbids callers to run programs. */
  private static final String LEFT_OUT =
      "\"ticker-1\":{\"id\":null,\"name\":\"ticker\",\"options\":{\"run\":\"sh\"},"
          + "\"keepAll\":false,\"onOverload\":\"BLOCK\",\"restart\":true}";

  @TempDir Path temp;

  private Kernel kernel;
  private ServiceConfig config;
  private ReporterManager manager;

  @BeforeEach
  void open() {
    config = ServiceConfig.of(temp.resolve("store"));
    kernel = Kernel.open(KernelConfig.builder(config.store()).build());
    manager = manager();
  }

  @AfterEach
  void close() throws InterruptedException {
    assertThat(manager.stopAll(TIMEOUT_MILLIS)).isEmpty();
    kernel.close();
  }

  private ReporterManager manager() {
    return new ReporterManager(kernel, config, new OperationTap(0));
  }

  /** Creates a manager as after a restart. */
  private void restart() throws InterruptedException {
    assertThat(manager.stopAll(TIMEOUT_MILLIS)).isEmpty();
    manager = manager();
    manager.start();
  }

  private ReporterStatus attach(String id, boolean restart, String option, String value) {
    Map<String, String> options = Map.of(option, value);
    return manager.attach(
        new ReporterSpec(
            id, "ticker", options, false, OverloadPolicy.BLOCK, List.of(), List.of(), restart));
  }

  private ReporterStatus attach(String id, boolean restart) {
    return attach(id, restart, "name", "x");
  }

  private void awaitState(String id, RunState state) {
    while (!manager.list().stream()
        .anyMatch(each -> each.id().equals(id) && each.state() == state)) {
      LockSupport.parkNanos(1_000_000);
    }
  }

  private List<String> ids() {
    return manager.list().stream().map(ReporterStatus::id).toList();
  }

  private Path remembered() {
    return config.store().resolve("reporters.json");
  }

  private void leaveOut() throws IOException {
    Files.writeString(remembered(), "{" + LEFT_OUT + "}");
  }

  @Test
  void keepsNewReporterUnderIdOfDetachedOne() throws Exception {
    attach("x", true);
    TickerFactory.COUNTING.lock();
    Thread detaching = new Thread(() -> manager.detach("x", TIMEOUT_MILLIS));
    try {
      detaching.start();
      while (!TickerFactory.COUNTING.hasQueuedThread(detaching)) {
        LockSupport.parkNanos(1_000_000); // until it has ended and its last counters are read
      }
      attach("x", true);
    } finally {
      TickerFactory.COUNTING.unlock();
    }
    detaching.join();
    assertThat(ids()).containsExactly("x");
    assertThat(Files.readString(remembered())).contains("\"x\"");
    assertThat(manager.detach("x", TIMEOUT_MILLIS).state()).isEqualTo(RunState.STOPPED);
    assertThat(Files.readString(remembered())).doesNotContain("\"x\"");
  }

  @Test
  void doesNotRestoreSlowlyDetachedReporter() throws Exception {
    attach("x", true);
    awaitState("x", RunState.RUNNING);
    TickerFactory.ENDING.lock();
    try {
      assertThat(manager.detach("x", 0).state()).isEqualTo(RunState.DRAINING);
      assertThat(ids()).containsExactly("x");
      assertThat(Files.readString(remembered())).isEqualTo("{}");
    } finally {
      TickerFactory.ENDING.unlock();
    }
    restart();
    assertThat(ids()).isEmpty();
  }

  @Test
  void doesNotRestoreReporterReattachedWithoutRestart() throws Exception {
    attach("x", true, "fail", "no such feed");
    awaitState("x", RunState.FAILED);
    attach("x", false);
    restart();
    assertThat(ids()).isEmpty();
  }

  @Test
  void retriesFailedReporterAtNextStart() throws Exception {
    leaveOut();
    restart();
    assertThat(ids()).isEmpty();
    attach("y", true);
    manager.detach("y", TIMEOUT_MILLIS);
    assertThat(Files.readString(remembered())).contains("ticker-1");
    assertThat(attach(null, false).id())
        .as("new id, as the failed reporter keeps its own")
        .isEqualTo("ticker-2");
    assertThat(Files.readString(remembered())).contains("ticker-1");
  }

  @Test
  void removesFailedReporterOnDetach() throws Exception {
    leaveOut();
    restart();
    ReporterStatus gone = manager.detach("ticker-1", TIMEOUT_MILLIS);
    assertThat(gone.state()).isEqualTo(RunState.FAILED);
    assertThat(gone.reason()).contains("could not be attached again");
    assertThat(Files.readString(remembered())).isEqualTo("{}");
    assertThatThrownBy(() -> manager.detach("ticker-1", TIMEOUT_MILLIS))
        .isInstanceOfSatisfying(
            ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND));
  }

  @Test
  void keepsIdsOfRestoredReporters() throws Exception {
    attach(null, true);
    ReporterSpec spec = new ReporterSpec("ticker", Map.of(), false, OverloadPolicy.BLOCK);
    config = config.withReporters(List.of(spec));
    restart();
    assertThat(ids()).containsExactlyInAnyOrder("ticker-1", "ticker-2");
  }
}
