// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.Lsn;
import org.junit.jupiter.api.Test;

final class LineageQueryTest {
  private static LineageQuery.Builder valid() {
    return LineageQuery.builder().root(Root.object(1));
  }

  private static void assertRefused(LineageQuery.Builder builder, String hint) {
    assertThatThrownBy(builder::build)
        .isInstanceOfSatisfying(
            ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_REQUEST))
        .hasMessageContaining(hint);
  }

  @Test
  void rejectsInvalidInput() {
    assertRefused(LineageQuery.builder(), "root");
    assertRefused(valid().asOfLsn(0), "LSN");
    assertRefused(valid().maxDepth(-1), "-1");
    assertRefused(valid().maxNodes(0), "limit");
    assertThatThrownBy(() -> Root.object(0))
        .hasFieldOrPropertyWithValue("code", ErrorCode.BAD_REQUEST);
    assertThatThrownBy(() -> Root.process(1, -5))
        .hasFieldOrPropertyWithValue("code", ErrorCode.BAD_REQUEST);
  }

  @Test
  void selectsAllAncestorsOfEveryKindByDefault() {
    LineageQuery query = valid().build();
    assertThat(query.direction()).isEqualTo(Direction.ANCESTORS);
    assertThat(query.asOfLsn()).isEqualTo(Lsn.LATEST);
    assertThat(query.maxDepth()).isEqualTo(LineageQuery.UNLIMITED);
    assertThat(query.maxNodes()).isEqualTo(LineageQuery.DEFAULT_MAX_NODES);
    assertThat(query.includeCode()).isTrue();
    assertThat(query.includeNames()).isTrue();
    assertThat(query.dataOnly()).isFalse();
  }

  @Test
  void preservesEveryOptionInTheBuilder() {
    LineageQuery query =
        valid()
            .direction(Direction.DESCENDANTS)
            .asOfLsn(7)
            .maxDepth(3)
            .maxNodes(9)
            .dataOnly(true)
            .includeCode(false)
            .hide("/usr/*")
            .folded(true)
            .mine(Bytes.of("/w"))
            .build();
    assertThat(query.toBuilder().build()).usingRecursiveComparison().isEqualTo(query);
  }

  @Test
  void acceptsSynonymsForDirections() {
    assertThat(Direction.of("upstream")).isEqualTo(Direction.ANCESTORS);
    assertThat(Direction.of("Descendants")).isEqualTo(Direction.DESCENDANTS);
    assertThatThrownBy(() -> Direction.of("sideways")).hasMessageContaining("sideways");
  }

  @Test
  void hasAnEdgeKindForEveryAccessAndLink() {
    for (LinkKind kind : LinkKind.values()) {
      assertThat(EdgeKind.of(kind).name()).isEqualTo(kind.name());
      assertThat(EdgeKind.of(kind).flow()).isEqualTo(kind.flow());
    }
    for (AccessMode mode :
        new AccessMode[] {AccessMode.READ, AccessMode.WRITE, AccessMode.CODE, AccessMode.NAME}) {
      assertThat(EdgeKind.of(mode).name()).isEqualTo(mode.name());
      assertThat(EdgeKind.of(mode).code()).isEqualTo(mode.code());
      assertThat(EdgeKind.of(EdgeKind.of(mode).code())).isEqualTo(EdgeKind.of(mode));
    }
  }
}
