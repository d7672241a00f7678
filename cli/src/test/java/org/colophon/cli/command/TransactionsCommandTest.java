// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the command that lists and decides prepared transactions. */
class TransactionsCommandTest {
  @TempDir Path directory;

  private CommandTester tester;

  @BeforeEach
  void prepare() {
    tester = new CommandTester(directory);
    tester.record(
        sink -> {
          long process = sink.process(ProcessDeclaration.of(1, Bytes.of("/bin/app"), 0), 0);
          for (String id : new String[] {"order-1", "order-2"}) {
            sink.begin();
            long out = sink.objectAt(Bytes.of("/" + id), ObjectKind.FILE, 0);
            sink.access(OperationKind.WRITE, Phase.WHOLE, process, out, 1, 0);
            sink.prepare(id);
          }
        });
  }

  @Test
  void listsDecidesAndRefusesUnknownTransactions() {
    assertThat(tester.run("transactions").out()).contains("order-1", "order-2", "operations");
    assertThat(tester.run("transactions", "--commit", "order-1").exitCode()).isZero();
    assertThat(tester.run("transactions", "--abort", "order-2").exitCode()).isZero();
    assertThat(tester.run("transactions").exitCode()).isOne();
    assertThat(tester.run("lineage", "/order-1").out()).contains("/bin/app");
    assertThat(tester.run("lineage", "/order-2").out()).doesNotContain("/bin/app");
    assertThat(tester.run("transactions", "--commit", "order-1").err()).contains("'order-1'");
    assertThat(tester.run("transactions", "--commit", "a/b").err()).contains("id of a transaction");
    assertThat(tester.run("transactions", "--commit", "x", "--abort", "y").exitCode()).isEqualTo(2);
  }
}
