// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.truth;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.Direction;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A process repeats "read in_i, write out_i" for ten values of i. Without time, each output depends
 * on each input: 100 pairs. With time, an output depends only on the inputs read before it: 55
 * pairs.
 */
class LongLivedProcessTest {
  @TempDir Path temp;

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void findsTheFiftyFivePairsThatOrderAllows(boolean keepAll) {
    try (TruthStore store = new TruthStore(temp, "memory", 1024)) {
      OperationSink sink = store.newSink(keepAll);
      long process = sink.process(ProcessDeclaration.of(1, Bytes.of("/bin/daemon"), 0), 0);
      long[] outputs = new long[10];
      for (int i = 0; i < 10; i++) {
        long input = sink.objectAt(Bytes.of("/in" + i), ObjectKind.FILE, 0);
        outputs[i] = sink.objectAt(Bytes.of("/out" + i), ObjectKind.FILE, 0);
        for (int block = 0; block < 3; block++) {
          sink.access(OperationKind.READ, Phase.WHOLE, process, input, 1, 0);
          sink.access(OperationKind.WRITE, Phase.WHOLE, process, outputs[i], 1, 0);
        }
      }
      sink.exit(process, 0, 0);
      sink.flush();
      LineageReader reader = store.reader();
      int pairs = 0;
      for (int i = 0; i < 10; i++) {
        int inputs =
            TruthStore.related(reader, outputs[i], Lsn.LATEST, Direction.ANCESTORS, true).size();
        assertThat(inputs).isEqualTo(i + 1);
        pairs += inputs;
      }
      assertThat(pairs).isEqualTo(55);
    }
  }
}
