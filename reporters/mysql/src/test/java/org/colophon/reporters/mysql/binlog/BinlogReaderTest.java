// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.binlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.shyiko.mysql.binlog.BinaryLogFileReader;
import com.github.shyiko.mysql.binlog.event.DeleteRowsEventData;
import com.github.shyiko.mysql.binlog.event.Event;
import com.github.shyiko.mysql.binlog.event.UpdateRowsEventData;
import com.github.shyiko.mysql.binlog.event.WriteRowsEventData;
import com.sun.management.ThreadMXBean;
import io.airlift.compress.zstd.ZstdCompressor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import org.colophon.core.error.ColophonException;
import org.colophon.core.spi.reporter.FileOpener;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests growing files, rotation, crashes, purging and resuming. */
class BinlogReaderTest {
  private static final int LARGE = 1 << 24;
  private static final int IGNORABLE = 28;

  private static final Pattern COUNT = Pattern.compile(" (\\d+) (?:inserted|updated|deleted)");

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"mariadb-10.11", "mysql-8.0"})
  void reportsSameStatementsForAnyGrowthOfFile(String log) throws IOException {
    Path index = ReportedEvents.copy(log, directory);
    List<String> whole = ReportedEvents.all(index).lines;
    byte[] bytes = Files.readAllBytes(directory.resolve("binlog.000001"));
    Files.write(directory.resolve("binlog.000001"), new byte[0]);
    Files.writeString(index, "./binlog.000001\n");
    ReportedEvents said = new ReportedEvents();
    try (BinlogReader reader = new BinlogReader(index, FileOpener.PLAIN, said)) {
      for (int length = 0; length < bytes.length; length += 7) {
        Files.write(directory.resolve("binlog.000001"), Arrays.copyOf(bytes, length));
        said.read(reader);
      }
      Files.write(directory.resolve("binlog.000001"), bytes);
      said.read(reader);
      Files.writeString(index, "./binlog.000001\n./binlog.000002\n");
      said.read(reader);
      Files.writeString(index, "./binlog.000001\n./binlog.000002\n./binlog.000003\n");
      said.read(reader);
    }
    assertThat(said.troubles).isEmpty();
    assertThat(said.lines).isEqualTo(whole);
  }

  @ParameterizedTest
  @ValueSource(strings = {"mariadb-10.11", "mysql-8.0", "mysql-5.7"})
  void resumesAfterEachStep(String log) throws IOException {
    Path index = ReportedEvents.copy(log, directory);
    List<String> whole = ReportedEvents.all(index).lines;
    ReportedEvents said = new ReportedEvents();
    BinlogPosition place = null;
    boolean goesOn = true;
    while (goesOn) {
      try (BinlogReader reader = new BinlogReader(index, FileOpener.PLAIN, said)) {
        if (place != null) {
          reader.resume(BinlogPosition.read(place.toBytes()));
        }
        goesOn = reader.step();
        place = reader.place();
      }
    }
    assertThat(said.troubles).isEmpty();
    assertThat(said.lines).isEqualTo(whole);
  }

  @Test
  void omitsTransactionCutOffByCrash() throws IOException {
    Path index = ReportedEvents.copy("mariadb-10.11", directory);
    Path first = directory.resolve("binlog.000001");
    // Cuts the log within the statement of GTID 0-1-8.
    Files.write(first, Arrays.copyOf(Files.readAllBytes(first), 2200));
    Files.writeString(index, "./binlog.000001\n");
    ReportedEvents said = new ReportedEvents();
    try (BinlogReader reader = new BinlogReader(index, FileOpener.PLAIN, said)) {
      said.read(reader);
      assertThat(said.troubles).isEmpty();
      assertThat(said.lines).noneMatch(line -> line.contains("orders select"));
      Files.writeString(index, "./binlog.000001\n./binlog.000002\n");
      said.read(reader);
    }
    assertThat(said.troubles).singleElement().asString().contains("not committed");
    assertThat(said.lines).noneMatch(line -> line.contains("orders select"));
    assertThat(said.lines).anyMatch(line -> line.endsWith(" 0-1-35"));
  }

  @Test
  void reportsDamageAndContinues() throws IOException {
    Path index = ReportedEvents.copy("mariadb-10.11", directory);
    Path first = directory.resolve("binlog.000001");
    byte[] bytes = Files.readAllBytes(first);
    bytes[2040] ^= 1;
    Files.write(first, bytes);
    ReportedEvents said = ReportedEvents.all(index);
    assertThat(said.troubles).containsExactly("binlog.000001:1995 its checksum is wrong (loss)");
    assertThat(said.lines).noneMatch(line -> line.contains("orders select"));
    assertThat(said.lines).anyMatch(line -> line.contains("update orders set c=c+1"));
  }

  /**
   * Damages a header so that it seems to disable checksums. Checksums would then be read as text.
   */
  @ParameterizedTest
  @ValueSource(strings = {"mariadb-10.11", "mysql-8.0", "mysql-5.7"})
  void detectsDamageThatSeemsToDisableChecksums(String log) throws IOException {
    Path index = ReportedEvents.copy(log, directory);
    Path first = directory.resolve("binlog.000001");
    byte[] bytes = Files.readAllBytes(first);
    int size = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(BinlogFile.START + 9);
    bytes[BinlogFile.START + size - 5] = 0;
    Files.write(first, bytes);
    assertThatThrownBy(() -> ReportedEvents.all(index)).hasMessageContaining("checksum");
  }

  @Test
  void reportsPurgedLogs() throws IOException {
    Path index = ReportedEvents.copy("mysql-8.0", directory);
    ReportedEvents said = new ReportedEvents();
    BinlogPosition place;
    try (BinlogReader reader = new BinlogReader(index, FileOpener.PLAIN, said)) {
      reader.step();
      place = reader.place();
    }
    Files.delete(directory.resolve("binlog.000001"));
    Files.writeString(index, "./binlog.000002\n./binlog.000003\n");
    said = new ReportedEvents();
    try (BinlogReader reader = new BinlogReader(index, FileOpener.PLAIN, said)) {
      reader.resume(place);
      said.read(reader);
    }
    assertThat(said.troubles).singleElement().asString().contains("was purged").endsWith("(loss)");
    assertThat(said.lines).anyMatch(line -> line.contains("update doc set x=4"));
  }

  /** Removes the log and restores it, as if its data directory were mounted late. */
  @Test
  void resumesOnceLogReappears() throws IOException {
    Path index = ReportedEvents.copy("mysql-8.0", directory);
    final List<String> all = ReportedEvents.all(index).lines;
    ReportedEvents said = new ReportedEvents();
    BinlogPosition place;
    try (BinlogReader reader = new BinlogReader(index, FileOpener.PLAIN, said)) {
      for (int i = 0; i < 9; i++) {
        reader.step();
      }
      place = reader.place();
    }
    assertThat(said.lines).hasSizeGreaterThan(1);
    Path away = directory.resolve("away");
    Files.move(index, away);
    try (BinlogReader reader = new BinlogReader(index, FileOpener.PLAIN, said)) {
      reader.resume(place);
      assertThat(reader.step()).isFalse();
      assertThat(reader.place()).isEqualTo(place);
      Files.move(away, index);
      said.read(reader);
    }
    assertThat(said.troubles).isEmpty();
    assertThat(said.lines).isEqualTo(all);
  }

  @Test
  void startsOverWhenLogWasReset() throws IOException {
    Path index = ReportedEvents.copy("mysql-8.0", directory);
    ReportedEvents said = new ReportedEvents();
    BinlogPosition place;
    try (BinlogReader reader = new BinlogReader(index, FileOpener.PLAIN, said)) {
      said.read(reader);
      place = reader.place();
    }
    Path third = directory.resolve("binlog.000003");
    Files.copy(
        directory.resolve("binlog.000002"),
        third,
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    said = new ReportedEvents();
    try (BinlogReader reader = new BinlogReader(index, FileOpener.PLAIN, said)) {
      reader.resume(place);
      said.read(reader);
    }
    assertThat(said.troubles).singleElement().asString().contains("was reset");
    assertThat(said.committed).isEqualTo(2);
  }

  @Test
  void readsFileWithoutIndex() throws IOException {
    Path index = ReportedEvents.copy("mysql-5.7", directory);
    List<String> whole = ReportedEvents.all(index).lines;
    Files.delete(index);
    assertThat(ReportedEvents.all(directory.resolve("binlog.000001")).lines).isEqualTo(whole);
  }

  @Test
  void rejectsEncryptedAndForeignFiles() throws IOException {
    Path log = directory.resolve("binlog.000001");
    Files.write(log, new byte[] {(byte) 0xfd, 'b', 'i', 'n', 1, 0});
    assertThatThrownBy(() -> ReportedEvents.all(log))
        .isInstanceOf(ColophonException.class)
        .hasMessageContaining("is encrypted");
    Files.writeString(log, log + "\n");
    assertThatThrownBy(() -> ReportedEvents.all(log))
        .isInstanceOf(ColophonException.class)
        .hasMessageContaining("is not a file of a binary log");
  }

  /** Compares the row counts of each statement with those of a library that reads each value. */
  @ParameterizedTest
  @ValueSource(strings = {"mariadb-10.11", "mysql-8.0", "mysql-5.7"})
  void countsRowsLikeLibrary(String log) throws IOException {
    ReportedEvents.copy(log, directory);
    Path first = directory.resolve("binlog.000001");
    List<Long> theirs = new ArrayList<>();
    try (BinaryLogFileReader reader = new BinaryLogFileReader(first.toFile())) {
      for (Event event = reader.readEvent(); event != null; event = reader.readEvent()) {
        int rows = rows(event.getData());
        if (rows > 0) {
          theirs.add((long) rows);
        }
      }
    }
    Path index = directory.resolve("binlog.index");
    Files.writeString(index, "./binlog.000001\n");
    List<Long> ours = new ArrayList<>();
    for (String line : ReportedEvents.all(index).lines) {
      Matcher count = COUNT.matcher(line);
      while (line.startsWith("  ") && count.find()) {
        ours.add(Long.parseLong(count.group(1)));
      }
    }
    assertThat(ours).isEqualTo(theirs).hasSizeGreaterThan(15);
  }

  private static int rows(Object data) {
    if (data instanceof WriteRowsEventData write) {
      return write.getRows().size();
    } else if (data instanceof UpdateRowsEventData update) {
      return update.getRows().size();
    }
    return data instanceof DeleteRowsEventData delete ? delete.getRows().size() : 0;
  }

  /** Compresses a plain transaction, as MySQL 8.0.20 and later do. */
  @Test
  void decompressesTransactions() throws IOException {
    Path index = ReportedEvents.copy("mysql-8.0", directory);
    List<String> whole = ReportedEvents.all(index).lines;
    Path first = directory.resolve("binlog.000001");
    byte[] plain = Files.readAllBytes(first);
    // The transaction of three statements: its GTID ends at 2090, its last event at 2569.
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    packed.write(plain, 0, 2090);
    packed.writeBytes(payload(Arrays.copyOfRange(plain, 2090, 2569)));
    packed.write(plain, 2569, plain.length - 2569);
    Files.write(first, packed.toByteArray());
    assertThat(ReportedEvents.all(index).lines).hasSameSizeAs(whole);
    ReportedEvents said = new ReportedEvents();
    BinlogPosition place = null;
    boolean goesOn = true;
    while (goesOn) {
      try (BinlogReader reader = new BinlogReader(index, FileOpener.PLAIN, said)) {
        if (place != null) {
          reader.resume(place);
        }
        goesOn = reader.step();
        place = reader.place();
      }
    }
    assertThat(said.troubles).isEmpty();
    assertThat(said.lines).containsAll(whole.stream().filter(l -> l.startsWith("  ")).toList());
    assertThat(said.committed).isEqualTo(ReportedEvents.all(index).committed);
  }

  @Test
  void holdsCompressedTransactionInMemoryOnce() throws IOException {
    Path index = ReportedEvents.copy("mysql-8.0", directory);
    final int committed = ReportedEvents.all(index).committed;
    Path first = directory.resolve("binlog.000001");
    byte[] plain = Files.readAllBytes(first);
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.writeBytes(new byte[] {2, 3, (byte) 0xfc, (byte) 255, 0, 0}); // uncompressed
    while (body.size() < LARGE) {
      body.writeBytes(event(IGNORABLE, new byte[1 << 15]));
    }
    body.writeBytes(unchecked(Arrays.copyOfRange(plain, 2090, 2569)));
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    packed.write(plain, 0, 2090);
    packed.writeBytes(event(40, body.toByteArray()));
    packed.write(plain, 2569, plain.length - 2569);
    Files.write(first, packed.toByteArray());
    ThreadMXBean memory = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = memory.getCurrentThreadAllocatedBytes();
    ReportedEvents said = ReportedEvents.all(index);
    assertThat(memory.getCurrentThreadAllocatedBytes() - before).isLessThan(4L * LARGE);
    assertThat(said.troubles).isEmpty();
    assertThat(said.committed).isEqualTo(committed);
  }

  private static byte[] unchecked(byte[] events) {
    ByteArrayOutputStream inner = new ByteArrayOutputStream();
    for (int at = 0; at < events.length; ) {
      int size = (events[at + 9] & 0xff) | (events[at + 10] & 0xff) << 8;
      byte[] event = Arrays.copyOfRange(events, at, at + size - 4);
      event[9] = (byte) (size - 4);
      event[10] = (byte) (size - 4 >> 8);
      inner.writeBytes(event);
      at += size;
    }
    return inner.toByteArray();
  }

  private static byte[] payload(byte[] events) throws IOException {
    byte[] plain = unchecked(events);
    ZstdCompressor zstd = new ZstdCompressor();
    byte[] packed = new byte[zstd.maxCompressedLength(plain.length)];
    int length = zstd.compress(plain, 0, plain.length, packed, 0, packed.length);
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.writeBytes(new byte[] {2, 1, 0, 3, 3, (byte) 0xfc});
    body.write(plain.length);
    body.write(plain.length >> 8);
    body.write(0);
    body.write(packed, 0, length);
    return event(40, body.toByteArray());
  }

  private static byte[] event(int type, byte[] body) {
    byte[] event = new byte[19 + body.length + 4];
    event[4] = (byte) type;
    event[9] = (byte) event.length;
    event[10] = (byte) (event.length >> 8);
    event[11] = (byte) (event.length >> 16);
    event[12] = (byte) (event.length >> 24);
    System.arraycopy(body, 0, event, 19, body.length);
    CRC32 crc = new CRC32();
    crc.update(event, 0, event.length - 4);
    for (int i = 0; i < 4; i++) {
      event[event.length - 4 + i] = (byte) (crc.getValue() >> 8 * i);
    }
    return event;
  }
}
