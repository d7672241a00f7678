// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.colophon.core.model.OperationKind.READ;
import static org.colophon.core.model.OperationKind.WRITE;

import java.util.List;
import java.util.Set;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.encoding.FileDigest;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.SmallStore;
import org.colophon.query.api.ContentMatch;
import org.colophon.query.api.ContentMatch.Source;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageNode;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Root;
import org.colophon.query.engine.LineageEngine;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.Test;

/** Tests the sources by content of file 2, which process 2 read before it wrote file 3. */
class ContentSourcesTest {
  private static final FileDigest TEXT = new FileDigest("1a".repeat(32), "2b".repeat(20), 5);

  private static RecordBatchBuilder withContent(
      RecordBatchBuilder history, long file, FileDigest digest) {
    history.extended(0, file, FileDigest.TYPE, digest.bytes());
    return digest.size() == 0 ? history : history.bind(0, file, digest.name());
  }

  /** Returns a history in which process 1 wrote file 1. */
  private static RecordBatchBuilder written(FileDigest digest) {
    RecordBatchBuilder history = new RecordBatchBuilder();
    history.process(1, "/bin/p").process(2, "/bin/q").file(1, "/orig").at(10);
    return withContent(history.access(WRITE, 1, 1, 5), 1, digest);
  }

  private static RecordBatchBuilder read(RecordBatchBuilder history, FileDigest digest) {
    history.at(50).file(2, "/copy").file(3, "/out");
    history.at(60).access(READ, 2, 2, 5).access(WRITE, 2, 3, 5);
    return withContent(history, 2, digest);
  }

  private static List<ContentMatch> matches(RecordBatchBuilder history) {
    LineageReader reader = SmallStore.of(history);
    LineageQuery query = LineageQuery.builder().root(Root.object(3)).build();
    Lineage lineage = new LineageEngine(reader).collect(query);
    List<ContentMatch> matches = new ContentSources(reader, Lsn.LATEST).of(lineage);
    matches.forEach(each -> assertThat(lineage.nodes().get(each.node()).id()).isEqualTo(2));
    return matches;
  }

  private static List<Long> sources(RecordBatchBuilder history) {
    return matches(history).stream()
        .flatMap(each -> each.sources().stream())
        .map(Source::object)
        .toList();
  }

  @Test
  void findsTheObjectThatHadTheContentBefore() {
    List<ContentMatch> matches = matches(read(written(TEXT), TEXT));

    assertThat(matches).hasSize(1);
    assertThat(matches.get(0).isCertain()).isTrue();
    Source source = matches.get(0).sources().get(0);
    assertThat(source.name()).hasToString("/orig");
    assertThat(source.lsn()).isEqualTo(10);
  }

  @Test
  void findsSourceThatWasChangedLater() {
    assertThat(sources(read(written(TEXT).at(30).access(WRITE, 1, 1, 5), TEXT)))
        .containsExactly(1L);
  }

  @Test
  void ignoresOtherContentAndEmptyFiles() {
    FileDigest empty = new FileDigest("3c".repeat(32), "4d".repeat(20), 0);

    assertThat(matches(read(written(TEXT), new FileDigest("5e".repeat(32), TEXT.git(), 5))))
        .isEmpty();
    assertThat(matches(read(written(empty), empty))).isEmpty();
  }

  @Test
  void ignoresInputsThatRecordedProcessesWrote() {
    RecordBatchBuilder history = written(TEXT);
    history.at(50).file(2, "/copy").file(3, "/out");
    history.at(55).access(WRITE, 1, 2, 5).access(READ, 2, 2, 5).access(WRITE, 2, 3, 5);

    assertThat(matches(withContent(history, 2, TEXT))).isEmpty();
  }

  @Test
  void ignoresContentThatOthersGotLater() {
    RecordBatchBuilder history = read(new RecordBatchBuilder().process(2, "/bin/q"), TEXT);
    history.at(80).process(1, "/bin/p").file(1, "/later").access(WRITE, 1, 1, 5);

    assertThat(matches(withContent(history, 1, TEXT))).isEmpty();
  }

  @Test
  void listsFirstSourcesAndCountsTheOthers() {
    RecordBatchBuilder history = new RecordBatchBuilder();
    history.process(1, "/bin/p").process(2, "/bin/q");
    for (long file = 10; file < 18; file++) {
      withContent(history.file(file, "/" + file).access(WRITE, 1, file, 5), file, TEXT);
    }

    ContentMatch match = matches(read(history, TEXT)).get(0);

    assertThat(match.isCertain()).isFalse();
    assertThat(match.sources()).extracting(Source::object).containsExactly(10L, 11L, 12L, 13L, 14L);
    assertThat(match.more()).isEqualTo(3);
  }

  @Test
  void findsInputsFromSourceBeyondThoseThatAreNamed() {
    RecordBatchBuilder history = new RecordBatchBuilder();
    history.process(1, "/bin/p").process(2, "/bin/q");
    for (long file = 10; file < 18; file++) {
      withContent(history.file(file, "/" + file).access(WRITE, 1, file, 5), file, TEXT);
    }
    LineageReader reader = SmallStore.of(read(history, TEXT));
    LineageQuery query = LineageQuery.builder().root(Root.object(3)).build();
    Lineage lineage = new LineageEngine(reader).collect(query);
    ContentSources sources = new ContentSources(reader, Lsn.LATEST);

    assertThat(sources.inputsFrom(Set.of(17L), lineage))
        .extracting(LineageNode::id)
        .containsExactly(2L);
    assertThat(sources.inputsFrom(Set.of(3L), lineage)).isEmpty();
  }

  @Test
  void findsSourceOfUnrecordedChange() {
    RecordBatchBuilder history = new RecordBatchBuilder();
    history.process(1, "/bin/p").process(2, "/bin/q").file(2, "/copy").file(3, "/out");
    history.file(1, "/orig").at(10).access(WRITE, 1, 2, 5).access(WRITE, 1, 1, 5);
    withContent(history, 1, TEXT).at(50).cut(0, 2);
    history.access(READ, 2, 2, 5).access(WRITE, 2, 3, 5);

    assertThat(sources(withContent(history, 2, TEXT))).containsExactly(1L);
  }
}
