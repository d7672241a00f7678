// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.record;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.colophon.reporters.fuse.process.Program;

/**
 * Writers of a file outside the scope. Keeps only the latest writers, because a file such as a log
 * may have very many.
 */
final class OutsideWriters {
  private static final int MAX_WRITERS = 64;

  /** Ordered by last write. */
  private final Set<Program> programs = new LinkedHashSet<>();

  private long forgotten;

  /**
   * A snapshot of writers.
   *
   * @param programs the writers, the latest last
   * @param forgotten the number of evicted writers
   */
  record Snapshot(List<Program> programs, long forgotten) {
    static final Snapshot NOBODY = new Snapshot(List.of(), 0);

    static Snapshot of(Program program) {
      return new Snapshot(List.of(program), 0);
    }

    boolean isEmpty() {
      return programs.isEmpty() && forgotten == 0;
    }
  }

  synchronized void add(Program program) {
    programs.remove(program);
    programs.add(program);
    if (programs.size() > MAX_WRITERS) {
      programs.remove(programs.iterator().next());
      forgotten++;
    }
  }

  /** Restores writers after a failed cut. */
  synchronized void addAll(Snapshot others) {
    forgotten += others.forgotten();
    others.programs().forEach(this::add);
  }

  synchronized Snapshot clear() {
    Snapshot gone = all();
    programs.clear();
    forgotten = 0;
    return gone;
  }

  synchronized Snapshot all() {
    return new Snapshot(List.copyOf(programs), forgotten);
  }
}
