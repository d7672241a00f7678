// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.colophon.core.model.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TreeWorkloadTest {
  @ParameterizedTest
  @CsvSource({"4, 2955", "5, 41371", "6, 579195"})
  void hasTheFileCountsOfStoryBookOnLevelsFourToSix(int levels, int files) {
    assertThat(new TreeShape(levels).files()).isEqualTo(files);
  }

  @Test
  void has285MillionOperationsWhenLevelFiveCopies32Blocks() {
    assertThat(TreeWorkload.ofLevels(5).operations()).isEqualTo(41_370L * 69);
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 32", "3, 32", "3, 5"})
  void reportsTheAnnouncedNumberOfOperations(int levels, int blocks) {
    TreeWorkload workload = new TreeWorkload(levels, blocks, 1);
    assertThat(Digest.of(workload).records()).isEqualTo(workload.operations());
  }

  @Test
  void reportsTheSameStreamWhenRunAgain() {
    assertThat(Digest.of(new TreeWorkload(3, 32, 8)))
        .isEqualTo(Digest.of(new TreeWorkload(3, 32, 8)));
  }

  @Test
  void reportsTheSameOperationsInAnotherOrderWhenCopiesRunAtOnce() {
    Digest inTurn = Digest.of(new TreeWorkload(3, 32, 1));
    Digest atOnce = Digest.of(new TreeWorkload(3, 32, 8));
    assertThat(atOnce.sum()).isEqualTo(inTurn.sum());
    assertThat(atOnce.sequence()).isNotEqualTo(inTurn.sequence());
  }

  @Test
  void namesDirectoriesByChildNumber() {
    TreeShape shape = new TreeShape(4);
    assertThat(shape.path(0)).isEqualTo(Bytes.of("/tree/file"));
    assertThat(shape.path(14)).isEqualTo(Bytes.of("/tree/13/file"));
    assertThat(shape.path(15)).isEqualTo(Bytes.of("/tree/0/0/file"));
    assertThat(shape.path(shape.files() - 1)).isEqualTo(Bytes.of("/tree/13/13/13/file"));
  }

  @Test
  void returnsTheChainOfParentsForALeaf() {
    Target target = TreeWorkload.ofLevels(4).target(2954);
    assertThat(target.objects()).isEqualTo(List.of(1L, 15L, 211L));
    assertThat(target.processes()).isEqualTo(List.of(14L, 210L, 2954L));
  }

  @Test
  void drawsTheSameLeavesInEachCall() {
    TreeWorkload workload = TreeWorkload.ofLevels(5);
    assertThat(workload.targets(50)).hasSize(50).isEqualTo(TreeWorkload.ofLevels(5).targets(50));
    assertThat(workload.targets(50)).allMatch(t -> t.objects().size() == 4);
  }
}
