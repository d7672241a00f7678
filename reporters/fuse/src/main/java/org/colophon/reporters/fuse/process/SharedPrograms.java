// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.process;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.colophon.core.model.GapCause;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.reporter.ProcessTracer;
import org.colophon.core.spi.reporter.ReporterCoordination;
import org.jspecify.annotations.Nullable;

/**
 * View of a program table that takes the identity of traced programs from their tracer. Calls the
 * tracer at each request; the tracer first reports all earlier events.
 */
public final class SharedPrograms {
  private final ProgramTable table;
  private final ReporterCoordination neighbours;

  /** Programs whose exec the program table missed, by pid. */
  private final Map<Integer, Program> replacements = new ConcurrentHashMap<>();

  /** Creates a view of a table. */
  public SharedPrograms(ProgramTable table, ReporterCoordination neighbours) {
    this.table = table;
    this.neighbours = neighbours;
  }

  /**
   * Returns the declared program of a thread with a pending request; null if unknown. The id of the
   * program is 0 if the tracer has not seen its start. A program without a tracer gets one gap.
   */
  public @Nullable Program of(int task, OperationSink sink) {
    Program program = table.find(task, sink);
    if (program == null) {
      return null;
    }
    ProcessTracer tracer = neighbours.hasTracers() ? tracer(program, task) : null;
    long id = tracer == null ? ProcessTracer.NOT_TRACED : tracer.processOf(task);
    if (id != ProcessTracer.NOT_TRACED) {
      return traced(program, id);
    }
    program.tracer = null;
    if (program.isUndeclared()) {
      table.declare(program, sink);
    }
    if (program.losesOthers()) {
      sink.gap(program.id(), GapCause.NOT_TRACED, 1, 0);
    }
    return program;
  }

  /**
   * Returns the tracer of a program. The result for an untraced program is remembered, unless
   * tracers attach to running processes.
   */
  private @Nullable ProcessTracer tracer(Program program, int task) {
    ProcessTracer tracer = program.tracer;
    if (tracer == null && (!program.isTracerKnown || neighbours.takesStrangers())) {
      tracer = neighbours.tracerOf(task);
      program.tracer = tracer;
      program.isTracerKnown = true;
    }
    return tracer;
  }

  private Program traced(Program program, long id) {
    Program cause = program.cause;
    if (id != 0 && program.id() == 0 && cause != null && cause.id() == id) {
      cause.tracer = program.tracer;
      return cause; // its execve has not returned, so the tracer has not seen it
    }
    if (id != 0 && program.id() == 0) {
      program.declared(id);
    }
    return id == 0 || program.id() == id ? program : replacement(program, id);
  }

  private Program replacement(Program program, long id) {
    return replacements.compute(
        program.pid, (pid, known) -> known != null && known.id() == id ? known : program.as(id));
  }

  /** Returns the id in the sink of the pid's current program; 0 if unknown. */
  public long processOf(int pid, OperationSink sink) {
    Program program = table.find(pid, sink);
    if (program == null) {
      return 0;
    }
    if (program.id() == 0) {
      table.declare(program, sink);
    }
    return program.id();
  }

  /** Does periodic work, a few times a second. */
  public void tick(OperationSink sink) {
    table.tick(sink);
    if (!neighbours.hasTracers()) {
      replacements.clear();
    }
  }
}
