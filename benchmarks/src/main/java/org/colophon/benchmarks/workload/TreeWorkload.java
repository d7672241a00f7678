// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.colophon.core.spi.reporter.OperationSink;

/**
 * The <em>tree</em> data set of Story Book (Spillane et al., TaPP 2009). A separate process copies
 * each directory's file to each child directory, block by block. A copy has two opens, a read and a
 * write per block, two closes, and the exit of its process.
 *
 * <p>Copies run one after another, or several concurrently in an irregular but repeatable order. A
 * copy begins only after the copy that creates its source has ended. So the ancestors of a file are
 * always the files and copies on the path from the root.
 */
public final class TreeWorkload implements Workload {
  /** Default number of blocks of a copy. */
  public static final int DEFAULT_BLOCKS = 32;

  private static final long SEED = 20261120L;

  private final TreeShape shape;
  private final int blocks;
  private final int atOnce;

  /**
   * Constructs a workload.
   *
   * @param levels see {@link TreeShape}
   * @param blocks number of blocks of a copy
   * @param atOnce number of concurrent copies, at least 1
   */
  public TreeWorkload(int levels, int blocks, int atOnce) {
    this.shape = new TreeShape(levels);
    this.blocks = blocks;
    this.atOnce = atOnce;
  }

  /** Returns a workload with 32 blocks per copy and one copy at a time. */
  public static TreeWorkload ofLevels(int levels) {
    return new TreeWorkload(levels, DEFAULT_BLOCKS, 1);
  }

  public TreeShape shape() {
    return shape;
  }

  @Override
  public String name() {
    return "tree-" + shape.levels() + "x" + blocks + (atOnce == 1 ? "" : "-" + atOnce + "at-once");
  }

  @Override
  public long operations() {
    return (shape.files() - 1L) * TreeCopy.operations(blocks);
  }

  @Override
  public void report(OperationSink sink) {
    if (atOnce == 1) {
      reportInTurn(sink);
    } else {
      reportInterleaved(sink);
    }
    sink.flush();
  }

  private void reportInTurn(OperationSink sink) {
    TreeCopy copy = new TreeCopy(shape, blocks, sink);
    int files = shape.files();
    for (int file = 1; file < files; file++) {
      copy.begin(file);
      boolean isRunning = true;
      while (isRunning) {
        isRunning = copy.step();
      }
    }
  }

  private void reportInterleaved(OperationSink sink) {
    List<TreeCopy> running = new ArrayList<>();
    List<TreeCopy> idle = new ArrayList<>();
    for (int i = 0; i < atOnce; i++) {
      idle.add(new TreeCopy(shape, blocks, sink));
    }
    SplittableRandom random = new SplittableRandom(SEED);
    int next = 1;
    while (next < shape.files() || !running.isEmpty()) {
      while (!idle.isEmpty() && next < shape.files() && !isMade(shape.parent(next), running)) {
        TreeCopy copy = idle.remove(idle.size() - 1);
        copy.begin(next++);
        running.add(copy);
      }
      int pick = random.nextInt(running.size());
      if (!running.get(pick).step()) {
        idle.add(running.remove(pick));
      }
    }
  }

  /** Returns whether a running copy is still writing a file. */
  private static boolean isMade(int file, List<TreeCopy> running) {
    for (TreeCopy copy : running) {
      if (copy.file() == file) {
        return true;
      }
    }
    return false;
  }

  @Override
  public List<Target> targets(int count) {
    SplittableRandom random = new SplittableRandom(SEED + 1);
    List<Target> targets = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      targets.add(target(random.nextInt(shape.firstLeaf(), shape.files())));
    }
    return targets;
  }

  /**
   * Returns a file with its chain of ancestors. The file with number n has the object id n + 1; its
   * copy process has the id n.
   */
  Target target(int file) {
    List<Long> objects = new ArrayList<>();
    List<Long> processes = new ArrayList<>();
    for (int at = file; at > 0; at = shape.parent(at)) {
      objects.add(0, shape.parent(at) + 1L);
      processes.add(0, (long) at);
    }
    boolean isLeaf = file >= shape.firstLeaf();
    long copies = (file == 0 ? 0L : 1L) + (isLeaf ? 0L : TreeShape.ARITY);
    return new Target(
        shape.path(file), file + 1L, objects, processes, copies * (blocks + 2L), copies * 2);
  }
}
