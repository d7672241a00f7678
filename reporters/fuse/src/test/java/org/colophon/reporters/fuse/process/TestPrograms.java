// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.process;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import org.colophon.core.model.LinkKind;
import org.colophon.core.spi.reporter.OperationSink;

/** Creates simulated programs. */
public final class TestPrograms {
  /** Id of a thread whose lookup always fails. */
  public static final int UNTOLD = 404;

  private TestPrograms() {}

  /** Returns a table in which every visible thread belongs to the same program. */
  public static ProgramTable table() {
    Program only = program(Integer.MAX_VALUE);
    return table(task -> only);
  }

  /** Returns a table in which every visible thread is a program of its own. */
  public static ProgramTable tableOfMany() {
    Map<Integer, Program> programs = new ConcurrentHashMap<>();
    return table(task -> programs.computeIfAbsent(task, each -> program(Integer.MAX_VALUE - each)));
  }

  private static Program program(int pid) {
    return new Program(pid, 1, 0, "test", LinkKind.EXEC, null);
  }

  private static ProgramTable table(IntFunction<Program> programs) {
    return new ProgramTable() {
      @Override
      public Program find(int task, OperationSink sink) {
        if (task == UNTOLD) {
          throw new IllegalStateException("as a fault in a recorder");
        }
        return task <= 0 ? null : programs.apply(task);
      }

      @Override
      public void declare(Program program, OperationSink sink) {
        new ProgramDeclarer("host", "boot", AncestorDetail.NAMES).declare(program, sink);
      }

      @Override
      public void tick(OperationSink sink) {}

      @Override
      public void close() {}
    };
  }
}
