// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelConfig;
import org.colophon.core.sink.SinkOptions;
import org.colophon.service.ingest.SinkPool;
import org.colophon.service.sink.OperationTap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FinishedRunsTest {
  private static final String LINE = "{\"op\":\"process\",\"pid\":1}\n";

  @TempDir Path temp;

  private Kernel kernel;
  private Sources sources;
  private FinishedRuns ended;
  private Duration now = Duration.ZERO;

  @BeforeEach
  void open() {
    kernel = Kernel.open(KernelConfig.builder(temp.resolve("store")).build());
    sources = new Sources(kernel, new SinkPool(kernel, new OperationTap(0)), 1 << 20);
    ended = new FinishedRuns(sources, () -> now.toNanos());
  }

  @AfterEach
  void close() {
    kernel.close();
  }

  private void report(String source, int line) throws IOException {
    byte[] body = LINE.getBytes(StandardCharsets.UTF_8);
    sources.report(source, line, "", new ByteArrayInputStream(body), SinkOptions.DEFAULT);
  }

  private void lookAfter(Duration more) {
    now = now.plus(more);
    ended.forgetSilent();
  }

  @Test
  void deletesLongSilentRun() throws IOException {
    report("run-trace-1", 1);
    report("feed", 1);
    lookAfter(Duration.ZERO);
    lookAfter(FinishedRuns.SILENCE.minusSeconds(1));
    assertThat(sources.all()).containsOnlyKeys("feed", "run-trace-1");

    lookAfter(Duration.ofSeconds(1));

    assertThat(sources.all()).containsOnlyKeys("feed");
  }

  @Test
  void keepsActiveRun() throws IOException {
    for (int line = 1; line <= 5; line++) {
      report("run-trace-1", line);
      lookAfter(FinishedRuns.SILENCE.dividedBy(2));
    }
    assertThat(sources.all()).containsOnlyKeys("run-trace-1");
  }

  @Test
  void startsAtLineOneForDeletedSource() throws IOException {
    report("run-trace-1", 1);
    lookAfter(Duration.ZERO);
    sources.forget("run-trace-1");
    lookAfter(FinishedRuns.SILENCE);
    report("run-trace-1", 1);
    lookAfter(Duration.ZERO);
    lookAfter(Duration.ofSeconds(1));
    assertThat(sources.all()).containsOnlyKeys("run-trace-1");
  }

  @Test
  void deletesLimitedNumberOfRunsInOneCall() throws IOException {
    for (int run = 0; run < FinishedRuns.AT_ONCE + 1; run++) {
      report("run-" + run, 1);
    }
    lookAfter(Duration.ZERO);
    lookAfter(FinishedRuns.SILENCE);
    assertThat(sources.all()).hasSize(1);
    lookAfter(Duration.ZERO);
    assertThat(sources.all()).isEmpty();
  }
}
