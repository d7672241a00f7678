// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.colophon.core.adapters.AdapterConfig;
import org.colophon.core.adapters.AdapterRefill;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelConfig;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.OperationSink;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests that tables in a server are emptied in place, and filled again from the primary. */
@Timeout(120)
class PostgresRenewalTest {
  private static final Bytes FILE = Bytes.of("/f");

  @TempDir private Path top;

  private final PostgresServer server = PostgresServer.shared();
  private final AdapterConfig primary =
      new AdapterConfig("h2", new JdbcStorageAdapterFactory(), Map.of());
  private String schema;
  private AdapterConfig tables;

  @BeforeEach
  void nameSchema() {
    schema = PostgresFactory.schema(top);
    tables = new AdapterConfig("sql", new JdbcStorageAdapterFactory(), server.options(schema));
  }

  private Kernel open() {
    return Kernel.open(
        KernelConfig.builder(top.resolve("store")).adapter(primary).adapter(tables).build());
  }

  private void record() {
    try (Kernel kernel = open()) {
      OperationSink sink = kernel.newSink("test", SinkOptions.DEFAULT);
      long process = sink.process(ProcessDeclaration.of(1, Bytes.of("/bin/cp"), 1), 1);
      long file = sink.objectAt(FILE, ObjectKind.FILE, 1);
      sink.access(OperationKind.WRITE, Phase.WHOLE, process, file, 1, 1);
      sink.awaitDurable(sink.flush());
      kernel.drain();
    }
  }

  private long count(String table) {
    return server.number("SELECT COUNT(*) FROM " + schema + "." + table);
  }

  @Test
  void hasContentOfPrimaryAfterItWasEmptied() {
    record();
    server.execute("INSERT INTO %s.gap VALUES (77, NULL, 'by hand', 1, 1)".formatted(schema));

    AdapterRefill.renew(top.resolve("store"), tables);

    assertThat(count("process")).isEqualTo(0);
    assertThat(count("gap")).as("gaps inserted by hand").isEqualTo(0);
    try (Kernel kernel = open()) {
      kernel.drain();
      assertThat(kernel.reader("sql").resolve(FILE, Lsn.LATEST))
          .isPositive()
          .isEqualTo(kernel.reader("h2").resolve(FILE, Lsn.LATEST));
    }
    assertThat(count("process")).isEqualTo(1);
  }

  @Test
  void isFilledAgainWhenTheTablesAreGone() {
    record();
    server.execute("DROP SCHEMA " + schema + " CASCADE");

    AdapterRefill.renew(top.resolve("store"), tables);
    try (Kernel kernel = open()) {
      kernel.drain();
    }

    assertThat(count("process")).isEqualTo(1);
  }

  @Test
  void keepsTablesOfAnotherStoreUnchanged() {
    record();
    server.execute("UPDATE %s.held SET store = 'another'".formatted(schema));

    assertThatThrownBy(() -> AdapterRefill.renew(top.resolve("store"), tables))
        .isInstanceOfSatisfying(
            ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_FOREIGN));

    assertThat(count("process")).isEqualTo(1);
  }
}
