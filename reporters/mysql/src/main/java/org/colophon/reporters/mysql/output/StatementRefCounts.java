package org.colophon.reporters.mysql.output;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * When statements are over: when they run no more, and what they wrote has taken effect or not, and
 * what they read is settled. Each statement is held once from its beginning; only those that are
 * held by more take room. Belongs to one thread.
 */
public final class StatementRefCounts {
  /** The exit status of what failed or was rolled back. */
  public static final int FAILED = 1;

  private final Map<Long, Integer> more = new HashMap<>();

  /** Those that have failed and are held by others yet. */
  private final Set<Long> failed = new HashSet<>();

  private final UnitSink output;

  public StatementRefCounts(UnitSink output) {
    this.output = output;
  }

  public void hold(long process) {
    more.merge(process, 1, Integer::sum);
  }

  /** One of those that held it does no more; the last ends it, unless it failed. */
  public void release(long process) {
    if (letGo(process) && !failed.remove(process)) {
      output.exit(process, 0);
    }
  }

  /** As {@link #release}, unless nobody but its beginning held it. */
  public void releaseIfHeld(long process) {
    if (more.containsKey(process) || failed.contains(process)) {
      release(process);
    }
  }

  /** One of those that held it says that it had no effect. It is over, once. */
  public void fail(long process) {
    boolean isLast = letGo(process);
    boolean isFirst = isLast ? !failed.remove(process) : failed.add(process);
    if (isFirst) {
      output.exit(process, FAILED);
    }
  }

  /** Whether nobody else holds it. */
  private boolean letGo(long process) {
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
