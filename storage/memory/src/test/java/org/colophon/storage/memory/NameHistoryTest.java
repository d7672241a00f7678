// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.fact.NameBinding;
import org.junit.jupiter.api.Test;

class NameHistoryTest {
  private final NameHistory names = new NameHistory();

  @Test
  void movesEverythingBelowWhenDirectoryIsRenamed() {
    names.bind(Bytes.of("/a/x"), 7, 1);
    names.bind(Bytes.of("/a-b"), 8, 2);
    names.rename(Bytes.of("/a"), Bytes.of("/b"), 0, 3);
    assertThat(names.resolve(Bytes.of("/b/x"), Lsn.LATEST)).isEqualTo(7);
    assertThat(names.resolve(Bytes.of("/a/x"), Lsn.LATEST)).isZero();
    assertThat(names.resolve(Bytes.of("/a/x"), 2)).isEqualTo(7);
    assertThat(names.resolve(Bytes.of("/a-b"), Lsn.LATEST)).isEqualTo(8);
  }

  @Test
  void skipsABindingThatBeginsAndEndsAtOneLsn() {
    names.bind(Bytes.of("/a"), 7, 1);
    names.bind(Bytes.of("/a"), 8, 1);
    assertThat(names.find(each -> true))
        .containsExactly(new NameBinding(Bytes.of("/a"), 8, 1, Lsn.OPEN));
  }
}
