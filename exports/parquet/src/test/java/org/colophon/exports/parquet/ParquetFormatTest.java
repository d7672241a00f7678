// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.generation.GenerationChain;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.OperationKind;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.query.document.TableFormat.Exported;
import org.colophon.query.document.TableFormat.HostHistory;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParquetFormatTest {
  private static final String EDGES =
      "SELECT kind, effect, cause, first_lsn, last_lsn, count FROM edges";

  @TempDir private Path directory;

  private Tables tables;
  private StorageAdapter store;

  @BeforeEach
  void makeStore() {
    tables = new Tables(directory.resolve("tables"));
    store = Tables.store(opened());
  }

  /** A process has opened a file to read it. */
  private static RecordBatchBuilder opened() {
    return new RecordBatchBuilder()
        .at(1)
        .process(1, "/bin/cat")
        .at(2)
        .file(2, "/in")
        .at(3)
        .open(OperationKind.READ, 1, 2, 10);
  }

  /** The process has read more, written, and ended. */
  private static RecordBatchBuilder ended() {
    return new RecordBatchBuilder()
        .at(4)
        .file(3, "/out")
        .at(5)
        .access(OperationKind.WRITE, 1, 3, 20)
        .at(6)
        .interval(AccessMode.READ, 1, 2, 3, 6, 4, 90)
        .at(7)
        .exit(1, 0);
  }

  private HostHistory web() {
    return Tables.history("web", store::reader);
  }

  private Set<String> ask(String sql) throws SQLException, IOException {
    try (Recipe recipe = new Recipe(tables.path())) {
      return recipe.ask(sql);
    }
  }

  private static AbstractThrowableAssert<?, ? extends Throwable> assertRefused(
      ErrorCode code, ThrowingCallable call) {
    return assertThatThrownBy(call)
        .isInstanceOfSatisfying(ColophonException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  @Test
  void addsNothingIfNothingIsNew() throws IOException {
    tables.export(web());
    Set<String> before = tables.files();
    assertThat(tables.export(web())).containsExactly(new Exported("web", 3, 0));
    assertThat(tables.files()).isEqualTo(before);
  }

  @Test
  void addsOnlyNewAndChangedRowsOfLaterExport() throws SQLException, IOException {
    tables.export(web());
    assertThat(ask(EDGES)).containsExactly("read process:1 object:2 3 null 1");
    Set<String> before = tables.files();
    Tables.append(store, ended());
    // Edges: the end of the read, and the write. Nodes: the end of the process, and the new file.
    assertThat(tables.export(web()).get(0).rows()).isEqualTo(2 + 2 + 1);
    assertThat(ask(EDGES))
        .containsExactly("read process:1 object:2 3 6 4", "write object:3 process:1 5 5 1");
    assertThat(ask("SELECT key, end_lsn, exit_status FROM nodes WHERE kind = 'process'"))
        .containsExactly("process:1 7 0");
    assertThat(tables.files()).containsAll(before).hasSize(before.size() + 3);
  }

  @Test
  void findsVersionReadAfterReportedExit() throws SQLException, IOException {
    Tables.append(store, ended());
    Tables.append(
        store,
        new RecordBatchBuilder()
            .at(8)
            .process(2, "/bin/sed")
            .file(4, "/late")
            .access(OperationKind.WRITE, 2, 4, 1)
            .cut(2, 4, 10)
            .open(OperationKind.READ, 1, 4, 1)
            .access(OperationKind.WRITE, 1, 3, 1));
    tables.export(web());
    try (Recipe recipe = new Recipe(tables.path())) {
      assertThat(recipe.lineage("origins", "web", "object:3")).contains("object:4.v1");
      assertThat(recipe.lineage("effects", "web", "object:4")).contains("object:3.v0");
    }
  }

  @Test
  void exportsHostsApart() throws SQLException, IOException {
    StorageAdapter other = Tables.store(opened(), ended());
    tables.export(web(), Tables.history("7", other::reader));
    assertThat(ask("SELECT host, count(*) FROM edges GROUP BY host"))
        .containsExactly("7 2", "web 1");
  }

  @Test
  void usesMachineIdIfAnotherHostHasName() {
    tables.export(web());
    HostHistory twin =
        new HostHistory("web", "twin-id", "9", GenerationChain.UNKNOWN, store::reader);
    assertThat(tables.export(web(), twin))
        .extracting(Exported::host)
        .containsExactly("web", "twin-id");
  }

  @Test
  void hasColumnsWithoutAnyFact() throws SQLException, IOException {
    store = Tables.store(new RecordBatchBuilder().at(1).snapshot("empty"));
    tables.export(web());
    assertThat(ask("SELECT count(*) FROM edges JOIN nodes USING (host) JOIN names USING (host)"))
        .containsExactly("0");
  }

  @Test
  void keepsTextsOfNames() throws SQLException, IOException {
    String text = "/a'b\n\u0000é\uD83D\uDE00\"";
    Bytes invalid = Bytes.wrap(new byte[] {'/', (byte) 0xff});
    Tables.append(
        store,
        new RecordBatchBuilder()
            .at(4)
            .bind(1, 2, Bytes.wrap(text.getBytes(StandardCharsets.UTF_8)))
            .at(5)
            .bind(1, 2, invalid));
    tables.export(web());
    assertThat(ask("SELECT path FROM names")).containsExactlyInAnyOrder("/in", text, "/\\xff");
  }

  @Test
  void writesNullForUnknown() throws SQLException, IOException {
    Tables.append(store, new RecordBatchBuilder().at(4).access(OperationKind.READ, 1000, 2000, 1));
    tables.export(web());
    assertThat(ask("SELECT node, version, kind, pid, name, first_lsn, time FROM nodes"))
        .contains("process:1000 null process null null null null")
        .contains("object:2000 0 null null null null null");
  }

  // --- crashes ---

  @Test
  void keepsEarlierStateUntilMarkMoves() throws SQLException, IOException {
    tables.export(web());
    String mark = Files.readString(tables.path().resolve(TableDirectory.MARK));
    Set<String> before = tables.files();
    Set<String> edges = ask(EDGES);
    Tables.append(store, ended());
    tables.export(web());
    Set<String> after = tables.files();
    // As if the machine had stopped right before the mark moved.
    Files.writeString(tables.path().resolve(TableDirectory.MARK), mark);
    assertThat(ask(EDGES)).isEqualTo(edges);
    tables.export(Tables.history("other", () -> Tables.store(opened()).reader()));
    assertThat(tables.files())
        .containsAll(before)
        .doesNotContainAnyElementsOf(added(before, after));
    tables.export(web());
    assertThat(tables.files()).containsAll(after);
    assertThat(ask(EDGES + " WHERE host = 'web'")).hasSize(2);
  }

  private static Set<String> added(Set<String> before, Set<String> after) {
    Set<String> added = new TreeSet<>(after);
    added.removeAll(before);
    return added;
  }

  @Test
  void removesFilesOfInterruptedExport() throws IOException {
    tables.export(web());
    Set<String> before = tables.files();
    Path staged = tables.path().resolve(".export/tables/edges/host=web/9-0.parquet");
    Files.createDirectories(staged.getParent());
    Files.writeString(staged, "half");
    tables.export(web());
    assertThat(tables.files()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"process", "accessesOfProcess", "objectsNamed"})
  void leavesTablesIfReaderFails(String method) throws IOException {
    tables.export(web());
    Set<String> before = tables.files();
    StorageAdapter broken = Tables.store(opened(), ended());
    ColophonException failure = ErrorCode.STORE_CORRUPT.exception("block 7 is damaged");
    HostHistory history =
        Tables.history("web", () -> FailingReader.of(broken.reader(), method, failure));
    assertThatThrownBy(() -> tables.export(history)).isSameAs(failure);
    assertThat(tables.files()).isEqualTo(before);
  }

  // --- refusals ---

  @Test
  void refusesTablesOfAnotherStore() {
    tables.export(web());
    assertRefused(ErrorCode.STORE_FOREIGN, () -> tables.exportOf("00000000000000bb", web()))
        .hasMessageContaining("tables of store 00000000000000aa");
    HostHistory other =
        new HostHistory("web", "web-id", "cc", GenerationChain.UNKNOWN, store::reader);
    assertRefused(ErrorCode.STORE_FOREIGN, () -> tables.export(other))
        .hasMessageContaining("another history of host web");
  }

  @Test
  void refusesTablesOfLaterState() {
    tables.export(Tables.history("web", () -> Tables.store(opened(), ended()).reader()));
    assertRefused(ErrorCode.STORE_FOREIGN, () -> tables.export(web()))
        .hasMessageContaining("up to LSN 7, but this store ends at 3");
  }

  @Test
  void refusesStoreThatWasRestoredFromBeforeExport() {
    tables.export(inGenerations("1@0"));
    Tables.append(store, ended());
    assertThat(tables.export(inGenerations("1@0,2@3")).get(0).lastLsn()).isEqualTo(7);
    Tables.append(store, new RecordBatchBuilder().at(8).snapshot("later"));
    assertRefused(ErrorCode.STORE_FOREIGN, () -> tables.export(inGenerations("1@0,3@5")))
        .hasMessageContaining("has been restored");
  }

  private HostHistory inGenerations(String chain) {
    return new HostHistory(
        "web",
        "web-id",
        Tables.STORE,
        GenerationChain.parse(chain.replaceAll("(\\d)@", "000000000000000$1@")),
        store::reader);
  }

  @Test
  void refusesNewerAndDamagedMark() throws IOException {
    tables.export(web());
    Path mark = tables.path().resolve(TableDirectory.MARK);
    String text = Files.readString(mark);
    Files.writeString(mark, text.replace("\"version\" : 1", "\"version\" : 2"));
    assertRefused(ErrorCode.STORE_TOO_NEW, () -> tables.export(web()));
    Files.writeString(mark, text.substring(0, text.length() / 2));
    assertRefused(ErrorCode.STORE_CORRUPT, () -> tables.export(web()));
    Files.writeString(mark, "{\"version\":1}");
    assertRefused(ErrorCode.STORE_CORRUPT, () -> tables.export(web()));
  }

  @Test
  void refusesFileAndDirectoryWithOtherContent() throws IOException {
    Files.writeString(tables.path(), "");
    assertRefused(ErrorCode.BAD_REQUEST, () -> tables.export(web())).hasMessageContaining("a file");
    Tables below = new Tables(tables.path().resolve("below"));
    assertRefused(ErrorCode.IO_FAILED, () -> below.export(web())).hasMessageContaining("below");
    Tables other = new Tables(directory);
    assertRefused(ErrorCode.BAD_REQUEST, () -> other.export(web()))
        .hasMessageContaining("has other files");
    assertThat(other.files()).containsExactly("tables");
  }

  @Test
  void keepsTablesWhoseMarkIsLost() throws IOException {
    tables.export(web());
    Files.delete(tables.path().resolve(TableDirectory.MARK));
    Set<String> before = tables.files();
    assertRefused(ErrorCode.BAD_REQUEST, () -> tables.export(web()));
    assertThat(tables.files()).isEqualTo(before);
  }

  @Test
  void refusesExportToTablesThatAnotherOneWrites() {
    HostHistory nested =
        Tables.history(
            "web",
            () -> {
              tables.export(web());
              return store.reader();
            });
    assertRefused(ErrorCode.STORE_LOCKED, () -> tables.export(nested))
        .hasMessageContaining("another export");
  }

  @Test
  void namesColumnsAsPageDoes() throws SQLException, IOException {
    tables.export(web());
    String page = Files.readString(Path.of("../../docs/reference/parquet.md"));
    for (String table : Set.of("nodes", "edges", "names")) {
      Set<String> described = new TreeSet<>();
      String part = page.substring(page.indexOf("## " + table));
      Pattern row = Pattern.compile("^\\| `(\\w+)` \\| ([A-Z]+) \\|", Pattern.MULTILINE);
      row.matcher(part.substring(0, part.indexOf("\n## ")))
          .results()
          .forEach(cells -> described.add(cells.group(1) + " " + cells.group(2)));
      assertThat(
              ask(
                  "SELECT column_name, data_type FROM information_schema.columns WHERE table_name = '%s'"
                      .formatted(table)))
          .isEqualTo(described);
    }
  }
}
