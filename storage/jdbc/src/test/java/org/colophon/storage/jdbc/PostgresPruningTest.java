// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.colophon.core.adapters.AdapterConfig;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelConfig;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.retention.PruneRequest;
import org.colophon.core.retention.RetentionPolicy;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.storage.LineageReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that a store whose tables are in a server is not pruned, since it has no directory to
 * rebuild.
 */
class PostgresPruningTest {
  private static final long EARLY = 1_000_000;
  private static final long LATER = 2_000_000;

  @TempDir private Path top;

  private static void record(Kernel kernel) {
    OperationSink sink = kernel.newSink("test", SinkOptions.DEFAULT);
    long process = sink.process(ProcessDeclaration.of(1, Bytes.of("/bin/cp"), EARLY), EARLY);
    long file = sink.objectAt(Bytes.of("/f"), ObjectKind.FILE, EARLY);
    sink.access(OperationKind.WRITE, Phase.WHOLE, process, file, 1, EARLY);
    sink.exit(process, 0, EARLY);
    sink.process(ProcessDeclaration.of(2, Bytes.of("/bin/cp"), LATER), LATER);
    sink.awaitDurable(sink.flush());
  }

  @Test
  void rejectsPruningWithoutAnyChange() {
    AdapterConfig postgres =
        new AdapterConfig(
            "jdbc",
            new JdbcStorageAdapterFactory(),
            PostgresServer.shared().options(PostgresFactory.schema(top)));
    try (Kernel kernel =
        Kernel.open(KernelConfig.builder(top.resolve("store")).adapter(postgres).build())) {
      record(kernel);
      RetentionPolicy policy =
          new RetentionPolicy(LATER - 1, 0, List.of(), null, (reader, roots, visitor) -> {});
      assertThatThrownBy(() -> kernel.prune(new PruneRequest(null, policy, false, 0, 1, 0)))
          .isInstanceOfSatisfying(
              ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_REQUEST))
          .hasMessageContaining("does not keep its data in its directory");
      LineageReader reader = kernel.reader("jdbc");
      assertThat(reader.lastProcess()).as("no process added for pruned records").isEqualTo(2);
    }
    assertThat(Files.exists(top.resolve("store/jdbc.1"))).isFalse();
  }
}
