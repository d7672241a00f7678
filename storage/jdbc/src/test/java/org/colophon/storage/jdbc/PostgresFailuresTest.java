// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.OperationKind;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.storage.jdbc.database.PostgresEngine;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the adapter when the server rejects a call or disappears. */
class PostgresFailuresTest {
  private static final JdbcStorageAdapterFactory FACTORY = new JdbcStorageAdapterFactory();
  private static final String END_OTHERS =
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
          + " WHERE application_name = 'colophon' AND pid <> pg_backend_pid()";

  @TempDir private Path top;

  private final PostgresServer server = PostgresServer.shared();
  private final RecordBatchBuilder history = new RecordBatchBuilder();
  private StorageAdapter adapter;

  @AfterEach
  void closeStore() {
    if (adapter != null) {
      adapter.close();
    }
  }

  private String schema() {
    return PostgresFactory.schema(top);
  }

  private StorageConfig config(String name, String value) {
    Map<String, String> options = new HashMap<>(server.options(schema()));
    options.put("reconnect-seconds", "30");
    options.put(name, value);
    return new StorageConfig(top.resolve("store"), options);
  }

  private StorageAdapter open(StorageConfig config) {
    StorageAdapter opened = FACTORY.create(config);
    try {
      opened.open();
      return opened;
    } catch (ColophonException e) {
      opened.close();
      throw e;
    }
  }

  private static void assertFails(ErrorCode code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(ColophonException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  private RecordBatch batch() {
    history.access(OperationKind.READ, 1, 1, 1).access(OperationKind.WRITE, 1, 2, 1);
    return history.build();
  }

  private static List<Long> seen(LineageReader reader) {
    List<Long> lsns = new ArrayList<>();
    reader.accessesOfProcess(
        1, AccessMode.ALL, (p, o, m, first, last, n, b, t, u) -> lsns.add(first));
    return lsns.stream().sorted().toList();
  }

  @Test
  void continuesWhenConnectionsAreLost() {
    adapter = open(config("batch-operations", "1"));
    LineageReader reader = adapter.reader();
    adapter.append(batch());
    adapter.flush();
    assertThat(seen(reader)).containsExactly(1L, 2L);
    server.execute(END_OTHERS);
    adapter.append(batch());
    adapter.append(batch());
    assertThat(adapter.sync()).isEqualTo(6);
    assertThat(seen(reader)).containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
  }

  /** As after a network failure, the server keeps the old session and its lock for a while. */
  @Test
  void reportsBusyUntilServerNoticesLostConnection() throws Exception {
    Map<String, String> options = new HashMap<>(server.options(schema()));
    options.put("reconnect-seconds", "0");
    options.put("batch-operations", "1");
    adapter = open(new StorageConfig(top.resolve("store"), options));
    adapter.append(batch());
    RecordBatch second = batch();
    server.execute(END_OTHERS);
    try (Connection lost = server.connect();
        Statement statement = lost.createStatement()) {
      statement.execute(
          "SELECT pg_advisory_lock(%d, %d)"
              .formatted(PostgresEngine.LOCK_CLASS, schema().hashCode()));
      assertFails(ErrorCode.ADAPTER_BUSY, () -> adapter.append(second));
      assertFails(ErrorCode.ADAPTER_BUSY, () -> adapter.append(second));
    }
    appendOnceNotBusy(second);
    assertThat(adapter.sync()).isEqualTo(4);
    assertThat(seen(adapter.reader())).containsExactly(1L, 2L, 3L, 4L);
  }

  /** The session that held the lock ends a moment after its connection was closed. */
  private void appendOnceNotBusy(RecordBatch batch) {
    for (int attempt = 0; attempt < 1000; attempt++) {
      try {
        adapter.append(batch);
        return;
      } catch (ColophonException e) {
        if (e.code() != ErrorCode.ADAPTER_BUSY) {
          throw e;
        }
      }
    }
    throw new AssertionError("the adapter remains busy");
  }

  @Test
  void reportsBusyAndAcceptsSameBatchLaterWhenServerIsGone() throws Exception {
    PostgresServer own = PostgresServer.start();
    try {
      Map<String, String> options = new HashMap<>(own.options(schema()));
      options.put("reconnect-seconds", "0");
      options.put("batch-operations", "1");
      adapter = open(new StorageConfig(top.resolve("store"), options));
      adapter.append(batch());
      RecordBatch second = batch();
      own.kill();
      assertFails(ErrorCode.ADAPTER_BUSY, () -> adapter.append(second));
      assertFails(ErrorCode.ADAPTER_BUSY, () -> adapter.append(second));
      own.run();
      adapter.append(second);
      assertThat(adapter.sync()).isEqualTo(4);
      assertThat(seen(adapter.reader())).containsExactly(1L, 2L, 3L, 4L);
    } finally {
      own.stop();
    }
  }

  @Test
  void rejectsSecondWriterAndAnotherStoresTables() {
    adapter = open(config("user", PostgresServer.USER));
    StorageConfig same = config("user", PostgresServer.USER);
    assertFails(ErrorCode.STORE_LOCKED, () -> open(same));
    adapter.close();
    adapter = null;
    StorageConfig other = new StorageConfig(top.resolve("other"), same.options());
    assertFails(ErrorCode.STORE_FOREIGN, () -> open(other));
    StorageConfig none = new StorageConfig(top.resolve("none"), same.options());
    assertFails(ErrorCode.NOT_FOUND, () -> FACTORY.openReader(none));
  }

  @Test
  void releasesTablesForNextWriterWhenClosed() {
    StorageConfig same = config("user", PostgresServer.USER);
    for (int i = 0; i < 30; i++) {
      open(same).close();
    }
    assertThat(FACTORY.openReader(same).visibleLsn()).isZero();
  }

  @Test
  void rejectsAForeignSchema() {
    server.execute("CREATE SCHEMA " + schema());
    server.execute("CREATE TABLE " + schema() + ".letters (id INT)");
    assertFails(ErrorCode.STORE_FOREIGN, () -> open(config("user", PostgresServer.USER)));
  }

  @Test
  void reportsTheCauseWhenTheServerRejects() throws IOException {
    Path wrong = Files.writeString(top.resolve("wrong"), "not it\n");
    Files.setPosixFilePermissions(wrong, PosixFilePermissions.fromString("rw-------"));
    assertFails(ErrorCode.NOT_PERMITTED, () -> open(config("password-file", wrong.toString())));
    String none = server.url().replace("/postgres", "/none");
    assertFails(ErrorCode.NOT_FOUND, () -> open(config("url", none)));
    String nobody = "jdbc:postgresql://127.0.0.1:1/postgres";
    assertFails(ErrorCode.ADAPTER_BUSY, () -> open(config("url", nobody)));
  }
}
