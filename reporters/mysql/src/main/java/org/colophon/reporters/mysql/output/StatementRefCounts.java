// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.output;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Reference counts that decide when a statement's process may end. A statement has a reference
 * while it runs, while its writes wait for a commit, and while its reads are not settled. Each
 * statement has one reference from its start; only further references need memory. One thread.
 */
public final class StatementRefCounts {
  /** Exit status of a statement that failed or was rolled back. */
  public static final int FAILED = 1;

  private final Map<Long, Integer> more = new HashMap<>();

  /** Failed statements that still have references. */
  private final Set<Long> failed = new HashSet<>();

  private final UnitSink output;

  public StatementRefCounts(UnitSink output) {
    this.output = output;
  }

  public void hold(long process) {
    more.merge(process, 1, Integer::sum);
  }

  /** Releases one reference. The last release ends the process, unless the statement failed. */
  public void release(long process) {
    if (releaseAll(process) && !failed.remove(process)) {
      output.exit(process, 0);
    }
  }

  /** Releases a reference, if the statement has more than its first one or has failed. */
  public void releaseIfHeld(long process) {
    if (more.containsKey(process) || failed.contains(process)) {
      release(process);
    }
  }

  /** Releases one reference of a statement without effect. The first such call ends its process. */
  public void fail(long process) {
    boolean isLast = releaseAll(process);
    boolean isFirst = isLast ? !failed.remove(process) : failed.add(process);
    if (isFirst) {
      output.exit(process, FAILED);
    }
  }

  /** Releases one reference. Returns whether no reference remains. */
  private boolean releaseAll(long process) {
    Integer left = more.get(process);
    if (left == null) {
      return true;
    }
    if (left <= 1) {
      more.remove(process);
    } else {
      more.put(process, left - 1);
    }
    return false;
  }
}
