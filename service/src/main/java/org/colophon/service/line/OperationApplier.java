// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.line;

import java.util.HashMap;
import java.util.Map;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorType;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.encoding.FileDigest;
import org.colophon.core.model.fact.Snapshot;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.reporter.TransactionStep;
import org.jspecify.annotations.Nullable;

/** Applies lines to a sink. Stores the ids that a client declares in a request. One thread. */
public final class OperationApplier {
  /** Maximum id that a caller may use. */
  public static final long MAX_GLOBAL_ID = (1L << 62) - 1;

  private static final int MAX_LOCAL_IDS = 1_000_000;
  private static final EnumWords<OperationKind> ACCESSES =
      new EnumWords<>("kind", OperationKind.class);
  private static final EnumWords<ObjectKind> OBJECTS = new EnumWords<>("kind", ObjectKind.class);
  private static final EnumWords<LinkKind> LINKS = new EnumWords<>("kind", LinkKind.class);
  private static final EnumWords<Phase> PHASES = new EnumWords<>("phase", Phase.class);
  private static final EnumWords<Snapshot.Change> CHANGES =
      new EnumWords<>("kind", Snapshot.Change.class);
  private static final EnumWords<GapCause> GAPS = new EnumWords<>("cause", GapCause.class);

  private final OperationSink sink;
  private final UnitHandler units;
  private final Refusals refusals;
  private final Map<String, Long> processes = new HashMap<>();
  private final Map<String, Long> objects = new HashMap<>();

  public OperationApplier(OperationSink sink, UnitHandler units, Refusals refusals) {
    this.sink = sink;
    this.units = units;
    this.refusals = refusals;
  }

  /** Receives input that a client could not convert to an operation. */
  @FunctionalInterface
  public interface Refusals {
    void refuse(String place, String problem);
  }

  /** Returns the global ids of processes by the client's ids. */
  public Map<String, Long> processes() {
    return processes;
  }

  public Map<String, Long> objects() {
    return objects;
  }

  /**
   * Applies a line. Returns the global id of the process or object that it declares; 0 if it
   * declares none.
   */
  public long apply(OperationLine line) {
    String op = line.op;
    if (op == null) {
      throw new BadLineException("op is missing: what happened");
    }
    switch (op) {
      case "process":
        return declareProcess(line);
      case "object":
        return declareObject(line);
      case "resolve":
        return resolve(line);
      default:
        applyEvent(op, line);
        return 0;
    }
  }

  private void applyEvent(String op, OperationLine line) {
    OperationKind access = ACCESSES.find(op);
    if (access != null && access != OperationKind.RENAME) {
      access(access, line);
      return;
    }
    switch (op) {
      case "access" -> access(accessKind(line), line);
      case "link" -> link(line);
      case "exit" -> sink.exit(process(line), exitStatus(line), line.time);
      case "cut" -> sink.cut(phase(line), processOrNone(line), object(line), line.time);
      case "derive" -> derive(line);
      case "extended" -> extended(line);
      case "gap" -> gap(line);
      case "refuse" -> refuse(line);
      case "snapshot" -> snapshot(line);
      case "begin" -> units.begin();
      case "note" -> units.note(source(line), position(line));
      case "position" -> units.end(source(line), position(line));
      case "where" -> units.sendPosition(source(line));
      default -> {
        TransactionStep step = UnitHandler.step(op);
        if (step == null) {
          name(op, line);
        } else {
          units.end(step, transaction(line));
        }
      }
    }
  }

  private static String transaction(OperationLine line) {
    if (line.transaction == null) {
      throw new BadLineException("transaction is missing: its id");
    }
    return line.transaction;
  }

  private void name(String op, OperationLine line) {
    switch (op) {
      case "bind" ->
          sink.bind(processOrNone(line), path("path", line.path), ownObject(line), line.time);
      case "unbind" -> sink.unbind(processOrNone(line), path("path", line.path), line.time);
      case "rename" ->
          sink.rename(processOrNone(line), path("from", line.from), path("to", line.to), line.time);
      case "only_name" -> sink.keepOnlyName(path("path", line.path), ownObject(line), line.time);
      case "exchange" ->
          sink.exchange(
              processOrNone(line), path("from", line.from), path("to", line.to), line.time);
      default ->
          throw new BadLineException(
              "there is no op '"
                  + Bytes.of(op).display()
                  + "'; there are process, object, resolve, access (or its kind: read, write, ...), link,"
                  + " exit, bind, unbind, only_name, rename, exchange, cut, derive, extended, gap,"
                  + " snapshot, refuse, begin, note, position, where, prepare, commit, abort, abandon");
    }
  }

  private static OperationKind accessKind(OperationLine line) {
    if (line.kind == null) {
      throw new BadLineException("kind is missing: read, write, ...");
    }
    return ACCESSES.get(line.kind, null);
  }

  private void access(OperationKind kind, OperationLine line) {
    if (line.bytes < 0) {
      throw new BadLineException("bytes is not negative");
    }
    Phase phase = phase(line);
    if (line.count > 1 && phase == Phase.END) {
      sink.endRepeated(kind, process(line), object(line), line.count, line.bytes, line.time);
    } else {
      sink.access(kind, phase, process(line), object(line), line.bytes, line.time);
    }
  }

  private static Phase phase(OperationLine line) {
    return PHASES.get(line.phase, Phase.WHOLE);
  }

  private long declareProcess(OperationLine line) {
    ProcessDeclaration declaration =
        new ProcessDeclaration(
            line.identity, line.pid, line.executable, line.arguments, line.directory, line.start);
    long process = sink.process(declaration, line.time);
    remember(true, line.id, process);
    return process;
  }

  private long declareObject(OperationLine line) {
    ObjectKind kind = OBJECTS.get(line.kind, ObjectKind.FILE);
    ObjectDeclaration declaration = new ObjectDeclaration(kind, line.identity, line.label);
    long object =
        line.path == null
            ? sink.object(declaration, line.time)
            : sink.objectAt(path("path", line.path), declaration, line.time);
    remember(false, line.id, object);
    return object;
  }

  private long resolve(OperationLine line) {
    long object = sink.resolve(path("path", line.path));
    remember(false, line.id, object);
    return object;
  }

  /** Records the global id for a client's id, which may be null. */
  public void remember(boolean isProcess, @Nullable String local, long global) {
    if (local == null) {
      return;
    }
    Map<String, Long> ids = isProcess ? processes : objects;
    if (ids.size() >= MAX_LOCAL_IDS && !ids.containsKey(local)) {
      throw new BadLineException("a request has at most " + MAX_LOCAL_IDS + " ids of its own");
    }
    ids.put(local, global);
  }

  private void link(OperationLine line) {
    LinkKind kind = LINKS.get(line.kind, LinkKind.INFORM);
    long effect = find("effect", line.effect, processes);
    sink.link(kind, effect, find("cause", line.cause, processes), line.time);
  }

  private void derive(OperationLine line) {
    long effect = find("effect", line.effect, objects);
    sink.derive(effect, find("cause", line.cause, objects), processOrNone(line), line.time);
  }

  private void extended(OperationLine line) {
    boolean hasObject = line.object.isGiven() || line.path != null;
    if (line.type == null || line.type.isEmpty()) {
      throw new BadLineException("type is missing: the type of the data, such as text/patch");
    }
    if (!hasObject && !line.process.isGiven()) {
      throw new BadLineException("process, object or path is missing: the owner of the data");
    }
    long object = hasObject ? object(line) : 0;
    Bytes data = line.ids.putInto(line.data, this::processOrObject);
    sink.extend(processOrNone(line), object, line.type, data, line.time);
  }

  private void gap(OperationLine line) {
    if (line.count < 1) {
      throw new BadLineException("count is at least 1");
    }
    GapCause cause = GAPS.get(line.causeWord, GapCause.EVENTS_LOST);
    sink.gap(processOrNone(line), cause, line.count, line.time);
  }

  private void refuse(OperationLine line) {
    refusals.refuse(
        line.place == null ? "" : Bytes.of(line.place).display(),
        line.problem == null ? "" : Bytes.of(line.problem).display());
  }

  private void snapshot(OperationLine line) {
    if (line.name == null) {
      throw new BadLineException("name is missing: the name of the snapshot");
    }
    Snapshot.Change change = CHANGES.get(line.kind, Snapshot.Change.TAKE);
    try {
      sink.snapshot(line.name, change, line.time);
    } catch (ColophonException e) {
      if (e.code().type() != ErrorType.USER) {
        throw e;
      }
      throw new BadLineException(e.getMessage());
    }
  }

  // --- units ---

  private static String source(OperationLine line) {
    if (line.source == null || line.source.isEmpty()) {
      throw new BadLineException("source is missing: the source that has the position");
    }
    return line.source;
  }

  private Bytes position(OperationLine line) {
    if (line.position == null) {
      throw new BadLineException("position is missing: where to resume");
    }
    return line.ids.putInto(line.position, this::processOrObject);
  }

  /** Returns the global id for a client's id of a process or object. */
  private long processOrObject(String local) {
    Long process = processes.get(local);
    Long global = process == null ? objects.get(local) : process;
    if (global == null) {
      throw new BadLineException(
          "'%s' was not declared in this request".formatted(Bytes.of(local).display()));
    }
    return global;
  }

  private static int exitStatus(OperationLine line) {
    if (line.status < -1 || line.status > 255) {
      throw new BadLineException("status is from 0 to 255, or -1 when execve replaced the process");
    }
    return (int) line.status;
  }

  // --- who and what ---

  private long process(OperationLine line) {
    return find("process", line.process, processes);
  }

  private long processOrNone(OperationLine line) {
    return line.process.isGiven() ? process(line) : 0;
  }

  /** Returns an object by id, or else by path. For a new path, may declare an object. */
  private long object(OperationLine line) {
    if (line.object.isGiven() || line.path == null) {
      return ownObject(line);
    }
    return sink.objectAt(path("path", line.path), ObjectKind.FILE, line.time);
  }

  private long ownObject(OperationLine line) {
    return find("object", line.object, objects);
  }

  private static long find(String name, OperationLine.Reference id, Map<String, Long> declared) {
    if (id.local == null) {
      if (id.global == 0) {
        throw new BadLineException(name + " is missing");
      }
      if (id.global > MAX_GLOBAL_ID) {
        throw new BadLineException("%s %d is not known".formatted(name, id.global));
      }
      return id.global;
    }
    Long global = declared.get(id.local);
    if (global == null) {
      throw new BadLineException(
          "%s '%s' was not declared in this request".formatted(name, Bytes.of(id.local).display()));
    }
    return global;
  }

  private static Bytes path(String name, @Nullable Bytes path) {
    if (path == null || path.isEmpty()) {
      throw new BadLineException(name + " is missing");
    }
    boolean isAbsolute = path.at(0) == '/';
    boolean hasScheme = path.toString().matches("(?s)[A-Za-z][A-Za-z0-9+.-]*://.+");
    if (!isAbsolute && !hasScheme && !FileDigest.isName(path)) {
      throw new BadLineException(
          "%s must be an absolute path or a name with a scheme, not %s"
              .formatted(name, path.display()));
    }
    return path;
  }
}
