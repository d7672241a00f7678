// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.source;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Lock;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.service.http.HttpFailure;
import org.colophon.service.http.Problem.BadLine;
import org.colophon.service.line.BadLineException;
import org.colophon.service.line.LineSource;
import org.colophon.service.line.OperationApplier;
import org.colophon.service.line.OperationLine;
import org.colophon.service.line.UnitHandler;
import org.colophon.service.source.SourceUnits.RefusedStepException;
import org.colophon.service.source.SourceUnits.RejectedUnitException;

/**
 * A request with numbered lines. Reads a group of lines, then records it under the source's lock.
 * The operations and the number of the last line become durable together.
 */
final class SourceRequest {
  /** Maximum number of lines in a request. The client sends the others in the next request. */
  static final int MAX_LINES = 16_384;

  private static final int MAX_PROBLEMS = 100;
  private static final int[] NO_IDS = {};

  private final Source source;
  private final OperationSink sink;
  private final long session;
  private final Lock unitLock;
  private final SourceUnits units;
  private final OperationApplier applier;
  private final UnitLines lines;
  private final List<BadLine> problems = new ArrayList<>();

  /**
   * Refusals that are counted after their lines are published. If they were counted earlier, a
   * repeated line could count twice.
   */
  private final List<Runnable> uncounted = new ArrayList<>();

  private long next;
  private long accepted;
  private long repeated;
  private long refused;
  private boolean isOutOfRoom;

  /** Index of the line that began the client's open unit. */
  private int unitBegin;

  /**
   * Prepares a request.
   *
   * @param kernel stores the positions
   * @param unitLock held while units are recorded, so that claims do not change
   */
  SourceRequest(
      Source source,
      OperationSink sink,
      long first,
      long session,
      LineSource body,
      Kernel kernel,
      Lock unitLock) {
    this.source = source;
    this.sink = sink;
    this.session = session;
    this.unitLock = unitLock;
    this.lines = new UnitLines(body);
    Bytes who = Bytes.of(source.key() + " " + Long.toHexString(session));
    this.units = new SourceUnits(sink, kernel, who);
    this.applier = new OperationApplier(sink, units, this::count);
    this.next = first;
  }

  /** Records lines until the body ends or a limit is reached. */
  void all() throws IOException {
    int left = MAX_LINES;
    while (!isOutOfRoom && lines.fill(left)) {
      left -= lines.count();
      synchronized (source) {
        source.check(session);
        int known = repeatedLines();
        if (known < lines.count()) {
          recordLocked(known);
        }
      }
    }
    if (lines.refusal() != null) {
      addProblem(lines.refusal());
    }
  }

  private void recordLocked(int from) {
    boolean isLocked = lines.hasUnits();
    if (isLocked) {
      unitLock.lock();
    }
    try {
      record(from);
    } finally {
      if (isLocked) {
        unitLock.unlock();
      }
    }
  }

  SourceAnswer answer() {
    return new SourceAnswer(
        next - 1,
        accepted,
        repeated,
        refused,
        problems,
        new SourceAnswer.Ids(applier.processes(), applier.objects()),
        units.requestedPositions());
  }

  // --- lines that are recorded already ---

  private int repeatedLines() {
    long last = source.position().last();
    int index = 0;
    while (index < lines.count() && next <= last) {
      if (!lines.get(index).isBlank) {
        lookUp(lines.get(index));
      }
      repeated++;
      next++;
      index++;
    }
    return index;
  }

  private void lookUp(OperationLine line) {
    try {
      if (line.malformed != null) {
        addProblem(line.malformed); // refused and counted earlier
      } else if (declares(line)) {
        rememberKnown(line);
      } else if (isStep(line)) {
        if (earlierId(line) == IdWindow.REFUSED) {
          addProblem("the step was refused when it was first received; see GET /v1/transactions");
        }
      } else if ("where".equals(line.op) && line.source != null) {
        units.answer(line.source);
      }
    } catch (BadLineException e) {
      addProblem(e.getMessage());
    }
  }

  private void rememberKnown(OperationLine line) {
    long id = earlierId(line);
    if (id == IdWindow.REFUSED) {
      addProblem("the line was refused when it was first received");
    } else {
      applier.remember(isProcess(line), line.id, id);
    }
  }

  private static boolean isProcess(OperationLine line) {
    return "process".equals(line.op);
  }

  private static boolean isStep(OperationLine line) {
    return UnitHandler.step(line.op) != null;
  }

  private static boolean declares(OperationLine line) {
    return line.id != null
        && (isProcess(line) || "object".equals(line.op) || "resolve".equals(line.op));
  }

  /**
   * Returns the id that a line of an earlier batch declared. Looks it up by line number or by
   * identity.
   */
  private long earlierId(OperationLine line) {
    long id = source.position().window().find(next);
    if (id >= 0 || id == IdWindow.REFUSED) {
      return id;
    }
    if (line.identity.isEmpty() || isStep(line)) {
      long last = source.position().last();
      throw HttpFailure.expecting(
          "line %d was acknowledged too long ago: its result is no longer known; continue after line %d"
              .formatted(next, last),
          last + 1);
    }
    return isProcess(line)
        ? sink.process(
            new ProcessDeclaration(line.identity, 0, Bytes.EMPTY, List.of(), Bytes.EMPTY, 0), 0)
        : sink.object(new ObjectDeclaration(ObjectKind.OTHER, line.identity, Bytes.EMPTY), 0);
  }

  // --- new lines ---

  /** Records the lines. If a unit of the client is rejected, records only the lines before it. */
  private void record(int from) {
    long nextBefore = next;
    long acceptedBefore = accepted;
    long refusedBefore = refused;
    int problemsBefore = problems.size();
    try {
      recordTogether(from);
    } catch (RejectedUnitException | RefusedStepException e) {
      int begin = unitBegin;
      next = nextBefore;
      accepted = acceptedBefore;
      refused = refusedBefore;
      problems.subList(problemsBefore, problems.size()).clear();
      if (e instanceof RefusedStepException step) {
        refuseStep(from, step);
        return;
      }
      lines.refuse(begin, String.valueOf(e.getMessage()));
      if (from < begin) {
        recordTogether(from);
      }
    }
  }

  private void recordTogether(int from) {
    boolean isDone = false;
    uncounted.clear();
    sink.begin();
    try {
      IdWindow window = source.position().window();
      for (int i = from; i < lines.count() && (units.isOpen() || window.hasRoom()); i++) {
        one(i, window);
        next++;
      }
      isOutOfRoom = !window.hasRoom();
      publish(new SourcePosition(next - 1, session, window));
      isDone = true;
      uncounted.forEach(Runnable::run);
    } finally {
      if (!isDone) {
        dropUnit();
        units.dropped();
        source.movedBack();
      }
    }
  }

  /** Records no line of a group except the number of the last one, whose step is refused. */
  private void refuseStep(int from, RefusedStepException refusal) {
    boolean isDone = false;
    uncounted.clear();
    sink.begin();
    try {
      IdWindow window = source.position().window();
      for (int i = from; i < lines.count(); i++) {
        OperationLine line = lines.get(i);
        if (declares(line) || isStep(line)) {
          window.add(next, IdWindow.REFUSED, !isProcess(line));
        }
        next++;
      }
      String problem = String.valueOf(refusal.getMessage());
      refused++;
      count("line " + (next - 1), problem);
      problems.add(new BadLine(next - 1, problem, refusal.code().name())); // beyond the limit, too
      publish(new SourcePosition(next - 1, session, window));
      isDone = true;
      uncounted.forEach(Runnable::run);
    } finally {
      if (!isDone) {
        dropUnit();
        units.dropped();
        source.movedBack();
      }
    }
  }

  private void publish(SourcePosition reached) {
    List<Bytes> parts = StoredPosition.cut(reached.encode());
    for (int part = 1; part < Math.max(parts.size(), source.parts() + 1); part++) {
      Bytes content = part < parts.size() ? parts.get(part) : Bytes.EMPTY;
      sink.note(StoredPosition.part(source.name(), part), content, NO_IDS);
    }
    units.publish(source.key(), parts.get(0));
    source.moved(reached, parts.size() - 1, sink.flush());
    units.published();
  }

  /** Drops the unit: its position is refused on purpose. */
  private void dropUnit() {
    try {
      sink.position("", Bytes.EMPTY);
    } catch (ColophonException e) {
      // expected
    }
  }

  private void one(int index, IdWindow window) {
    OperationLine line = lines.get(index);
    if (line.isBlank) {
      return;
    }
    if (line.malformed != null) {
      refuseUnit(index, line.malformed);
      refuse(line.malformed);
      return;
    }
    try {
      boolean wasOpen = units.isOpen();
      long declared = applier.apply(line);
      if (units.isOpen() && !wasOpen) {
        unitBegin = index;
      }
      if (declares(line) && (line.identity.isEmpty() || "resolve".equals(line.op))) {
        window.add(next, declared, !isProcess(line));
      } else if (isStep(line)) {
        window.add(next, 0, true); // tells a taken step from a refused one
      }
      accepted++;
    } catch (BadLineException e) {
      refuseUnit(index, e.getMessage());
      refuse(line, window, e.getMessage());
    } catch (ColophonException e) {
      if (e.code() == ErrorCode.LIMIT_REACHED && units.isOpen()) {
        throw new RejectedUnitException(e.getMessage());
      }
      if (e.code() != ErrorCode.BAD_INPUT) { // other failures affect more than this line
        throw e;
      }
      refuse(line, window, e.getMessage());
    }
  }

  /**
   * Refuses a line. If the line is a declaration, stores the refusal, so that a repeated line gets
   * the same answer.
   */
  private void refuse(OperationLine line, IdWindow window, String problem) {
    if (declares(line)) {
      window.add(next, IdWindow.REFUSED, !isProcess(line));
    }
    refuse(problem);
  }

  /** Rejects a unit because its first or last line is bad. */
  private void refuseUnit(int index, String problem) {
    String op = lines.get(index).op;
    boolean isEnd =
        units.isOpen()
            && ("position".equals(op) || "note".equals(op) || UnitHandler.step(op) != null);
    boolean isBegin = !units.isOpen() && "begin".equals(op);
    if (isBegin) {
      unitBegin = index;
    }
    if (isBegin || isEnd) {
      throw new RejectedUnitException("the unit that begins here has a bad " + op + ": " + problem);
    }
  }

  private void refuse(String problem) {
    refused++;
    count("line " + next, problem);
    addProblem(problem);
  }

  private void count(String place, String problem) {
    uncounted.add(() -> sink.refuse(place, problem));
  }

  private void addProblem(String problem) {
    if (problems.size() < MAX_PROBLEMS) {
      problems.add(new BadLine(next, problem, null));
    }
  }
}
