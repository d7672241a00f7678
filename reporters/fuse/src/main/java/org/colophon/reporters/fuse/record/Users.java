package org.colophon.reporters.fuse.record;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.colophon.reporters.fuse.process.Program;

/** The programs that an open file was used by: noted there. Most often one. */
final class Users {
  private final List<Program> programs = new CopyOnWriteArrayList<>();
  private volatile Program last;

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

  List<Program> all() {
    return programs;
  }
}
