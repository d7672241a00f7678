// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.record;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.colophon.reporters.fuse.process.Program;
import org.jspecify.annotations.Nullable;

/** Programs that used an open file, usually one. */
final class FileUsers {
  private final List<Program> programs = new CopyOnWriteArrayList<>();
  private volatile @Nullable Program last;

  /**
   * The object whose {@link NodeRecord#openings} contain this, if the file is writable. Guarded by
   * this.
   */
  private volatile @Nullable NodeRecord listed;

  /** True if the last state of the file counts it as a writer. */
  volatile boolean isCounted;

  /** True if its reads are loads of code. */
  volatile boolean isCode;

  void add(Program program) {
    if (last != program) {
      if (!programs.contains(program)) {
        programs.add(program);
      }
      last = program;
    }
  }

  /**
   * Adds this to the openings of the file's current record, which changes when the file enters the
   * scope.
   */
  void list(NodeRecord nodeRecord) {
    if (listed != nodeRecord) {
      synchronized (this) {
        unlist();
        nodeRecord.openings.add(this);
        listed = nodeRecord;
      }
    }
  }

  /** Removes this from the openings when the file is closed. */
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
