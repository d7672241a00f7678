// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.process;

import org.jspecify.annotations.Nullable;

/** A thread, identified by its id in requests. */
final class Task {
  final int id;
  volatile @Nullable Program program;

  /** True if the thread has ended, or its id may be reused. */
  volatile boolean isObsolete;

  Task(int id, @Nullable Program program) {
    this.id = id;
    this.program = program;
  }
}
