// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.touched;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.fact.Gap;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.naming.ObjectNames;
import org.colophon.query.naming.Starts;
import org.jspecify.annotations.Nullable;

/**
 * A process, all its forks and their forks, and the programs that these processes executed.
 *
 * @param root the first process.
 * @param processes global ids of all processes of the run, including the root.
 * @param beginLsn first LSN of the root.
 * @param endLsn LSN of the last process's end; {@link Lsn#OPEN} while a process runs.
 */
public record Run(long root, Set<Long> processes, long beginLsn, long endLsn) {
  public Run {
    processes = Set.copyOf(processes);
  }

  /** Returns the run of a process and its descendants. */
  public static Run from(LineageReader reader, long process) {
    Set<Long> members = new LinkedHashSet<>();
    Deque<Long> waiting = new ArrayDeque<>(List.of(process));
    long begin = Long.MAX_VALUE;
    long end = 0;
    while (!waiting.isEmpty()) {
      long next = waiting.remove();
      if (!members.add(next)) {
        continue;
      }
      ProcessInfo info = reader.process(next);
      if (info != null) {
        begin = Math.min(begin, info.declaredLsn());
        end = Math.max(end, info.endLsn());
      }
      reader.effectsOfProcess(
          next,
          (effect, cause, kind, lsn, time) -> {
            if (Starts.isStart(kind)) {
              waiting.add(effect);
            }
          });
    }
    return new Run(process, members, begin, end);
  }

  /** Returns the run of a process without its descendants. */
  public static Run only(LineageReader reader, long process) {
    ProcessInfo info = Objects.requireNonNull(reader.process(process));
    return new Run(process, Set.of(process), info.declaredLsn(), info.endLsn());
  }

  /** Returns the run that began last as of an LSN, or null if no process is known. */
  public static @Nullable Run newest(LineageReader reader, long asOfLsn) {
    for (long id = reader.lastProcess(); id > 0; id--) {
      ProcessInfo info = reader.process(id);
      if (info != null && info.declaredLsn() <= asOfLsn) {
        return from(reader, rootOf(reader, id));
      }
    }
    return null;
  }

  /** Returns the run that last wrote an object as of an LSN, or null if no run wrote the object. */
  public static @Nullable Run writing(LineageReader reader, long object, long asOfLsn) {
    long[] last = {0, 0};
    reader.accessesOfObject(
        object,
        AccessMode.WRITE.bit(),
        (process, written, mode, first, end, count, bytes, firstNanos, lastNanos) -> {
          if (first <= asOfLsn && first > last[1]) {
            last[0] = process;
            last[1] = first;
          }
        });
    return last[0] == 0 ? null : from(reader, rootOf(reader, last[0]));
  }

  /** Returns the first known process in a chain of forks and executions. */
  private static long rootOf(LineageReader reader, long process) {
    Set<Long> seen = new LinkedHashSet<>();
    long root = process;
    for (long next = root; next != 0 && seen.add(next); ) {
      root = next;
      next = Starts.parentOf(reader, root, Lsn.LATEST);
    }
    return root;
  }

  /** Returns the known losses that concern this run. */
  public List<Gap> losses(LineageReader reader) {
    return reader.gaps().stream().filter(this::concerns).toList();
  }

  /** Returns the number of known losses that concern this run. */
  public long gaps(LineageReader reader) {
    return losses(reader).size();
  }

  private boolean concerns(Gap gap) {
    if (gap.cause() == GapCause.STORE_DAMAGE) {
      return true;
    }
    return gap.process() == 0
        ? beginLsn <= gap.lsn() && gap.lsn() <= endLsn
        : processes.contains(gap.process());
  }

  /**
   * Returns whether the run created a file. If a write followed the creation, the store has only
   * the first name as evidence.
   *
   * @param untilLsn the last LSN that counts
   */
  public boolean created(LineageReader reader, long object, long untilLsn) {
    return has(OperationKind.CREATE, reader, object, untilLsn)
        || reader.placesOf(object).stream()
            .min(Comparator.comparingLong(NameBinding::fromLsn))
            .filter(first -> isBoundBy(reader, object, first))
            .isPresent();
  }

  private boolean isBoundBy(LineageReader reader, long object, NameBinding name) {
    return processes.contains(new ObjectNames(reader).processAt(object, name.fromLsn()));
  }

  /** Returns whether the store has an operation of a kind by the run on an object. */
  boolean has(OperationKind wanted, LineageReader reader, long object, long untilLsn) {
    boolean[] found = {false};
    reader.operations(
        0,
        object,
        (lsn, kind, process, accessed, bytes, time) ->
            found[0] |= kind == wanted && processes.contains(process) && lsn <= untilLsn);
    return found[0];
  }
}
