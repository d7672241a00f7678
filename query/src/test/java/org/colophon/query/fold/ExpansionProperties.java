// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.fold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.colophon.core.model.LinkKind.FORK;
import static org.colophon.core.model.OperationKind.READ;
import static org.colophon.core.model.OperationKind.WRITE;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.colophon.query.SmallStore;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Root;
import org.colophon.query.engine.LineageEngine;
import org.colophon.testing.contract.RecordBatchBuilder;

/** Expands folds of random fans: programs that start many programs and read many files. */
final class ExpansionProperties {
  private static final long TARGET = 1;
  private static final int STEPS = 30;

  @Property(tries = 25)
  void showsFewNewClustersAtEveryStep(
      @ForAll long seed, @ForAll @IntRange(min = 2, max = 250) int fan) {
    Random random = new Random(seed);
    Lineage lineage = fan(random, fan);
    List<String> expanded = new ArrayList<>();
    int before = Expansion.of(lineage, expanded).all().size();
    for (int i = 0; i < STEPS; i++) {
      List<String> steps = steps(Expansion.of(lineage, expanded));
      if (steps.isEmpty()) {
        return;
      }
      expanded.add(steps.get(random.nextInt(steps.size())));
      Clusters now = Expansion.of(lineage, expanded);
      assertThat(now.all()).hasSizeLessThanOrEqualTo(before + Expansion.MAX_NEW);
      assertThat(now.all()).extracting(Cluster::id).doesNotHaveDuplicates();
      assertThat(now.all().stream().mapToInt(each -> each.members().size()).sum())
          .isEqualTo(lineage.nodes().size());
      before = now.all().size();
    }
  }

  /** Returns the ids that a step can add: folds, and parts of folds. */
  private static List<String> steps(Clusters clusters) {
    List<String> found = new ArrayList<>();
    for (Cluster each : clusters.all()) {
      if (each.isFold()) {
        found.add(each.id());
      }
      if (each.isOfEquals()) {
        each.parts().forEach(part -> found.add(FoldKind.COPY.id(part.leader())));
      }
    }
    return found;
  }

  /** Records programs that start some others, read inputs and write files that others read. */
  private static Lineage fan(Random random, int size) {
    RecordBatchBuilder history = new RecordBatchBuilder();
    int programs = 1 + random.nextInt(9);
    int directories = 1 + random.nextInt(9);
    history.process(1, "/bin/top").file(TARGET, "/w/target");
    for (int i = 2; i <= size; i++) {
      history.process(i, "/bin/p" + random.nextInt(programs));
      history.link(FORK, i, 1 + random.nextInt(Math.min(i - 1, 4)));
      history.file(i, "/w/d" + random.nextInt(directories) + "/" + word(random) + i);
      history.file(size + i, "/in/" + word(random) + random.nextInt(directories) + "/" + i);
    }
    for (int i = 2; i <= size; i++) {
      history.access(READ, i, size + 2 + random.nextInt(size - 1), 1);
      history.access(READ, i, size + i, 1);
      history.access(READ, i, 2 + random.nextInt(i - 1), 1);
      history.access(WRITE, i, i, 1);
    }
    for (int i = 2; i <= size; i++) {
      history.access(READ, 1, i, 1);
    }
    history.access(WRITE, 1, TARGET, 1);
    LineageQuery query = LineageQuery.builder().root(Root.object(TARGET)).build();
    return new LineageEngine(SmallStore.of(history)).collect(query);
  }

  private static String word(Random random) {
    return random.nextBoolean() ? "part" : Character.toString('a' + random.nextInt(26));
  }
}
