// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.ocsf;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.colophon.core.error.IoFailure;
import org.colophon.core.files.FileTree;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.model.fact.ObjectInfo;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.core.rebuild.HistoryReplay;
import org.colophon.core.rebuild.ReplayRequest;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.spi.storage.RecordType;
import org.colophon.query.naming.ObjectNames;
import org.colophon.query.naming.Starts;
import org.jspecify.annotations.Nullable;

/**
 * OCSF events of a history, in LSN order. A fact gives the same event each time, except an access
 * that was extended: the first access is an event, and each later form of its interval is another,
 * with the totals since the first. One thread.
 *
 * @see <a href="https://schema.ocsf.io/1.7.0">OCSF 1.7.0</a>
 */
public final class HistoryEvents {
  private static final int SYSTEM = 1;
  private static final int NETWORK = 4;
  private static final int CREATE = 1;
  private static final int READ = 2;
  private static final int UPDATE = 3;
  private static final int DELETE = 4;
  private static final int RENAME = 5;
  private static final int SET_ATTRIBUTES = 6;
  private static final int OTHER = 99;

  private final LineageReader reader;
  private final EventParts parts;
  private final ObjectNames names;

  /** Receives events. */
  public interface Visitor {
    /**
     * Receives the next event.
     *
     * @param lsn its LSN, which never decreases
     */
    void event(long lsn, ObjectNode event) throws IOException;
  }

  public HistoryEvents(LineageReader reader, EventParts.Origin origin) {
    this.reader = reader;
    this.parts = new EventParts(reader, origin);
    this.names = new ObjectNames(reader);
  }

  /**
   * Visits the events of a scope. Reads the whole history once, and sorts the facts of the scope in
   * a temporary directory.
   *
   * @param cancelled called often; if it returns true, this method throws INTERRUPTED
   */
  public void visit(EventScope scope, BooleanSupplier cancelled, Visitor visitor)
      throws IOException {
    if (scope.afterLsn() >= scope.upToLsn()) {
      return;
    }
    Path scratch = Files.createTempDirectory("colophon-events");
    // The reader is its own target, since the facts before the scope are known.
    ReplayRequest request =
        new ReplayRequest(
            reader,
            reader,
            Math.max(0, scope.afterLsn()),
            scope.upToLsn(),
            0,
            scratch,
            ReplayRequest.Limits.DEFAULT);
    try (HistoryReplay replay = new HistoryReplay(request, cancelled)) {
      for (RecordBatch batch = replay.next(); batch != null; batch = replay.next()) {
        while (batch.next()) {
          ObjectNode event = event(batch, scope);
          if (event != null) {
            visitor.event(batch.lsn(), event);
          }
        }
      }
    } finally {
      delete(scratch);
    }
  }

  private static void delete(Path scratch) {
    try {
      FileTree.delete(scratch);
    } catch (IOException e) {
      throw IoFailure.of("delete", scratch, e);
    }
  }

  private @Nullable ObjectNode event(RecordBatch fact, EventScope scope) {
    return switch (fact.type()) {
      case PROCESS -> scope.hasProcess(fact.process()) ? launch(fact) : null;
      case EXIT ->
          scope.hasProcess(fact.process()) && fact.status() != ProcessInfo.REPLACED
              ? terminate(fact)
              : null;
      case ACCESS ->
          scope.hasProcess(fact.process()) ? access(fact, fact.operationKind(), false) : null;
      case INTERVAL -> scope.hasProcess(fact.process()) ? extent(fact) : null;
      case BIND, UNBIND -> nameChange(fact, scope);
      case GAP -> scope.hasGap(fact.lsn(), fact.process()) ? gap(fact) : null;
      default -> null; // relations and data that no OCSF class has
    };
  }

  private ObjectNode launch(RecordBatch fact) {
    long[] start = {0, 0, 0};
    reader.causesOfProcess(
        fact.process(),
        (effect, cause, kind, lsn, nanos) -> {
          if (Starts.isStart(kind) && lsn > start[1]) {
            start[0] = cause;
            start[1] = lsn;
            start[2] = kind == LinkKind.EXEC ? 3 : 2;
          }
        });
    ObjectNode event = parts.event(fact, SYSTEM, 1007, 1, "Launch", "");
    event.put("launch_type_id", start[2]);
    event.set("actor", parts.actor(start[0]));
    event.set("process", parts.process(fact.process()));
    return event;
  }

  private ObjectNode terminate(RecordBatch fact) {
    ObjectNode event = parts.event(fact, SYSTEM, 1007, 2, "Terminate", "");
    event.put("exit_code", fact.status());
    event.set("actor", parts.actor(fact.process()));
    event.set("process", parts.process(fact.process()));
    return event;
  }

  /** Returns an extended interval. Its LSN is that of its last access. */
  private @Nullable ObjectNode extent(RecordBatch fact) {
    AccessMode mode = fact.accessMode();
    OperationKind kind =
        mode == AccessMode.READ
            ? OperationKind.READ
            : mode == AccessMode.WRITE ? OperationKind.WRITE : OperationKind.LOAD;
    boolean hasContent =
        mode == AccessMode.READ || mode == AccessMode.WRITE || mode == AccessMode.CODE;
    return hasContent && fact.endLsn() != Lsn.OPEN ? access(fact, kind, true) : null;
  }

  private @Nullable ObjectNode access(RecordBatch fact, OperationKind kind, boolean isExtent) {
    ObjectInfo object = reader.object(fact.object());
    if (object == null) {
      return null;
    }
    ObjectNode event =
        object.declaration().kind() == ObjectKind.SOCKET
            ? traffic(fact, kind, isExtent)
            : fileAccess(fact, kind, object, isExtent);
    if (event != null) {
      event.set("actor", parts.actor(fact.process()));
      ObjectNode more = event.withObject("/unmapped").put("bytes", fact.bytes());
      if (isExtent) {
        event.put("count", fact.count());
        parts.putTime(event, "start_time", reader.timeAt(fact.beginLsn()));
        parts.putTime(event, "end_time", fact.timeNanos());
        more.put("first_sequence", fact.beginLsn());
      }
      if (kind == OperationKind.LOAD) {
        more.put("role", "code");
      }
    }
    return event;
  }

  private @Nullable ObjectNode fileAccess(
      RecordBatch fact, OperationKind kind, ObjectInfo object, boolean isExtent) {
    int activity =
        switch (kind) {
          case READ, LOAD -> READ;
          case WRITE -> UPDATE;
          case METADATA -> SET_ATTRIBUTES;
          case CREATE -> isCreatedByName(fact.object()) ? 0 : CREATE;
          case OPEN, CLOSE, RENAME, ASSOCIATE -> 0;
        };
    int type = EventParts.fileType(object.declaration().kind());
    if (activity == 0 || type < 0) {
      return null;
    }
    return fileEvent(
        fact, activity, parts.file(object, names.nameOf(object.id(), fact.lsn())), kind, isExtent);
  }

  private ObjectNode fileEvent(
      RecordBatch fact, int activity, ObjectNode file, OperationKind kind, boolean isExtent) {
    String name =
        switch (activity) {
          case CREATE -> "Create";
          case READ -> "Read";
          case UPDATE -> "Update";
          case DELETE -> "Delete";
          case RENAME -> "Rename";
          case SET_ATTRIBUTES -> "Set Attributes";
          default -> "Link";
        };
    String suffix = ":" + kind.mode().code() + (isExtent ? ":extent" : "");
    ObjectNode event = parts.event(fact, SYSTEM, 1001, activity, name, suffix);
    event.set("file", file);
    return event;
  }

  private @Nullable ObjectNode traffic(RecordBatch fact, OperationKind kind, boolean isExtent) {
    String name = names.nameOf(fact.object(), fact.lsn()).display();
    boolean isRead = kind == OperationKind.READ;
    if (EventParts.isLocalSocket(name) || (!isRead && kind != OperationKind.WRITE)) {
      return null;
    }
    String suffix = ":" + kind.mode().code() + (isExtent ? ":extent" : "");
    ObjectNode event = parts.event(fact, NETWORK, 4001, 6, "Traffic", suffix);
    event
        .putObject("traffic")
        .put("bytes", fact.bytes())
        .put(isRead ? "bytes_in" : "bytes_out", fact.bytes());
    parts.putEndpoints(event, name);
    return event;
  }

  private boolean isCreatedByName(long object) {
    NameBinding first = firstName(object);
    return first != null && names.processAt(object, first.fromLsn()) != 0;
  }

  private @Nullable NameBinding firstName(long object) {
    List<NameBinding> all = reader.placesOf(object);
    return all.isEmpty() ? null : all.get(0);
  }

  /** Returns the change of a name by a process. Without one, an object was only met by its name. */
  private @Nullable ObjectNode nameChange(RecordBatch fact, EventScope scope) {
    long lsn = fact.lsn();
    ObjectInfo object = reader.object(fact.object());
    if (object == null || EventParts.fileType(object.declaration().kind()) < 0) {
      return null;
    }
    boolean isBound = fact.type() == RecordType.BIND;
    List<NameBinding> all = reader.placesOf(object.id());
    NameBinding changed =
        all.stream()
            .filter(each -> (isBound ? each.fromLsn() : each.toLsn()) == lsn)
            .filter(each -> each.path().equals(fact.path()))
            .findFirst()
            .orElse(null);
    long process = names.processAt(object.id(), lsn);
    // The digest of a content is a name, too, but no place.
    if (changed == null || process == 0 || !scope.hasProcess(process)) {
      return null;
    }
    if (!isBound && all.stream().anyMatch(each -> changed.equals(formerName(all, each, process)))) {
      return null; // its new name is the event
    }
    NameBinding former = isBound ? formerName(all, changed, process) : null;
    int activity =
        former != null ? RENAME : !isBound ? DELETE : changed.equals(all.get(0)) ? CREATE : OTHER;
    Bytes before = former == null ? fact.path() : former.path();
    ObjectNode event =
        fileEvent(fact, activity, parts.file(object, before), OperationKind.RENAME, false);
    event.set("actor", parts.actor(process));
    if (former != null) {
      event.set("file_result", parts.file(object, fact.path()));
    }
    return event;
  }

  /** Returns the name that the same operation ended; null if it ended none. */
  private @Nullable NameBinding formerName(List<NameBinding> all, NameBinding name, long process) {
    return all.stream()
        .filter(each -> each.fromLsn() < name.fromLsn())
        .filter(each -> distance(each, name) < ObjectNames.RECORDS_OF_ONE_OPERATION)
        .filter(each -> isBy(process, each.object(), each.toLsn()))
        .filter(each -> isBy(process, name.object(), name.fromLsn()))
        .min(Comparator.comparingLong(each -> distance(each, name)))
        .orElse(null);
  }

  private static long distance(NameBinding ended, NameBinding begun) {
    return Math.abs(ended.toLsn() - begun.fromLsn());
  }

  /** Returns whether a process changed a name. One record of an operation may lack its process. */
  private boolean isBy(long process, long object, long lsn) {
    long by = names.processAt(object, lsn);
    return by == process || by == 0;
  }

  /** Returns a loss of capture. No OCSF class has one, so it concerns the log itself. */
  private ObjectNode gap(RecordBatch fact) {
    ObjectNode event = parts.event(fact, SYSTEM, 1008, OTHER, "Gap", ":" + fact.gapCause().code());
    event
        .put("severity_id", 3)
        .put("log_name", EventParts.LOG)
        .put("status_id", 2)
        .put("status_detail", fact.gapCause().name())
        .put("message", "events are missing: " + fact.gapCause().text());
    event.withObject("/unmapped").put("lost", fact.count());
    if (fact.process() != 0) {
      event.set("actor", parts.actor(fact.process()));
    }
    return event;
  }
}
