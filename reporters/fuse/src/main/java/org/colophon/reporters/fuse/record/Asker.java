package org.colophon.reporters.fuse.record;

import org.colophon.core.model.Bytes;
import org.colophon.core.model.Identities;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.reporter.ProcessTracer;
import org.colophon.reporters.fuse.inspect.FileWatch;
import org.colophon.reporters.fuse.mirror.Lane;
import org.colophon.reporters.fuse.mirror.Node;
import org.colophon.reporters.fuse.process.Program;

/**
 * Caller of the current request: program, user and tracer. Valid from {@link #program} to the next
 * request. Confined to its thread.
 */
final class Asker {
  private final Provenance provenance;
  private final OperationSink sink;

  /** The tracer of the program, which must learn what is reported; null if none. */
  private ProcessTracer tracer;

  /** The process of the request; 0 if it is not recorded. */
  private long actor;

  /** Whether the caller is not recorded. */
  private boolean isLeftOut;

  Asker(Provenance provenance, OperationSink sink) {
    this.provenance = provenance;
    this.sink = sink;
  }

  /** Returns the calling program; null if it is not recorded or has not started. */
  Program program(Lane lane) {
    tracer = null;
    actor = 0;
    isLeftOut = isUnseen(lane) || !provenance.scope.hasUser(lane.user);
    if (isLeftOut) {
      return null;
    }
    Program program = who(lane);
    if (program == null) {
      return null;
    }
    tracer = program.tracer();
    if (program.id() == 0) {
      return null;
    }
    if (program.actsFor(lane.user)) {
      associate(program.id(), lane.user);
    }
    actor = program.id();
    return program;
  }

  /** Does the same for an operation that is recorded only with a program. */
  Program program(Lane lane, Node node) {
    if (isUnseen(lane)
        && provenance.scope.hasUser(lane.user)
        && provenance.objects.isInScope(node)) {
      provenance.losses.unseen();
    }
    return program(lane);
  }

  /** Returns whether the caller is outside the mount's pid namespace, so that it has no id. */
  private static boolean isUnseen(Lane lane) {
    return lane.task == 0;
  }

  /** Finds the program; a tracer may read files to interpret what it reports. */
  private Program who(Lane lane) {
    int task = lane.task;
    return provenance.neighbours.hasTracers()
        ? lane.asSelf(() -> provenance.programs.of(task, sink))
        : provenance.programs.of(task, sink);
  }

  private void associate(long process, int user) {
    Bytes identity = Identities.user(provenance.host, Integer.toUnsignedLong(user));
    Bytes label = Bytes.of("user " + Integer.toUnsignedString(user));
    long agent = sink.object(new ObjectDeclaration(ObjectKind.AGENT, identity, label), 0);
    sink.access(OperationKind.ASSOCIATE, Phase.WHOLE, process, agent, 0, 0);
  }

  /**
   * Returns the process for renames and cuts, which are always recorded; 0 if it is not recorded.
   */
  long process(Lane lane) {
    program(lane);
    return actor;
  }

  /** The kernel acts without a caller. */
  void nobody() {
    actor = 0;
    isLeftOut = false;
  }

  /** Returns the process for content watches; 0 if unknown. */
  long writer() {
    return isLeftOut ? FileWatch.NOT_RECORDED : actor;
  }

  /** Returns the tracer of the last caller; null if there is none. */
  ProcessTracer tracer() {
    return tracer;
  }

  /** Informs the tracer that the effect of the current call is reported. */
  void reported(Lane lane) {
    if (tracer != null) {
      tracer.reported(lane.task);
    }
  }

  /** Lets tracers report earlier users of content that is about to change. */
  void beforeChange(Lane lane) {
    if (provenance.neighbours.hasTracers()) {
      lane.asSelf(() -> catchUp(lane.task));
    }
  }

  private boolean catchUp(int task) {
    if (tracer != null) {
      tracer.writes(task);
    } else {
      provenance.neighbours.catchUp();
    }
    return true;
  }
}
