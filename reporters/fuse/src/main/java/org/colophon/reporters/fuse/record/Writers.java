package org.colophon.reporters.fuse.record;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.colophon.reporters.fuse.process.Program;

/** Writers of a file outside the scope. Keeps only the latest, because a log may have very many. */
final class Writers {
  private static final int MOST = 64;

  /** Ordered by last write. */
  private final Set<Program> programs = new LinkedHashSet<>();

  private long forgotten;

  /**
   * A snapshot of writers.
   *
   * @param programs the latest last
   * @param forgotten the number of evicted ones
   */
  record Noted(List<Program> programs, long forgotten) {
    static final Noted NOBODY = new Noted(List.of(), 0);

    static Noted of(Program program) {
      return new Noted(List.of(program), 0);
    }

    boolean isEmpty() {
      return programs.isEmpty() && forgotten == 0;
    }
  }

  /** Adds a writer. */
  synchronized void add(Program program) {
    programs.remove(program);
    programs.add(program);
    if (programs.size() > MOST) {
      programs.remove(programs.iterator().next());
      forgotten++;
    }
  }

  /** Restores writers after a failed cut. */
  synchronized void addAll(Noted others) {
    forgotten += others.forgotten();
    others.programs().forEach(this::add);
  }

  /** Clears and returns the writers. */
  synchronized Noted clear() {
    Noted gone = all();
    programs.clear();
    forgotten = 0;
    return gone;
  }

  synchronized Noted all() {
    return new Noted(List.copyOf(programs), forgotten);
  }
}
