// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.procedures;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.encoding.FileDigest;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the statement about digests in docs/reference/cypher.md. */
class DigestsInCypherTest {
  private static final String SHA256 = "1a".repeat(32);
  private static final String GIT = "b6fc4c620b67d95f953a5c1c1230aaab5db5a1b0";

  private static RecordBatch history() {
    RecordBatchBuilder history = new RecordBatchBuilder();
    FileDigest digest = new FileDigest(SHA256, GIT, 5);
    FileDigest other = new FileDigest("2b".repeat(32), "3c".repeat(20), 5);
    history.process(1, "/bin/p").file(1, "/a").file(2, "/b");
    history.at(10).access(OperationKind.WRITE, 1, 1, 5).access(OperationKind.WRITE, 1, 2, 5);
    history.at(20).extended(0, 1, FileDigest.TYPE, digest.bytes()).bind(0, 1, digest.name());
    history.at(30).extended(0, 2, FileDigest.TYPE, other.bytes()).bind(0, 2, other.name());
    return history.build();
  }

  private static String documented() throws IOException {
    String document = Files.readString(Path.of("../../docs/reference/cypher.md"));
    Matcher statement =
        Pattern.compile("(?s)### Digests.*?\n\n(    MATCH .*?)\n\n").matcher(document);
    assertThat(statement.find()).isTrue();
    return statement.group(1);
  }

  @Test
  void findsVersionsByTheirDigests(@TempDir Path directory) throws IOException {
    try (TwoStores stores = new TwoStores(directory.resolve("graph"), Map.of())) {
      stores.append(DigestsInCypherTest::history);

      assertThat(stores.rows(documented())).containsExactly(List.of("/a", 20L, SHA256));
      for (String content : new String[] {"sha256:" + SHA256, "git:" + GIT}) {
        assertThat(stores.value("RETURN colophon.object('" + content + "').name")).isEqualTo("/a");
      }
    }
  }
}
