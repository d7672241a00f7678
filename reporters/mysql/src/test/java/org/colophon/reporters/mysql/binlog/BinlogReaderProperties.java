// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.binlog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.lifecycle.AfterProperty;
import net.jqwik.api.lifecycle.BeforeProperty;
import org.colophon.core.error.ColophonException;

/**
 * Reads damaged files. Checks that reading ends with a reported problem and reports only statements
 * of the original log.
 */
class BinlogReaderProperties {
  private static final List<String> LOGS = List.of("mariadb-10.11", "mysql-8.0", "mysql-5.7");
  private static final int LENGTH = 20_000;

  private Path directory;

  @BeforeProperty
  void make() throws IOException {
    directory = Files.createTempDirectory("binlog");
  }

  @AfterProperty
  void remove() throws IOException {
    for (String name : List.of("binlog.index", "binlog.000001", "binlog.000002", "binlog.000003")) {
      Files.deleteIfExists(directory.resolve(name));
    }
    Files.delete(directory);
  }

  @Property(tries = 60)
  void survivesDamage(
      @ForAll @IntRange(max = 2) int log,
      @ForAll @Size(min = 1, max = 8) List<@IntRange(min = 4, max = LENGTH) Integer> places,
      @ForAll byte noise,
      @ForAll boolean hasChecksums)
      throws IOException {
    Path index = ReportedEvents.copy(LOGS.get(log), directory);
    List<String> whole = ReportedEvents.all(index).lines;
    Path file = directory.resolve("binlog.000001");
    byte[] bytes = Files.readAllBytes(file);
    if (!hasChecksums) {
      // Without checksums, only the decoder detects damage.
      withoutChecksums(bytes);
    }
    places.forEach(place -> bytes[4 + place % (bytes.length - 4)] ^= noise);
    Files.write(file, bytes);
    try {
      List<String> left = ReportedEvents.all(index).lines;
      if (hasChecksums && noise != 0) {
        left.stream()
            .filter(line -> line.startsWith("  ") || line.startsWith("="))
            .forEach(line -> assertThat(whole).as(line).anyMatch(said -> isSaidBy(line, said)));
      }
    } catch (ColophonException e) {
      assertThat(e.getMessage()).contains("binlog.000001");
    }
  }

  @Property(tries = 60)
  void reportsOnlyCommittedWritesInAPrefix(
      @ForAll @IntRange(max = 2) int log, @ForAll @IntRange(min = 300, max = LENGTH) int length)
      throws IOException {
    Path index = ReportedEvents.copy(LOGS.get(log), directory);
    Path file = directory.resolve("binlog.000001");
    Files.writeString(index, "./binlog.000001\n");
    List<String> whole = ReportedEvents.all(index).lines;
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, Math.min(bytes.length, length)));
    ReportedEvents said = ReportedEvents.all(index);
    assertThat(said.troubles).isEmpty();
    assertThat(whole.subList(0, said.lines.size())).isEqualTo(said.lines);
    if (!said.lines.isEmpty()) {
      assertThat(said.lines.get(said.lines.size() - 1)).doesNotStartWith("  ");
    }
  }

  /**
   * Returns true for an expected statement. If the event with its text is damaged, only the changes
   * are reported. If the beginning of its transaction is damaged, the statement is reported outside
   * a transaction.
   */
  private static boolean isSaidBy(String line, String whole) {
    return line.equals(whole)
        || (line.startsWith(ReportedEvents.NO_TEXT) && whole.endsWith(line.substring(2)))
        || (line.startsWith("= ") && whole.replace(" [] @", " @").equals("  " + line.substring(2)));
  }

  /**
   * Changes a log so that its first event has a checksum and disables the checksums of later
   * events, as in a server's log.
   */
  private static void withoutChecksums(byte[] bytes) {
    ByteBuffer log = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int end = BinlogFile.START + log.getInt(BinlogFile.START + 9);
    bytes[end - 5] = 0;
    byte flags = bytes[BinlogFile.START + 17];
    bytes[BinlogFile.START + 17] &= ~1;
    CRC32 crc = new CRC32();
    crc.update(bytes, BinlogFile.START, end - 4 - BinlogFile.START);
    log.putInt(end - 4, (int) crc.getValue());
    bytes[BinlogFile.START + 17] = flags;
  }
}
