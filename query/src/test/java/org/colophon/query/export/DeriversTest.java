// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.colophon.core.model.OperationKind.READ;
import static org.colophon.core.model.OperationKind.WRITE;

import java.util.List;
import org.colophon.query.SmallStore;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Root;
import org.colophon.query.engine.LineageEngine;
import org.colophon.query.prov.DerivationLimit;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that PROV exports report the derivations that they omit. */
final class DeriversTest {
  /**
   * Returns a lineage in which each process reads all files and writes the same number of files.
   */
  private static Lineage lineage(int processes, int files) {
    RecordBatchBuilder history = new RecordBatchBuilder();
    LineageQuery.Builder query = LineageQuery.builder();
    for (int process = 1; process <= processes; process++) {
      history.process(process, "/bin/cp");
      for (int i = 1; i <= files; i++) {
        int result = process * files + i;
        history.file(result, "/" + process + "/" + i);
        history.access(READ, process, i, 1).access(WRITE, process, result, 1);
        query.root(Root.object(result));
      }
    }
    return new LineageEngine(SmallStore.of(history)).collect(query.build());
  }

  private static List<String> remarks(String format, Lineage lineage) {
    return Exporters.get(format).leavesOut(lineage);
  }

  @ParameterizedTest
  @ValueSource(strings = {"prov-json", "prov-n", "prov-turtle", "prov-jsonld"})
  void reportsProcessesWithoutDerivations(String format) {
    assertThat(remarks(format, lineage(1, 1_400))).isEmpty();
    assertThat(remarks(format, lineage(1, 1_500)))
        .singleElement()
        .asString()
        .contains("wasDerivedFrom", "process:1");
  }

  @Test
  void limitsTheDerivationsOfAllProcessesTogether() {
    Lineage lineage = lineage(4, 1_400);
    assertThat(remarks("prov-n", lineage)).hasSize(1);
    DerivationLimit derivers = new DerivationLimit(lineage);
    long told =
        lineage.nodes().stream()
            .filter(n -> n.isProcess())
            .filter(n -> !derivers.isLeftOut(n.index()))
            .count();
    assertThat(told).isEqualTo(2);
  }

  @Test
  void reportsNoOmissionInFormatWithoutDerivations() {
    assertThat(remarks("json", lineage(1, 1_500))).isEmpty();
  }
}
