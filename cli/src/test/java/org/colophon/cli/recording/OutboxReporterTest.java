// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.colophon.cli.config.Store;
import org.colophon.client.report.RemoteSink;
import org.colophon.core.filter.CaptureRules;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.sink.OverloadPolicy;
import org.colophon.core.sink.SinkOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutboxReporterTest {
  private static final int ACCESSES = 1200;
  private static final SinkOptions OPTIONS =
      new SinkOptions(
          true, OverloadPolicy.BLOCK, CaptureRules.of(List.of(), List.of("/proc/**", "user=no")));

  @TempDir private Path directory;

  /** Writes a recording of one process that reads a file repeatedly. */
  private Path recorded() throws IOException {
    OutboxFile target = OutboxFile.create(directory.resolve("outbox"), OPTIONS);
    try (RemoteSink sink = target.open("strace", true)) {
      Bytes identity = Bytes.of("p");
      long process =
          sink.process(new ProcessDeclaration(identity, 7, identity, List.of(), Bytes.EMPTY, 0), 0);
      long object =
          sink.object(new ObjectDeclaration(ObjectKind.FILE, Bytes.of("o"), Bytes.EMPTY), 0);
      for (int i = 0; i < ACCESSES; i++) {
        sink.access(OperationKind.READ, Phase.WHOLE, process, object, 1, 0);
      }
    }
    target.close(true);
    try (Stream<Path> files = Files.list(directory.resolve("outbox"))) {
      return files.findFirst().orElseThrow();
    }
  }

  /** Reports a file into a kernel. Returns whether it is complete. */
  private static boolean report(Kernel kernel, Path file, boolean isStoppedSoon)
      throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      OutboxReporter reporter = OutboxReporter.of(file, channel).orElseThrow();
      assertThat(reporter.name()).isEqualTo("strace");
      assertThat(reporter.options()).isEqualTo(OPTIONS);
      if (isStoppedSoon) {
        reporter.stop();
      }
      kernel.attach(reporter.name(), reporter, SinkOptions.DEFAULT).await();
      return reporter.isComplete();
    }
  }

  @Test
  void reportsEachLineOnceWhenItIsRepeatedAfterAnInterruption() throws IOException {
    Path file = recorded();
    try (Kernel kernel = new Store(directory.resolve("store"), text -> {}).openKernel(List.of())) {
      assertThat(report(kernel, file, true)).isFalse();
      assertThat(file).exists();
      long before = kernel.status().reported();
      assertThat(before).isBetween(1L, ACCESSES - 1L);

      assertThat(report(kernel, file, false)).isTrue();
      assertThat(file).doesNotExist();
      assertThat(kernel.status().reported()).isBetween((long) ACCESSES, ACCESSES + 10L);
      assertThat(kernel.positions().keySet()).noneMatch(each -> each.startsWith("outbox/"));
    }
  }
}
