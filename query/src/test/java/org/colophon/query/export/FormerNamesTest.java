// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.export;

import static org.assertj.core.api.Assertions.assertThat;

import org.colophon.core.model.OperationKind;
import org.colophon.query.SmallStore;
import org.colophon.query.api.Direction;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Root;
import org.colophon.query.engine.LineageEngine;
import org.colophon.query.format.ExportOptions;
import org.colophon.query.text.DisplayText;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Checks that a file written under a temporary name and then moved has its current name in exports.
 */
final class FormerNamesTest {
  private final RecordBatchBuilder history = new RecordBatchBuilder();
  private long writtenLsn;

  @BeforeEach
  void writeAndMove() {
    history.file(1, "/w/in").process(1, "/bin/p").access(OperationKind.READ, 1, 1, 1);
    history.file(2, "/w/tally.new").access(OperationKind.WRITE, 1, 2, 1);
    writtenLsn = history.lastLsn();
    history.rename(1, "/w/tally.new", "/w/tally").access(OperationKind.RENAME, 1, 2, 0);
  }

  private LineageQuery.Builder descendants() {
    return LineageQuery.builder().root(Root.object(1)).direction(Direction.DESCENDANTS);
  }

  private String export(String format, LineageQuery query) {
    var lineage = new LineageEngine(SmallStore.of(history)).collect(query);
    return HostileHistory.write(Exporters.get(format), lineage, ExportOptions.plain())
        .replace("\" : ", "\":")
        .replaceAll(",\n\\s*", ",");
  }

  @ParameterizedTest
  @CsvSource({
    "tree, 'wrote, named /w/tally (was /w/tally.new)  [object:2.v0'",
    "table, '\teffect was /w/tally.new'",
    "table, '\t/w/tally\t'",
    "json, '\"name\":\"/w/tally\",\"formerName\":\"/w/tally.new\"'",
    "dot, '[label=\"/w/tally (was /w/tally.new)\"'",
    "graphml, '<data key=\"name\">/w/tally</data><data key=\"formerName\">/w/tally.new</data>'",
    "prov-json, '\"prov:label\":\"/w/tally\",\"colophon:formerName\":\"/w/tally.new\"'",
    "prov-n, 'prov:label=\"/w/tally\", colophon:formerName=\"/w/tally.new\"'"
  })
  void reportsTheCurrentNameAndTheFormerName(String format, String text) {
    assertThat(export(format, descendants().build())).contains(text);
  }

  @Test
  void reportsTheNameAsOfAnLsn() {
    assertThat(export("tree", descendants().asOfLsn(writtenLsn).build()))
        .contains("wrote /w/tally.new  [object:2.v0");
  }

  @Test
  void matchesHidingPatternsWithTheDisplayedName() {
    assertThat(export("tree", descendants().hide("tally").build()))
        .doesNotContain("object:2")
        .contains("1 node hidden and not followed\n");
  }

  @ParameterizedTest
  @CsvSource({
    "json, '\"kind\":\"name\",\"relation\":\"wasInfluencedBy\"'",
    "graphml, '<data key=\"kind\">name</data><data key=\"relation\">wasInfluencedBy</data>'"
  })
  void exportsNamingAsAnInfluenceInEveryFormat(String format, String text) {
    assertThat(export(format, descendants().build())).contains(text);
  }

  @Test
  void writesTheTimesOfIntervalsInGraphml() {
    String time = DisplayText.instant(RecordBatchBuilder.timeOf(writtenLsn));
    assertThat(export("graphml", descendants().build()))
        .contains("<data key=\"firstTime\">" + time + "</data><data key=\"lastTime\">" + time);
  }
}
