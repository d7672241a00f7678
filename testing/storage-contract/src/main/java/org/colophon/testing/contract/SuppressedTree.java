// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.contract;

import java.util.List;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.storage.RecordBatch;
import org.jspecify.annotations.Nullable;

/**
 * The tree workload with suppression, as an adapter receives it. Process n copies file (n - 2) / 14
 * + 1 to file n in blocks. Only its first read and write and their extents are recorded.
 */
public final class SuppressedTree {
  /** The number of copies of each file. */
  public static final int ARITY = 14;

  private final RecordBatchBuilder history = new RecordBatchBuilder();
  private final int files;
  private final int blocks;
  private int next = 2;

  private SuppressedTree(int blocks, int files) {
    this.blocks = blocks;
    this.files = files;
  }

  /** Returns a tree with a number of files. A copy has {@code blocks} reads and writes. */
  public static SuppressedTree ofFiles(int files, int blocks) {
    return new SuppressedTree(blocks, files);
  }

  /**
   * Returns a tree of whole levels.
   *
   * @param levels the number of levels of files; the first has one file
   * @param blocks the number of reads and writes of a copy
   */
  public static SuppressedTree ofLevels(int levels, int blocks) {
    int all = 0;
    int width = 1;
    for (int level = 0; level < levels; level++) {
      all += width;
      width *= ARITY;
    }
    return ofFiles(all, blocks);
  }

  public int files() {
    return files;
  }

  /** Returns the number of operations of the whole tree before suppression. */
  public long operations() {
    return (files - 1) * (2L * blocks + 5);
  }

  /** Returns the source of a file. */
  public static long parent(long file) {
    return (file - 2) / ARITY + 1;
  }

  /** Returns the path of a file. */
  public static Bytes path(long file) {
    StringBuilder path = new StringBuilder();
    for (long at = file; at > 1; at = parent(at)) {
      path.insert(0, "/d" + (at - 2) % ARITY);
    }
    return Bytes.of(path.insert(0, "/data/tree").append("/file.dat").toString());
  }

  /** Returns the next batch, with at most {@code copies} copies; null after the last. */
  public @Nullable RecordBatch nextBatch(int copies) {
    if (next > files) {
      return null;
    }
    int last = Math.min(files, next + copies - 1);
    for (; next <= last; next++) {
      copy(next);
    }
    return history.build();
  }

  private void copy(long file) {
    history
        .process(
            file,
            new ProcessDeclaration(
                Bytes.of("p" + file),
                1000 + file,
                Bytes.of("/bin/cp"),
                List.of(Bytes.of("cp"), path(parent(file)), path(file)),
                Bytes.of("/data"),
                RecordBatchBuilder.timeOf(history.lastLsn())))
        .object(file, new ObjectDeclaration(ObjectKind.FILE, Bytes.of("o" + file), Bytes.EMPTY))
        .same()
        .bind(file, file, path(file))
        .link(LinkKind.FORK, file, 1)
        .access(OperationKind.OPEN, file, parent(file), 0)
        .access(OperationKind.CREATE, file, file, 0)
        .open(OperationKind.READ, file, parent(file), 4096);
    long read = history.lastLsn();
    history.open(OperationKind.WRITE, file, file, 4096);
    history.at(read + 2L * blocks);
    long bytes = 4096L * blocks;
    history
        .interval(AccessMode.READ, file, parent(file), read, history.lastLsn() - 1, blocks, bytes)
        .interval(AccessMode.WRITE, file, file, read + 1, history.lastLsn() - 1, blocks, bytes)
        .access(OperationKind.CLOSE, file, parent(file), 0)
        .access(OperationKind.CLOSE, file, file, 0)
        .exit(file, 0);
  }
}
