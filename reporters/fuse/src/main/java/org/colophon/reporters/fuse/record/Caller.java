// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.record;

import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.encoding.Identities;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.reporter.ProcessTracer;
import org.colophon.reporters.fuse.inspect.FileWatch;
import org.colophon.reporters.fuse.mirror.Node;
import org.colophon.reporters.fuse.mirror.RequestContext;
import org.colophon.reporters.fuse.process.Program;
import org.jspecify.annotations.Nullable;

/**
 * Caller of the current request: program, user and tracer. Valid from {@link #program} to the next
 * request. One thread.
 */
final class Caller {
  private final MountRecording provenance;
  private final OperationSink sink;

  /** The tracer of the program, which is notified of reported accesses; null if none. */
  private @Nullable ProcessTracer tracer;

  /** The process of the request; 0 if it is not recorded. */
  private long actor;

  /** True if the caller is not recorded. */
  private boolean isLeftOut;

  Caller(MountRecording provenance, OperationSink sink) {
    this.provenance = provenance;
    this.sink = sink;
  }

  /** Returns the calling program; null if it is not recorded or has not started. */
  @Nullable Program program(RequestContext request) {
    tracer = null;
    actor = 0;
    isLeftOut = isUnseen(request) || !provenance.scope.hasUser(request.user);
    if (isLeftOut) {
      return null;
    }
    Program program = programOf(request);
    if (program == null) {
      return null;
    }
    tracer = program.tracer();
    if (program.id() == 0) {
      return null;
    }
    if (program.actsFor(request.user)) {
      associate(program.id(), request.user);
    }
    actor = program.id();
    return program;
  }

  /** Like {@link #program(RequestContext)}, and counts a loss if the caller is not visible. */
  @Nullable Program program(RequestContext request, Node node) {
    if (isUnseen(request)
        && provenance.scope.hasUser(request.user)
        && provenance.objects.isInScope(node)) {
      provenance.losses.countInvisible();
    }
    return program(request);
  }

  /** Returns whether the caller has no id here, because it is in another pid namespace. */
  private static boolean isUnseen(RequestContext request) {
    return request.task == 0;
  }

  /** Finds the program. Assumes this process's own ids if a tracer may have to read files. */
  private @Nullable Program programOf(RequestContext request) {
    int task = request.task;
    return provenance.neighbours.hasTracers()
        ? request.withOwnIds(() -> provenance.programs.of(task, sink))
        : provenance.programs.of(task, sink);
  }

  private void associate(long process, int user) {
    Bytes identity = Identities.user(provenance.host, Integer.toUnsignedLong(user));
    Bytes label = Bytes.of("user " + Integer.toUnsignedString(user));
    long agent = sink.object(new ObjectDeclaration(ObjectKind.AGENT, identity, label), 0);
    sink.access(OperationKind.ASSOCIATE, Phase.WHOLE, process, agent, 0, 0);
  }

  /**
   * Returns the process of a rename or cut; 0 if the process is not recorded. The rename or cut
   * itself is recorded in both cases.
   */
  long process(RequestContext request) {
    program(request);
    return actor;
  }

  /** Sets the caller to unknown, because Linux makes the request on its own. */
  void clear() {
    actor = 0;
    isLeftOut = false;
  }

  /** Returns the process that a content watch attributes a change to; 0 if unknown. */
  long writer() {
    return isLeftOut ? FileWatch.NOT_RECORDED : actor;
  }

  /** Returns the process of the request; 0 if it is unknown or not recorded. */
  long known() {
    return actor;
  }

  @Nullable ProcessTracer tracer() {
    return tracer;
  }

  /** Informs the tracer that the effect of the current call is reported. */
  void reported(RequestContext request) {
    if (tracer != null) {
      tracer.reported(request.task);
    }
  }

  /** Makes tracers report earlier users of content that is about to change. */
  void beforeChange(RequestContext request) {
    if (provenance.neighbours.hasTracers()) {
      request.withOwnIds(() -> catchUp(request.task));
    }
  }

  /** Makes tracers report everything before this request, which no program waits for. */
  void reportEarlier(RequestContext request) {
    request.withOwnIds(
        () -> {
          provenance.neighbours.catchUp();
          return true;
        });
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
