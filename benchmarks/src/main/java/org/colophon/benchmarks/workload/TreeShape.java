// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.workload;

import java.nio.charset.StandardCharsets;
import org.colophon.core.model.Bytes;

/**
 * A complete tree of directories with a file in each. Files are numbered breadth first; the root's
 * file is 0. All properties of a file follow from its number, so even the largest tree needs no
 * memory.
 */
public final class TreeShape {
  /** Number of children of a directory. */
  public static final int ARITY = 14;

  private static final byte[] ROOT = "/tree".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] FILE = "/file".getBytes(StandardCharsets.US_ASCII);

  private final int levels;
  private final int files;
  private final int firstLeaf;

  /**
   * Constructs a tree.
   *
   * @param levels number of levels, including the root: 4 levels have 2,955 files, 5 have 41,371
   *     and 6 have 579,195
   */
  public TreeShape(int levels) {
    this.levels = levels;
    this.files = filesIn(levels);
    this.firstLeaf = filesIn(levels - 1);
  }

  private static int filesIn(int levels) {
    long count = 0;
    long width = 1;
    for (int level = 0; level < levels; level++) {
      count += width;
      width *= ARITY;
    }
    return Math.toIntExact(count);
  }

  public int levels() {
    return levels;
  }

  public int files() {
    return files;
  }

  /** Returns the first file of the lowest level. All later files are leaves too. */
  public int firstLeaf() {
    return firstLeaf;
  }

  /** Returns the file of which a file is a copy; undefined for the root. */
  public int parent(int file) {
    return (file - 1) / ARITY;
  }

  /** Returns the number of copies between the root and a file. */
  public int depth(int file) {
    int depth = 0;
    for (int at = file; at > 0; at = parent(at)) {
      depth++;
    }
    return depth;
  }

  /** Returns the absolute path of a file. */
  public Bytes path(int file) {
    byte[] path = new byte[ROOT.length + 3 * depth(file) + FILE.length];
    int length = putDirectory(file, path);
    System.arraycopy(FILE, 0, path, length, FILE.length);
    return Bytes.copyOf(path, 0, length + FILE.length);
  }

  private int putDirectory(int file, byte[] path) {
    if (file == 0) {
      System.arraycopy(ROOT, 0, path, 0, ROOT.length);
      return ROOT.length;
    }
    int length = putDirectory(parent(file), path);
    int child = (file - 1) % ARITY;
    path[length++] = '/';
    if (child >= 10) {
      path[length++] = '1';
    }
    path[length++] = (byte) ('0' + child % 10);
    return length;
  }
}
