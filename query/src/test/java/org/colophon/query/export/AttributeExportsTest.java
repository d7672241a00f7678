// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.colophon.core.model.OperationKind.METADATA;

import org.colophon.query.SmallStore;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Root;
import org.colophon.query.engine.LineageEngine;
import org.colophon.query.format.ExportOptions;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Checks that every format shows the processes that changed a file's mode, owner, times or other
 * attributes.
 */
final class AttributeExportsTest {
  @ParameterizedTest
  @CsvSource({
    "json, '\"kind\" : \"attributes\"'",
    "prov-n, 'wasInfluencedBy(object:1.v0, process:1, [colophon:kind=\"attributes\"'",
    "prov-json, 'attributes'",
    "dot, '[label=\"attributes\"'",
    "graphml, '<data key=\"kind\">attributes</data>'",
    "tree, 'attributes changed by'",
  })
  void showsAChangeOfAttributes(String format, String edge) {
    RecordBatchBuilder history = new RecordBatchBuilder();
    history.file(1, "/f").process(1, "/bin/chmod").access(METADATA, 1, 1, 0);
    LineageQuery query = LineageQuery.builder().root(Root.object(1)).build();
    var lineage = new LineageEngine(SmallStore.of(history)).collect(query);
    assertThat(HostileHistory.write(Exporters.get(format), lineage, ExportOptions.plain()))
        .contains(edge);
  }
}
