package org.colophon.reporters.fuse.process;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.colophon.core.spi.reporter.Neighbours;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.reporter.ProcessTracer;

/**
 * Programs as a table finds them, except that those which a neighbour traces are the processes that
 * the neighbour says they are. It is asked for each request, and reports before it answers what
 * happened before the request.
 */
public final class SharedPrograms {
  private final ProgramTable table;
  private final Neighbours neighbours;

  /** Programs that the table could not tell from the one before them, by pid. */
  private final Map<Integer, Program> missed = new ConcurrentHashMap<>();

  /** Shares what a table finds. */
  public SharedPrograms(ProgramTable table, Neighbours neighbours) {
    this.table = table;
    this.neighbours = neighbours;
  }

  /**
   * The program of a thread that waits for an answer right now, known to the sink; null for those
   * that the table does not tell. A traced one that has not begun yet has the id 0.
   */
  public Program of(int task, OperationSink sink) {
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
    if (program.isUntold()) {
      table.declare(program, sink);
    }
    return program;
  }

  /** Who traces it. A program that is not traced stays so, unless tracers attach to strangers. */
  private ProcessTracer tracer(Program program, int task) {
    ProcessTracer tracer = program.tracer;
    if (tracer == null && (!program.wasLookedAt || neighbours.takesStrangers())) {
      tracer = neighbours.tracerOf(task);
      program.tracer = tracer;
      program.wasLookedAt = true;
    }
    return tracer;
  }

  private Program traced(Program program, long id) {
    Program cause = program.cause;
    if (id != 0 && program.id() == 0 && cause != null && cause.id() == id) {
      cause.tracer = program.tracer;
      return cause; // its execve has not returned: the tracer has yet to hear of it
    }
    if (id != 0 && program.id() == 0) {
      program.declared(id);
    }
    return id == 0 || program.id() == id ? program : missed(program, id);
  }

  private Program missed(Program program, long id) {
    return missed.compute(
        program.pid, (pid, known) -> known != null && known.id() == id ? known : program.as(id));
  }

  /** The program that a pid has now, as the sink's id; 0 if it is not known. */
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

  /** Does what must be done from time to time, a few times a second. */
  public void tick(OperationSink sink) {
    table.tick(sink);
    if (!neighbours.hasTracers()) {
      missed.clear();
    }
  }
}
