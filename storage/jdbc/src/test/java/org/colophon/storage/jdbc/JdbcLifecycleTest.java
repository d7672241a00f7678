// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.h2.Driver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JdbcLifecycleTest {
  private static final JdbcStorageAdapterFactory FACTORY = new JdbcStorageAdapterFactory();

  @TempDir Path top;

  private final RecordBatchBuilder history = new RecordBatchBuilder();

  private StorageConfig config() {
    return StorageConfig.at(top.resolve("deep/store"));
  }

  private StorageAdapter open() {
    StorageAdapter adapter = FACTORY.create(config());
    try {
      adapter.open();
      return adapter;
    } catch (ColophonException e) {
      adapter.close();
      throw e;
    }
  }

  private static void assertFails(ErrorCode code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(ColophonException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  private Connection database() throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", "colophon");
    properties.setProperty("password", "");
    return Driver.load()
        .connect("jdbc:h2:async:" + config().directory() + "/provenance", properties);
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = database();
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Test
  void createsFilesForTheOwnerOnly() throws IOException {
    open().close();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(config().directory())))
        .isEqualTo("rwx------");
    try (Stream<Path> files = Files.list(config().directory())) {
      for (Path each : files.toList()) {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(each)))
            .as(each.toString())
            .isEqualTo("rw-------");
      }
    }
  }

  @Test
  void rejectsForeignDirectoryAndLeavesItAlone() throws IOException {
    Files.createDirectories(config().directory());
    Files.writeString(config().directory().resolve("letter.txt"), "dear");
    assertFails(ErrorCode.STORE_FOREIGN, this::open);
    assertFails(ErrorCode.STORE_FOREIGN, () -> FACTORY.openReader(config()));
    try (Stream<Path> files = Files.list(config().directory())) {
      assertThat(files).hasSize(1);
    }
  }

  @Test
  void rejectsNewerTables() throws SQLException {
    open().close();
    execute("UPDATE held SET format = 2");
    assertFails(ErrorCode.STORE_TOO_NEW, this::open);
    assertFails(ErrorCode.STORE_TOO_NEW, () -> FACTORY.openReader(config()));
  }

  @Test
  void rejectsTablesOfAnotherStore() throws SQLException {
    open().close();
    execute("UPDATE held SET store = 'another'");
    assertFails(ErrorCode.STORE_FOREIGN, this::open);
  }

  @Test
  void rejectsADatabaseWithForeignTables() throws SQLException {
    open().close();
    execute("DROP TABLE held");
    execute("CREATE TABLE letters (id INT)");
    assertFails(ErrorCode.STORE_FOREIGN, this::open);
  }

  @Test
  void completesTablesAfterACrash() throws SQLException {
    open().close();
    execute("DROP TABLE held");
    execute("DROP TABLE moment");
    try (StorageAdapter adapter = open()) {
      assertThat(adapter.heldLsn()).isZero();
    }
  }

  @Test
  void reportsDamageWhenDatabaseFileIsMissing() throws IOException {
    open().close();
    Files.delete(config().directory().resolve("provenance.mv.db"));
    assertFails(ErrorCode.STORE_CORRUPT, () -> FACTORY.openReader(config()));
  }

  @Test
  void reportsCorruptWhenFileIsDamaged() throws IOException {
    open().close();
    Path file = config().directory().resolve("provenance.mv.db");
    byte[] bytes = Files.readAllBytes(file);
    Arrays.fill(bytes, 0, 8192, (byte) 'x');
    Files.write(file, bytes);
    assertFails(ErrorCode.STORE_CORRUPT, this::open);
  }

  @Test
  void rejectsSecondWriter() {
    try (StorageAdapter first = open()) {
      assertThat(first.heldLsn()).isZero();
      assertFails(ErrorCode.STORE_LOCKED, this::open);
    }
    open().close();
  }

  @Test
  void admitsAWriterBesideAReaderOfTheSameProcess() {
    open().close();
    try (LineageReader reader = FACTORY.openReader(config());
        StorageAdapter adapter = open()) {
      adapter.append(history.file(1, "/f").build());
      adapter.flush();
      assertThat(reader.resolve(Bytes.of("/f"), Lsn.LATEST)).isEqualTo(1);
    }
  }

  @Test
  void failsInsteadOfCrashingWhenReaderOutlivesAdapter() {
    StorageAdapter adapter = open();
    LineageReader reader = adapter.reader();
    adapter.close();
    assertFails(ErrorCode.ADAPTER_FAILED, () -> reader.process(1));
  }

  @Test
  void rejectsBatchThatIsAlreadyStored() {
    try (StorageAdapter adapter = open()) {
      adapter.append(history.snapshot("s").build());
      RecordBatch again = new RecordBatchBuilder().snapshot("s").build();
      assertFails(ErrorCode.ADAPTER_FAILED, () -> adapter.append(again));
    }
  }

  @Test
  void failsWhenAnotherWriterChangedTheTables() throws SQLException {
    try (StorageAdapter adapter = open()) {
      execute("UPDATE held SET held_lsn = 7");
      adapter.append(history.snapshot("s").build());
      assertFails(ErrorCode.ADAPTER_FAILED, adapter::flush);
    }
    try (Connection connection = database();
        var statement = connection.createStatement();
        var found = statement.executeQuery("SELECT COUNT(*) FROM snapshot")) {
      found.next();
      assertThat(found.getInt(1)).isZero();
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void writesWithoutAFlushWhenTheWindowIsFull() {
    StorageConfig small =
        new StorageConfig(config().directory(), Map.of("batch-operations", "100"));
    try (StorageAdapter adapter = FACTORY.create(small)) {
      adapter.open();
      for (int batch = 0; batch < 10; batch++) {
        for (int i = 0; i < 100; i++) {
          history.access(OperationKind.READ, 1, 1, 1);
        }
        adapter.append(history.build());
      }
      assertThat(adapter.reader().visibleLsn()).isEqualTo(900);
      assertThat(adapter.heldLsn()).isZero();
      assertThat(adapter.sync()).isEqualTo(1000);
      assertThat(adapter.heldLsn()).isEqualTo(1000);
    }
  }

  /** Uses lengths beyond the limits of H2's columns, indexes or parameters. */
  @Test
  void keepsValuesOfAnyLengthAndContent() {
    byte[] raw = new byte[3 << 20];
    Arrays.fill(raw, (byte) 0xff);
    Bytes huge = Bytes.wrap(raw);
    Bytes quotes = Bytes.of("/" + "'\"\\\0\n;--".repeat(20_000));
    try (StorageAdapter adapter = open()) {
      history.process(
          1, new ProcessDeclaration(huge, 1, quotes, List.of(huge, Bytes.EMPTY), quotes, 0));
      history.object(1, new ObjectDeclaration(ObjectKind.FILE, quotes, huge));
      history.bind(1, 1, quotes).extended(1, 1, "type ' \0", huge).snapshot("s'\0\u00e9");
      adapter.append(history.build());
      adapter.flush();
      LineageReader reader = adapter.reader();
      assertThat(reader.process(1).declaration().arguments()).containsExactly(huge, Bytes.EMPTY);
      assertThat(reader.process(1).declaration().identity()).isEqualTo(huge);
      assertThat(reader.object(1).declaration().label()).isEqualTo(huge);
      assertThat(reader.objectByIdentity(quotes)).isEqualTo(1);
      assertThat(reader.resolve(quotes, Lsn.LATEST)).isEqualTo(1);
      assertThat(reader.extendedRecords(1, 1).get(0).data()).isEqualTo(huge);
      assertThat(reader.extendedRecords(1, 1).get(0).type()).isEqualTo("type ' \0");
      assertThat(reader.snapshots().get(0).name()).isEqualTo("s'\0\u00e9");
    }
  }

  @Test
  void findsProcessByFormerIdentity() {
    try (StorageAdapter adapter = open()) {
      for (String identity : List.of("a", "b", "c")) {
        history.process(
            1,
            new ProcessDeclaration(Bytes.of(identity), 1, Bytes.EMPTY, List.of(), Bytes.EMPTY, 0));
        if (identity.equals("b")) {
          adapter.append(history.build());
          adapter.flush();
        }
      }
      adapter.append(history.build());
      adapter.flush();
      for (String identity : List.of("a", "b", "c")) {
        assertThat(adapter.reader().processByIdentity(Bytes.of(identity))).isEqualTo(1);
      }
    }
  }

  @Test
  void rejectsDirectoryThatH2CannotName() {
    StorageConfig odd = StorageConfig.at(top.resolve("a;INIT=x"));
    try (StorageAdapter adapter = FACTORY.create(odd)) {
      assertFails(ErrorCode.BAD_REQUEST, adapter::open);
    }
  }
}
