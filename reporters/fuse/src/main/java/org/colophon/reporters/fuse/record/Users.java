package org.colophon.reporters.fuse.record;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.colophon.reporters.fuse.process.Program;

/** Programs that used a file, noted with what they opened. Most often one. */
final class Users {
  private final List<Program> programs = new CopyOnWriteArrayList<>();
  private volatile Program last;

  /**
   * With which object it is listed, if the file is open for writing; changed while holding this.
   */
  private volatile Known listed;

  /** What is read of it is loaded as code. */
  volatile boolean isCode;

  /** One more program used it. */
  void add(Program program) {
    if (last != program) {
      if (!programs.contains(program)) {
        programs.add(program);
      }
      last = program;
    }
  }

  /** Lists it with the object that its file is now: the file may have been out of the scope. */
  void list(Known known) {
    if (listed != known) {
      synchronized (this) {
        unlist();
        known.openings.add(this);
        listed = known;
      }
    }
  }

  /** The file is closed. */
  synchronized void unlist() {
    if (listed != null) {
      listed.openings.remove(this);
      listed = null;
    }
  }

  List<Program> all() {
    return programs;
  }
}
