package org.colophon.reporters.fuse.process;

/** A thread, identified by its id in requests. */
final class Task {
  final int id;
  volatile Program program;

  /** True if the thread has ended, or its id may be reused. */
  volatile boolean isObsolete;

  Task(int id, Program program) {
    this.id = id;
    this.program = program;
  }
}
