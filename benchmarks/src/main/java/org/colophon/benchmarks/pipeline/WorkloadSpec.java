package org.colophon.benchmarks.pipeline;

import org.colophon.benchmarks.workload.TreeWorkload;
import org.colophon.benchmarks.workload.Workload;
import org.colophon.benchmarks.workload.ZipfWorkload;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/**
 * A workload as text, to pass to another process: {@code tree:LEVELS:BLOCKS:AT_ONCE} or {@code
 * zipf:OPERATIONS}.
 */
public record WorkloadSpec(String text) {
  private static final String TREE = "tree";
  private static final String ZIPF = "zipf";

  /** Returns the text of a tree, see {@link TreeWorkload}. */
  public static WorkloadSpec tree(int levels, int blocks, int atOnce) {
    return new WorkloadSpec(TREE + ":" + levels + ":" + blocks + ":" + atOnce);
  }

  /** Returns the text of a zipf workload, see {@link ZipfWorkload#ofOperations}. */
  public static WorkloadSpec zipf(int operations) {
    return new WorkloadSpec(ZIPF + ":" + operations);
  }

  /** Creates the workload. */
  Workload create() {
    String[] parts = text.split(":", -1);
    try {
      if (parts[0].equals(TREE)) {
        return new TreeWorkload(number(parts, 1), number(parts, 2), number(parts, 3));
      } else if (parts[0].equals(ZIPF)) {
        return ZipfWorkload.ofOperations(number(parts, 1));
      }
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      throw bad(e);
    }
    throw bad(null);
  }

  /** Creates a small workload of the same kind. */
  Workload createSmall() {
    String[] parts = text.split(":", -1);
    return parts[0].equals(TREE)
        ? new TreeWorkload(4, number(parts, 2), number(parts, 3))
        : ZipfWorkload.ofOperations(Math.min(200_000, number(parts, 1)));
  }

  /** Creates the workload for the warm-up. It is the same, but has at most level 5. */
  Workload createForWarmUp() {
    String[] parts = text.split(":", -1);
    return parts[0].equals(TREE) && number(parts, 1) > 5
        ? new TreeWorkload(5, number(parts, 2), number(parts, 3))
        : create();
  }

  boolean isTree() {
    return text.startsWith(TREE);
  }

  /**
   * Counts the operations of a process of the tree on objects.
   *
   * @param isKeepingAll true to include opens and closes
   */
  long operationsOfProcess(boolean isKeepingAll) {
    return 2L * number(text.split(":", -1), 2) + (isKeepingAll ? 4 : 0);
  }

  private static int number(String[] parts, int index) {
    return Integer.parseInt(parts[index]);
  }

  private ColophonException bad(RuntimeException cause) {
    return ErrorCode.BAD_REQUEST.exception(
        "not a workload: '" + text + "'; use tree:LEVELS:BLOCKS:AT_ONCE or zipf:OPERATIONS", cause);
  }
}
