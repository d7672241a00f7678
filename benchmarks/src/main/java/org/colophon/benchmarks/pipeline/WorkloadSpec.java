// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.pipeline;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.colophon.benchmarks.workload.TreeWorkload;
import org.colophon.benchmarks.workload.Workload;
import org.colophon.benchmarks.workload.ZipfWorkload;
import org.colophon.core.error.ErrorCode;

/**
 * A workload as text, to pass to another process: {@code tree:LEVELS:BLOCKS:AT_ONCE} or {@code
 * zipf:OPERATIONS}.
 */
record WorkloadSpec(String text) {
  private static final Pattern TREE = Pattern.compile("tree:(\\d+):(\\d+):(\\d+)");
  private static final Pattern ZIPF = Pattern.compile("zipf:(\\d+)");

  /** Returns the text of a tree, see {@link TreeWorkload}. */
  static WorkloadSpec tree(int levels, int blocks, int atOnce) {
    return new WorkloadSpec("tree:" + levels + ":" + blocks + ":" + atOnce);
  }

  /** Creates the workload. */
  Workload create() {
    return create(Integer.MAX_VALUE, Integer.MAX_VALUE);
  }

  /** Creates a workload of the same kind with limited size. */
  Workload create(int maxLevels, int maxOperations) {
    Matcher tree = TREE.matcher(text);
    Matcher zipf = ZIPF.matcher(text);
    if (tree.matches()) {
      return new TreeWorkload(
          Math.min(maxLevels, number(tree, 1)), number(tree, 2), number(tree, 3));
    } else if (zipf.matches()) {
      return ZipfWorkload.ofOperations(Math.min(maxOperations, number(zipf, 1)));
    }
    throw ErrorCode.BAD_REQUEST.exception(
        "not a workload: '" + text + "'; use tree:LEVELS:BLOCKS:AT_ONCE or zipf:OPERATIONS");
  }

  private static int number(Matcher matcher, int group) {
    return Integer.parseInt(matcher.group(group));
  }

  /**
   * Returns the number of operations of a process of the tree on objects. Returns 0 for another
   * workload.
   *
   * @param isKeepingAll true to include opens and closes
   */
  long operationsOfProcess(boolean isKeepingAll) {
    Matcher tree = TREE.matcher(text);
    return tree.matches() ? 2L * number(tree, 2) + (isKeepingAll ? 4 : 0) : 0;
  }
}
