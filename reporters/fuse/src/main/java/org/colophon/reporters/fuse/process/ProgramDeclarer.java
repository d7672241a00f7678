// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.process;

import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.encoding.Identities;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.reporters.common.proc.ProcFiles;

/** Declares programs, and before each program its ancestors. */
final class ProgramDeclarer {
  private static final int MAX_DEPTH = 64;

  private final String host;
  private final String boot;
  private final AncestorDetail ancestors;

  ProgramDeclarer(String host, String boot, AncestorDetail ancestors) {
    this.host = host;
    this.boot = boot;
    this.ancestors = ancestors;
  }

  /**
   * Declares a program and publishes its links at once, so that they precede its accesses in the
   * sinks of other threads.
   */
  void declare(Program program, OperationSink sink) {
    declare(program, sink, 0);
    describe(program, sink);
    sink.flush();
  }

  private void declare(Program program, OperationSink sink, int depth) {
    synchronized (program) {
      if (program.id() != 0) {
        return;
      }
      Program cause = program.cause;
      if (cause != null && depth < MAX_DEPTH && ancestors != AncestorDetail.NONE) {
        declare(cause, sink, depth + 1);
      }
      program.hasNameOnly = depth > 0 && ancestors == AncestorDetail.NAMES;
      long id = sink.process(declaration(program), 0);
      if (cause != null) {
        link(program, id, cause, sink);
      }
      program.declared(id);
    }
  }

  private static void link(Program program, long id, Program cause, OperationSink sink) {
    boolean isReplaced = program.causeKind == LinkKind.EXEC && cause.pid == program.pid;
    if (cause.id() != 0) {
      sink.link(program.causeKind, id, cause.id(), 0);
      if (isReplaced) {
        sink.exit(cause.id(), ProcessInfo.REPLACED, 0);
      }
    }
    if (isReplaced) {
      load(id, cause, sink);
    }
  }

  /**
   * Adds arguments and directory to an ancestor that was declared by name and now uses the mount
   * itself.
   */
  private void describe(Program program, OperationSink sink) {
    synchronized (program) {
      if (program.hasNameOnly) {
        program.hasNameOnly = false;
        sink.describe(program.id(), declaration(program), 0);
      }
    }
  }

  /**
   * Reports that a program loaded its executable. Linux opened the file for the previous program.
   */
  private static void load(long id, Program old, OperationSink sink) {
    long executable = old.takeExecutable();
    if (executable != 0) {
      sink.access(OperationKind.LOAD, Phase.WHOLE, id, executable, 0, 0);
    }
  }

  /**
   * Describes a program. Does not read /proc if the process has ended, because its pid may be
   * reused.
   */
  private ProcessDeclaration declaration(Program program) {
    return program.hasEnded
        ? declaration(program, Bytes.of(program.shortName), List.of(), Bytes.EMPTY)
        : present(program);
  }

  private ProcessDeclaration present(Program program) {
    String pid = Integer.toString(program.pid);
    Bytes executable = ProcFiles.link(pid, "exe");
    List<Bytes> arguments = program.hasNameOnly ? List.of() : ProcFiles.arguments(pid);
    Bytes directory = program.hasNameOnly ? Bytes.EMPTY : ProcFiles.link(pid, "cwd");
    long start = ProcFiles.startTicks(pid);
    if (start >= 0) {
      program.startTicks = start;
    }
    if (program.isObsolete || executable.isEmpty()) {
      executable = Bytes.of(program.shortName);
      arguments = List.of();
    } else if (program.hasNameOnly) {
      executable = executable.slice(executable.lastIndexOf('/') + 1, executable.length());
    }
    return declaration(program, executable, arguments, directory);
  }

  private ProcessDeclaration declaration(
      Program program, Bytes executable, List<Bytes> arguments, Bytes directory) {
    long start = Math.max(0, program.startTicks);
    Bytes identity = Identities.process(host, boot, program.pid, start, program.image);
    return new ProcessDeclaration(identity, program.pid, executable, arguments, directory, 0);
  }
}
