// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.micro;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.colophon.query.layout.Box;
import org.colophon.query.layout.Layout;
import org.colophon.query.layout.Link;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Lays out 10,000 nodes with 20,000 edges. One graph is a build, in which each program reads its
 * own files and some shared ones. The other is random, the worst case for long edges.
 *
 * <p>Run: {@code ./colophon bench micro LayoutBenchmark}
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 6, time = 2)
public class LayoutBenchmark {
  private static final int NODES = 10_000;
  private static final int EDGES = 20_000;
  private static final int SHARED = 100;

  @Param({"build", "random"})
  @SuppressWarnings("NullAway.Init") // set before the first use
  private String shape;

  private final List<Box> boxes = new ArrayList<>();
  private final List<Link> links = new ArrayList<>();

  /** Creates the graph. */
  @Setup
  public void make() {
    Random random = new Random(1);
    for (int i = 0; i < NODES; i++) {
      boxes.add(new Box(60 + random.nextInt(160), 24, i));
    }
    for (int i = SHARED; i + 2 < NODES && shape.equals("build"); i += 3) {
      link(i, i + 1);
      link(i + 1, i + 2);
      link(random.nextInt(SHARED), i + 1);
      link(random.nextInt(SHARED), i + 1);
      link(i + 2, i + 1 + 3 * (1 + random.nextInt(30)));
    }
    while (links.size() < EDGES) {
      link(random.nextInt(NODES), random.nextInt(NODES));
    }
  }

  private void link(int one, int other) {
    int last = NODES - 1;
    int from = Math.min(last, Math.min(one, other));
    int to = Math.min(last, Math.max(one, other));
    if (from < to) {
      links.add(new Link(from, to, to));
    }
  }

  /** Lays out the graph. Every link must lead to the right. */
  @Benchmark
  public long lay() {
    Layout layout = Layout.of(boxes, links);
    for (int i = 0; i < links.size(); i++) {
      if (layout.x(links.get(i).from()) >= layout.x(links.get(i).to())) {
        throw new IllegalStateException("leads to the left: " + links.get(i));
      }
    }
    return layout.crossings();
  }
}
