// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.graphviz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.core.spi.storage.StorageCapability;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.testing.contract.AssertingStorageAdapter;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GraphvizStorageAdapterTest {
  @TempDir private Path directory;

  private final RecordBatchBuilder history = new RecordBatchBuilder();
  private StorageAdapter adapter;

  @BeforeEach
  void openStore() {
    adapter = open(Map.of());
  }

  @AfterEach
  void closeStore() {
    adapter.close();
  }

  private StorageAdapter open(Map<String, String> options) {
    StorageAdapter opened =
        new AssertingStorageAdapter(
            new GraphvizStorageAdapterFactory()
                .create(new StorageConfig(directory.resolve("graph"), options)));
    opened.open();
    return opened;
  }

  private Path file() {
    return directory.resolve("graph/provenance.dot");
  }

  private String flushed() throws IOException {
    adapter.append(history.build());
    adapter.flush();
    return Files.readString(file());
  }

  /** Returns the lines that dot prints for its input. */
  private String drawn() throws IOException, InterruptedException {
    return Drawing.draw(file(), "plain-ext");
  }

  @Test
  void isFoundByNameAndOnlyWrites() {
    StorageAdapterFactory found = new PluginLoader<>(StorageAdapterFactory.class).get("graphviz");
    assertThat(found.capabilities()).containsExactly(StorageCapability.DURABLE);
    assertThatThrownBy(() -> adapter.reader())
        .hasFieldOrPropertyWithValue("code", ErrorCode.BAD_REQUEST);
    assertThatThrownBy(() -> found.openReader(StorageConfig.at(directory)))
        .hasFieldOrPropertyWithValue("code", ErrorCode.BAD_REQUEST);
  }

  @Test
  void isDrawableBeforeAnythingIsRecorded() throws Exception {
    assertThat(drawn()).startsWith("graph").doesNotContain("node");
  }

  @Test
  void pointsFromEffectToCauseInProvTerms() throws IOException {
    history.process(1, "cc").process(2, "as").file(1, "/a.c").file(2, "/a.o").file(3, "/cc");
    history.link(LinkKind.FORK, 2, 1).link(LinkKind.EXEC, 2, 1).derivation(2, 1, 1).cut(1, 2);
    for (OperationKind kind :
        List.of(OperationKind.READ, OperationKind.LOAD, OperationKind.ASSOCIATE)) {
      history.access(kind, 1, 1, 1);
    }
    history.access(OperationKind.WRITE, 1, 2, 1).access(OperationKind.RENAME, 1, 2, 0);
    String text = flushed();
    assertThat(text)
        .contains("\"process:2\" -> \"process:1\" [key=fork, label=\"wasInformedBy (fork)\"]")
        .contains(
            "\"process:2\" -> \"process:1\" [key=exec, label=\"wasInformedBy (exec)\", style=d")
        .contains("\"object:2\" -> \"object:1\" [key=derivation, label=\"wasDerivedFrom\"]")
        .contains(
            "\"object:2\" -> \"process:1\" [key=cut, label=\"wasInvalidatedBy\", style=dashed]")
        .contains("\"process:1\" -> \"object:1\" [key=read, label=\"used\"]")
        .contains("\"process:1\" -> \"object:1\" [key=code, label=\"used (code)\"]")
        .contains("\"process:1\" -> \"object:1\" [key=agent, label=\"wasAssociatedWith\"")
        .contains("\"object:2\" -> \"process:1\" [key=write, label=\"wasGeneratedBy\"]")
        .contains("\"object:2\" -> \"process:1\" [key=name, label=\"wasInfluencedBy (name)\"");
  }

  @Test
  void drawsARepeatedEdgeOnce() throws Exception {
    history.open(OperationKind.READ, 1, 1, 10);
    flushed();
    for (int i = 0; i < 300; i++) {
      history.access(OperationKind.READ, 1, 1, 10).access(OperationKind.WRITE, 1, 2, 1);
    }
    history.interval(AccessMode.READ, 1, 1, 1, 500, 301, 3010);
    assertThat(flushed()).containsOnlyOnce("key=read");
    adapter.close();
    adapter = open(Map.of());
    history.access(OperationKind.READ, 1, 1, 10);
    flushed();
    assertThat(drawn().lines().filter(line -> line.startsWith("edge"))).hasSize(2);
  }

  @Test
  void omitsTouchesUnlessAsked() throws IOException {
    history.access(OperationKind.OPEN, 1, 1, 0);
    assertThat(flushed()).doesNotContain("wasInfluencedBy");
    adapter.close();
    adapter = open(Map.of("touches", "yes"));
    history.access(OperationKind.OPEN, 1, 1, 0);
    assertThat(flushed()).contains("wasInfluencedBy");
  }

  @Test
  void keepsFirstNameAsLabelWhenRenamedAlsoAfterReopening() throws Exception {
    history.file(1, "/first");
    flushed();
    adapter.close();
    adapter = open(Map.of());
    history.rename(1, 1, Bytes.of("/first"), Bytes.of("/second")).rename(1, "/d", "/e");
    flushed();
    assertThat(drawn()).contains("node \"object:1\"").contains("\"/first\"");
    assertThat(Drawing.draw(file(), "svg")).contains("xlink:title=\"/second\"");
  }

  @Test
  void escapesHostileNames() throws Exception {
    List<String> hostile =
        List.of(
            "/\"]; evil -> evil2; x [label=\"",
            "/back\\",
            "/line\n// held 99 00000000\n}\nevil",
            "/\\N\\G\\l&lt;&#34;<b>",
            "/\u202egpj.exe \u001b[31m",
            "/" + "\\\"".repeat(60_000));
    for (String name : hostile) {
      long id = history.lastLsn() + 1;
      history.file(id, name).process(id, name).snapshot(name).unbind(1, name);
      history.extended(id, id, name, Bytes.of(name));
      history.object(id, new ObjectDeclaration(ObjectKind.TABLE, Bytes.EMPTY, Bytes.of(name)));
    }
    history.bind(1, 1, Bytes.wrap(new byte[] {'/', (byte) 0xff, '"'}));
    history.process(
        100,
        new ProcessDeclaration(
            Bytes.EMPTY, 1, Bytes.EMPTY, List.of(Bytes.of("a\"\n}")), Bytes.EMPTY, 0));
    String text = flushed();
    assertThat(text.lines()).allMatch(line -> line.length() < 8_000);
    String plain = drawn();
    assertThat(plain.lines().filter(line -> line.startsWith("node"))).hasSize(2 * 6 + 1);
    assertThat(plain).doesNotContain("node evil").doesNotContain("edge");
    assertThat(plain).contains("/\\\\\"]; evil -> evil2".replace("\\\\", "\\"));
    adapter.close();
    adapter = open(Map.of());
    assertThat(adapter.heldLsn()).isEqualTo(history.lastLsn());
  }

  @Test
  void showsGaps() throws Exception {
    history.gap(0, GapCause.EVENTS_LOST, 3).gap(7, GapCause.IO_URING, 1);
    flushed();
    assertThat(drawn())
        .contains("events lost by the source (3)")
        .contains("edge \"process:7\" \"gap:2.7\"");
  }

  @Test
  void holdsSyncedRecordsWhenReopened() throws IOException {
    history.file(1, "/a");
    String text = flushed();
    assertThat(adapter.heldLsn()).isZero();
    assertThat(adapter.sync()).isEqualTo(history.lastLsn());
    adapter.close();
    adapter = open(Map.of());
    assertThat(adapter.heldLsn()).isEqualTo(history.lastLsn());
    assertThat(Files.readString(file())).isEqualTo(text);
  }

  @Test
  void writesTheConfiguredFile() throws IOException {
    Path elsewhere = directory.resolve("elsewhere.dot");
    try (StorageAdapter told = open(Map.of("file", elsewhere.toString()))) {
      assertThat(Files.readString(elsewhere)).endsWith("}\n");
      StorageAdapter second =
          new GraphvizStorageAdapterFactory()
              .create(
                  new StorageConfig(
                      directory.resolve("other"), Map.of("file", elsewhere.toString())));
      assertThatThrownBy(second::open)
          .isInstanceOfSatisfying(
              ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_LOCKED));
      second.close();
      assertThat(told.heldLsn()).isZero();
    }
  }
}
