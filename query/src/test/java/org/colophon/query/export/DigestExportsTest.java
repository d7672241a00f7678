// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.colophon.core.model.OperationKind.READ;
import static org.colophon.core.model.OperationKind.WRITE;

import java.io.IOException;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.encoding.FileDigest;
import org.colophon.query.SmallStore;
import org.colophon.query.api.ContentMatch;
import org.colophon.query.api.ContentMatch.Source;
import org.colophon.query.api.Direction;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Root;
import org.colophon.query.engine.LineageEngine;
import org.colophon.query.format.ExportOptions;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.Test;

/** Tests digests of contents in exports. */
final class DigestExportsTest {
  private static final FileDigest IN = new FileDigest("1a".repeat(32), "2b".repeat(20), 5);
  private static final FileDigest OUT = new FileDigest("3c".repeat(32), "4d".repeat(20), 5);

  /** Process 1 reads file 1 and writes file 2; process 2 appends to file 1 later. */
  private static RecordBatchBuilder history() {
    RecordBatchBuilder history = new RecordBatchBuilder();
    history.file(1, "/in").file(2, "/out").process(1, "/bin/p").process(2, "/bin/q");
    history.access(READ, 1, 1, 5).access(WRITE, 1, 2, 5);
    history.extended(0, 1, FileDigest.TYPE, IN.bytes());
    history.extended(0, 2, FileDigest.TYPE, OUT.bytes());
    return history.access(WRITE, 2, 1, 5);
  }

  private static String export(String format, boolean hasDigests, Direction way, Root root)
      throws IOException {
    LineageQuery query =
        LineageQuery.builder().root(root).direction(way).includeDigests(hasDigests).build();
    Lineage lineage = new LineageEngine(SmallStore.of(history())).collect(query);
    return HostileHistory.write(Exporters.get(format), lineage, ExportOptions.plain());
  }

  static String origins(String format) throws IOException {
    return export(format, true, Direction.ANCESTORS, Root.object(2));
  }

  /** Exports the origins of file 2, with a source by content of file 1. */
  static String withSource(String format) throws IOException {
    LineageQuery query = LineageQuery.builder().root(Root.object(2)).build();
    Lineage lineage = new LineageEngine(SmallStore.of(history())).collect(query);
    int input = lineage.nodes().size() - 1;
    List<Source> sources = List.of(new Source(9, Bytes.of("/first"), 1));
    Lineage matched = lineage.matching(List.of(new ContentMatch(input, IN, sources, 2)));
    return HostileHistory.write(Exporters.get(format), matched, ExportOptions.plain());
  }

  @Test
  void separatesSourcesByContentFromEdges() throws IOException {
    assertThat(withSource("tree"))
        .endsWith(
            "/in  [object:1.v0] has possible sources: /first  [object:9 @1], 2 more (by content,"
                + " not observed)\n");
    assertThat(withSource("json")).contains("byContent", "/first");
    for (String format : new String[] {"dot", "prov-json", "graphml", "table"}) {
      assertThat(withSource(format)).as(format).doesNotContain("/first");
    }
  }

  @Test
  void addsDigestsOfVersionsThatWereUsed() throws IOException {
    for (String format : new String[] {"json", "prov-json", "prov-n", "graphml", "dot"}) {
      assertThat(origins(format)).as(format).contains(IN.sha256(), IN.git(), OUT.sha256());
    }
    assertThat(origins("prov-n")).contains("colophon:gitBlob=\"" + OUT.git() + "\"");
    assertThat(origins("dot")).contains("sha256=\"" + OUT.sha256() + "\"");
  }

  @Test
  void omitsDigestsOfChangedContentAndUnaskedDigests() throws IOException {
    String influence = export("json", true, Direction.DESCENDANTS, Root.object(1, 6));

    assertThat(influence).contains(OUT.sha256()).doesNotContain(IN.sha256());
    assertThat(export("json", false, Direction.ANCESTORS, Root.object(2)))
        .doesNotContain("digest", IN.sha256());
    for (String format : new String[] {"tree", "table", "svg"}) {
      assertThat(origins(format)).as(format).doesNotContain(IN.sha256());
    }
  }
}
