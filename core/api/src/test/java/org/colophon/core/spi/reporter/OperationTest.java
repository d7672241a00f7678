// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.reporter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.junit.jupiter.api.Test;

class OperationTest {
  /** Operation whose fields all had values of other types. */
  private final Operation operation = new Operation();

  OperationTest() {
    operation.link(LinkKind.EXEC, 5, 6, 7);
    operation.endRepeated(OperationKind.WRITE, 5, 6, 7, 8, 9);
    operation.setCause(8);
    operation.extend(5, 6, "old", Bytes.of("old"), new int[] {1}, 7);
  }

  /** Returns all fields in order, with a dot for 0 and null. */
  private static String fields(Operation from) {
    return Stream.of(
            from.type(),
            from.kind(),
            from.phase(),
            from.process(),
            from.object(),
            from.cause(),
            from.amount(),
            from.count(),
            from.timeNanos(),
            from.dataType(),
            from.data(),
            from.idsAt() == null ? null : from.idsAt().length)
        .map(each -> each == null || each.equals(0L) ? "." : Objects.toString(each))
        .collect(Collectors.joining(" "));
  }

  @Test
  void setsFieldsOfAccessAndClearsOthers() {
    assertThat(fields(operation.access(OperationKind.READ, Phase.BEGIN, 1, 2, 3, 9)))
        .isEqualTo("ACCESS READ BEGIN 1 2 . 3 1 9 . . .");
    assertThat(fields(operation.endRepeated(OperationKind.READ, 1, 2, 3, 4, 9)))
        .isEqualTo("END_REPEATED READ END 1 2 . 4 3 9 . . .");
  }

  @Test
  void setsFieldsOfCutDerivationAndDataAndClearsOthers() {
    assertThat(fields(operation.cut(Phase.END, 1, 2, 9))).isEqualTo("CUT . END 1 2 . . . 9 . . .");
    assertThat(fields(operation.derive(2, 3, 1, 9))).isEqualTo("DERIVE . . 1 2 3 . . 9 . . .");
    assertThat(fields(operation.extend(1, 2, "t", Bytes.of("d"), new int[4], 9)))
        .isEqualTo("EXTENDED . . 1 2 . . . 9 t d 4");
  }

  @Test
  void setsFieldsOfLinkExitAndGapAndClearsOthers() {
    assertThat(fields(operation.link(LinkKind.FORK, 1, 2, 9)))
        .isEqualTo("LINK FORK . 1 . 2 . . 9 . . .");
    assertThat(fields(operation.exit(1, -1, 9))).isEqualTo("EXIT . . 1 . . -1 . 9 . . .");
    assertThat(fields(operation.gap(1, GapCause.EVENTS_LOST, 3, 9)))
        .isEqualTo("GAP EVENTS_LOST . 1 . . 3 . 9 . . .");
  }
}
