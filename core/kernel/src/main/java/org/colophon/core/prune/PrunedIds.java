// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.prune;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.BitSet;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.colophon.core.error.ColophonException;
import org.colophon.core.journal.format.RecordEncoder;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.fact.ObjectInfo;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.core.ring.RecordEvent;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.RecordType;
import org.jspecify.annotations.Nullable;

/**
 * Processes and objects that a pruning removed from a store while their ids may still be in use.
 * Such an id is declared again before its next use. The declaration is read from the old store
 * while that is open. An id that no store knows is declared as pruned. So no record names an
 * unknown id. Kernel thread, except {@link #forgetStore}.
 */
public final class PrunedIds {
  public static final PrunedIds NOBODY =
      new PrunedIds(new BitSet(), new BitSet(), null, null, List::of);

  private static final Logger LOG = System.getLogger(PrunedIds.class.getName());

  private static final Bytes PRUNED = Bytes.of("(declared in a part that was pruned)");

  private final BitSet processes;
  private final BitSet objects;
  private volatile @Nullable LineageReader old;

  /** The ids of an earlier pruning, until they are merged. Kernel thread. */
  private @Nullable PrunedIds earlier;

  private final Supplier<List<LineageReader>> others;

  /**
   * @param processes ids removed from the store; owned by this object from now on.
   * @param objects likewise.
   * @param old the reader that still has them.
   * @param earlier the ids of an earlier pruning, which still need declarations.
   * @param others adapters that may have them after the old one is closed.
   */
  PrunedIds(
      BitSet processes,
      BitSet objects,
      @Nullable LineageReader old,
      @Nullable PrunedIds earlier,
      Supplier<List<LineageReader>> others) {
    this.processes = processes;
    this.objects = objects;
    this.old = old;
    this.earlier = earlier;
    this.others = others;
  }

  private void takeOver() {
    if (earlier != null) {
      earlier.takeOver();
      processes.or(earlier.processes);
      objects.or(earlier.objects);
      earlier = null;
    }
  }

  /** Stops reading the old store. */
  void forgetStore() {
    old = null;
  }

  /** Declares removed ids before an operation other than an access is written. */
  public void declareAgain(RecordEvent event, long lsn, long nanos, RecordEncoder out) {
    if (this == NOBODY) {
      return;
    }
    takeOver();
    if (event.type == RecordType.PROCESS) {
      clear(processes, event.process);
    } else if (event.type == RecordType.OBJECT) {
      clear(objects, event.object);
    } else {
      declareAgain(event.process, event.object, lsn, nanos, out);
    }
    if (event.type == RecordType.LINK) {
      declareAgain(event.cause, 0, lsn, nanos, out);
    } else if (event.type == RecordType.DERIVATION) {
      declareAgain(0, event.cause, lsn, nanos, out);
    }
  }

  /** Declares a removed process and object before a record names them; 0 for none. */
  public void declareAgain(long process, long object, long lsn, long nanos, RecordEncoder out) {
    if (this == NOBODY) {
      return;
    }
    takeOver();
    if (has(processes, process)) {
      processes.clear((int) process);
      out.process(lsn, nanos, process, processDeclaration(process));
    }
    if (has(objects, object)) {
      objects.clear((int) object);
      out.object(lsn, nanos, object, objectDeclaration(object));
    }
  }

  private static boolean has(BitSet ids, long id) {
    return id < ids.size() && ids.get((int) id);
  }

  private static void clear(BitSet ids, long id) {
    if (has(ids, id)) {
      ids.clear((int) id);
    }
  }

  private ProcessDeclaration processDeclaration(long id) {
    ProcessInfo info = query(reader -> reader.process(id));
    return info != null
        ? info.declaration()
        : new ProcessDeclaration(Bytes.EMPTY, 0, PRUNED, List.of(), Bytes.EMPTY, 0);
  }

  private ObjectDeclaration objectDeclaration(long id) {
    ObjectInfo info = query(reader -> reader.object(id));
    return info != null
        ? info.declaration()
        : new ObjectDeclaration(ObjectKind.OTHER, Bytes.EMPTY, PRUNED);
  }

  /** Queries the old store first, then the others, so that the declarations stay unchanged. */
  private <T> @Nullable T query(Function<LineageReader, @Nullable T> question) {
    LineageReader reader = old;
    T found = reader == null ? null : queryOne(reader, question);
    for (LineageReader each : found == null ? others.get() : List.<LineageReader>of()) {
      found = found == null ? queryOne(each, question) : found;
    }
    return found;
  }

  private static <T> @Nullable T queryOne(
      LineageReader reader, Function<LineageReader, @Nullable T> question) {
    try {
      return question.apply(reader);
    } catch (ColophonException e) {
      LOG.log(Level.DEBUG, "closed meanwhile: {0}", e.getMessage());
      return null;
    }
  }
}
