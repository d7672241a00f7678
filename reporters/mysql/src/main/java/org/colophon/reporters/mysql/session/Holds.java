package org.colophon.reporters.mysql.session;

import java.util.HashMap;
import java.util.Map;

/**
 * When statements are over: when they run no more, and what they wrote has taken effect or not, and
 * what they read is settled. Each statement is held once from its beginning; only those that are
 * held by more take room. Belongs to one thread.
 */
final class Holds {
  /** The exit status of what failed or was rolled back. */
  static final int FAILED = 1;

  private final Map<Long, Integer> more = new HashMap<>();
  private final Output output;

  Holds(Output output) {
    this.output = output;
  }

  void hold(long process) {
    more.merge(process, 1, Integer::sum);
  }

  /** One of those that held it does no more; the last ends it. */
  void release(long process) {
    Integer left = more.get(process);
    if (left == null) {
      output.exit(process, 0);
    } else if (left <= 1) {
      more.remove(process);
    } else {
      more.put(process, left - 1);
    }
  }

  /** As {@link #release}, unless it failed meanwhile. */
  void releaseIfHeld(long process) {
    if (more.containsKey(process)) {
      release(process);
    }
  }

  /** It had no effect. Whoever else holds it lets go later, or never. */
  void fail(long process) {
    more.remove(process);
    output.exit(process, FAILED);
  }
}
