package org.colophon.reporters.fuse.record;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.colophon.reporters.fuse.process.Program;

/**
 * Who wrote a file beside what is recorded. A log may be written by every program there is, and for
 * months: only the newest are known by name.
 */
final class Writers {
  private static final int MOST = 64;

  /** In the order in which each wrote last. */
  private final Set<Program> programs = new LinkedHashSet<>();

  private long forgotten;

  /**
   * Who they were at one moment.
   *
   * @param programs each once, the newest last
   * @param forgotten how many more there were
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

  /** One more program writes it. */
  synchronized void add(Program program) {
    programs.remove(program);
    programs.add(program);
    if (programs.size() > MOST) {
      programs.remove(programs.iterator().next());
      forgotten++;
    }
  }

  /** What they wrote is there still: they come back to those who wrote it since. */
  synchronized void addAll(Noted others) {
    forgotten += others.forgotten();
    others.programs().forEach(this::add);
  }

  /** What they wrote is gone; answers who they were. */
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
