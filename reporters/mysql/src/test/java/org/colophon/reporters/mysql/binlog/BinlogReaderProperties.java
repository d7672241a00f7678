package org.colophon.reporters.mysql.binlog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.lifecycle.AfterProperty;
import net.jqwik.api.lifecycle.BeforeProperty;
import org.colophon.core.error.ColophonException;

/** Whatever stands in a file: reading ends, says what is wrong, and invents nothing. */
class BinlogReaderProperties {
  private static final List<String> LOGS = List.of("mariadb-10.11", "mysql-8.0", "mysql-5.7");
  private static final int LENGTH = 20_000;

  private Path folder;

  @BeforeProperty
  void make() throws IOException {
    folder = Files.createTempDirectory("binlog");
  }

  @AfterProperty
  void remove() throws IOException {
    for (String name : List.of("binlog.index", "binlog.000001", "binlog.000002", "binlog.000003")) {
      Files.deleteIfExists(folder.resolve(name));
    }
    Files.delete(folder);
  }

  @Property(tries = 60)
  void shouldSurviveDamage(
      @ForAll @IntRange(max = 2) int log,
      @ForAll @Size(min = 1, max = 8) List<@IntRange(min = 4, max = LENGTH) Integer> places,
      @ForAll byte noise,
      @ForAll boolean hasChecksums)
      throws IOException {
    Path index = Said.copy(LOGS.get(log), folder);
    List<String> whole = Said.all(index).lines;
    Path file = folder.resolve("binlog.000001");
    byte[] bytes = Files.readAllBytes(file);
    if (!hasChecksums) {
      // Then nothing but the decoder stands between damage and the handler.
      withoutChecksums(bytes);
    }
    places.forEach(place -> bytes[4 + place % (bytes.length - 4)] ^= noise);
    Files.write(file, bytes);
    try {
      Said said = Said.all(index);
      if (hasChecksums && noise != 0) {
        said.lines.stream()
            .filter(line -> line.startsWith("  ") || line.startsWith("="))
            .forEach(line -> assertThat(whole).contains(line));
      }
    } catch (ColophonException e) {
      assertThat(e.getMessage()).contains("binlog.000001");
    }
  }

  @Property(tries = 60)
  void shouldSayNothingBeyondWhatIsCommittedInAPrefix(
      @ForAll @IntRange(max = 2) int log, @ForAll @IntRange(min = 300, max = LENGTH) int length)
      throws IOException {
    Path index = Said.copy(LOGS.get(log), folder);
    Path file = folder.resolve("binlog.000001");
    Files.writeString(index, "./binlog.000001\n");
    List<String> whole = Said.all(index).lines;
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, Math.min(bytes.length, length)));
    Said said = Said.all(index);
    assertThat(said.troubles).isEmpty();
    assertThat(whole.subList(0, said.lines.size())).isEqualTo(said.lines);
    if (!said.lines.isEmpty()) {
      assertThat(said.lines.get(said.lines.size() - 1)).doesNotStartWith("  ");
    }
  }

  private static void withoutChecksums(byte[] bytes) {
    int size = (bytes[4 + 9] & 0xff) | (bytes[4 + 10] & 0xff) << 8;
    bytes[4 + size - 5] = 0;
  }
}
