// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.filter;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.encoding.AbsentName;
import org.colophon.core.model.encoding.PathBytes;
import org.colophon.core.spi.filter.CaptureFilter;
import org.colophon.core.spi.reporter.OperationSink;
import org.jspecify.annotations.Nullable;

/**
 * Decisions of one filter, shared by the sinks that it applies to. If the filter throws, the
 * declaration or name is excluded. Any thread.
 */
public final class FilterDecisions {
  private static final Logger LOG = System.getLogger(FilterDecisions.class.getName());
  private static final int MAX_LOGGED = 5;

  private final CaptureFilter filter;
  private final @Nullable FilterDecisions shared;
  private final LongSupplier filteredIds;
  private final AtomicInteger failures = new AtomicInteger();
  private final IdSet processes = new IdSet();

  /** Processes of excluded users. */
  private final IdSet acting = new IdSet();

  private final IdSet objects = new IdSet();

  /** Declared objects that have no name yet. */
  private final IdSet unnamed = new IdSet();

  /**
   * Constructs an instance without decisions.
   *
   * @param filter a filter that includes the filter of {@code shared}
   * @param shared decisions that also apply to processes, because reporters share processes; null
   *     for none
   * @param filteredIds gives distinct ids to excluded objects, as reporters distinguish objects by
   *     their ids
   */
  public FilterDecisions(
      CaptureFilter filter, @Nullable FilterDecisions shared, LongSupplier filteredIds) {
    this.filter = filter;
    this.shared = shared;
    this.filteredIds = filteredIds;
  }

  /** Returns whether a name is excluded. The path decides about an absent file. */
  boolean excludesName(Bytes name) {
    Bytes normal = PathBytes.normal(AbsentName.path(name));
    return decide(() -> filter.excludesName(normal));
  }

  boolean excludesObject(ObjectDeclaration declaration) {
    return decide(() -> filter.excludesObject(declaration));
  }

  private boolean decide(BooleanSupplier question) {
    try {
      return question.getAsBoolean();
    } catch (RuntimeException e) {
      failed(e);
      return true;
    }
  }

  private void failed(RuntimeException e) {
    if (failures.incrementAndGet() <= MAX_LOGGED) {
      LOG.log(Level.WARNING, "capture filter " + filter + " failed; the item is left out: " + e, e);
    }
  }

  // --- processes ---

  /** Returns the declaration to store. */
  ProcessDeclaration stored(ProcessDeclaration declaration, boolean isExcluded) {
    if (isExcluded) {
      return withoutArguments(declaration);
    }
    try {
      ProcessDeclaration redacted = filter.redact(declaration);
      return redacted.identity().equals(declaration.identity())
          ? redacted
          : withoutArguments(declaration);
    } catch (RuntimeException e) {
      failed(e);
      return withoutArguments(declaration);
    }
  }

  private static ProcessDeclaration withoutArguments(ProcessDeclaration declaration) {
    return new ProcessDeclaration(
        declaration.identity(),
        declaration.pid(),
        declaration.executable(),
        List.of(),
        Bytes.EMPTY,
        declaration.startNanos());
  }

  boolean excludesProcess(ProcessDeclaration declaration) {
    return decide(() -> filter.excludesProcess(declaration));
  }

  void decideProcess(long process, ProcessDeclaration declaration, boolean isExcluded) {
    set(processes, process, isExcluded);
    if (shared != null) {
      set(shared.processes, process, shared.excludesProcess(declaration));
    }
  }

  /** Records that a process acts for another agent from now on. */
  void decideUser(long process, boolean isExcluded) {
    set(acting, process, isExcluded);
  }

  /** Records that a process starts as a copy of another, or replaces it. */
  void inheritUser(long process, long parent) {
    if (acting.contains(parent)) {
      acting.add(process);
    }
  }

  private static void set(IdSet ids, long id, boolean isMember) {
    if (isMember) {
      ids.add(id);
    } else if (ids.contains(id)) {
      ids.remove(id);
    }
  }

  boolean hasExcludedProcess(long process) {
    return processes.contains(process)
        || acting.contains(process)
        || (shared != null && shared.hasExcludedProcess(process));
  }

  /** Returns the process, or 0 if it is excluded. */
  long recordedProcess(long process) {
    return hasExcludedProcess(process) ? 0 : process;
  }

  // --- objects ---

  /** Records a new object. Its first name decides if it is excluded. */
  void declared(long object) {
    unnamed.add(object);
  }

  /**
   * Records the use of an object by an excluded name. If it is the first name, the object is
   * excluded.
   */
  void nameExcluded(long object) {
    if (unnamed.contains(object)) {
      unnamed.remove(object);
      objects.add(object);
    }
  }

  /** Records the use of an object by a recorded name. The object is no longer excluded. */
  void nameRecorded(long object) {
    set(unnamed, object, false);
    set(objects, object, false);
  }

  /** Returns the object's id, or a filtered id if the object is excluded. */
  long recordedObject(long object) {
    return objects.contains(object) ? OperationSink.FIRST_FILTERED : object;
  }

  /** Returns a new id for an excluded object. */
  long newFilteredObject() {
    return filteredIds.getAsLong();
  }

  /** Returns the data to store; empty for none. */
  Bytes redact(String type, Bytes data) {
    try {
      return filter.redact(type, data);
    } catch (RuntimeException e) {
      failed(e);
      return Bytes.EMPTY;
    }
  }
}
