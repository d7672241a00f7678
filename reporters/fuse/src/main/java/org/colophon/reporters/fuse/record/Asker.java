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
 * Who asks one thread of the mirror for what it does: the program, the user whom it acts for, and
 * who else traces it. Holds for one request, from {@link #program} on. Belongs to its thread.
 */
final class Asker {
  private final Provenance provenance;
  private final OperationSink sink;

  /** Who traces the program at hand and so must be told what is reported here; null if nobody. */
  private ProcessTracer tracer;

  /** Whom what is reported now is charged to; 0 for nobody whose doings are recorded. */
  private long actor;

  /** Whether it is asked for by somebody whose doings are not recorded. */
  private boolean isLeftOut;

  Asker(Provenance provenance, OperationSink sink) {
    this.provenance = provenance;
    this.sink = sink;
  }

  /** Who asks; null if it is nobody whose doings are recorded, or if it has not begun yet. */
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

  /** The same for something that is not recorded unless it is charged to somebody. */
  Program program(Lane lane, Node node) {
    if (isUnseen(lane)
        && provenance.scope.hasUser(lane.user)
        && provenance.objects.isInScope(node)) {
      provenance.losses.unseen();
    }
    return program(lane);
  }

  /** The kernel has no id for those outside the pid namespace in which the mirror was mounted. */
  private static boolean isUnseen(Lane lane) {
    return lane.task == 0;
  }

  /** Who traces looks at files, to understand what it reports meanwhile. */
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

  /** Names and cuts count whoever makes them; 0 for those whose doings are not recorded. */
  long process(Lane lane) {
    program(lane);
    return actor;
  }

  /** The kernel does something in its own time, for nobody in particular. */
  void nobody() {
    actor = 0;
    isLeftOut = false;
  }

  /** Who asked last, as watches of contents want to know it; 0 if unknown. */
  long writer() {
    return isLeftOut ? FileWatch.NOT_RECORDED : actor;
  }

  // --- who traces it ---

  /** Who traces the program that asked last; null if nobody. */
  ProcessTracer tracer() {
    return tracer;
  }

  /** Tells who traces the program that what its call does is reported. */
  void reported(Lane lane) {
    if (tracer != null) {
      tracer.reported(lane.task);
    }
  }

  /**
   * A content is about to change. What a tracer has to say of those who used it before comes first.
   */
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
