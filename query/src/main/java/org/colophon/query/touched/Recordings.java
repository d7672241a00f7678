// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.touched;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.encoding.Identities;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.model.fact.ObjectInfo;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.naming.Starts;
import org.jspecify.annotations.Nullable;

/**
 * Lists recordings, starting at processes without a known parent. A recording consists of a Linux
 * process and its descendants, or of the operations of another source. One thread.
 */
public final class Recordings {
  private static final int MAX_RESULTS = 5;
  private static final Set<ObjectKind> RESULTS = EnumSet.of(ObjectKind.FILE, ObjectKind.TABLE);

  /** Processes that are read at once. */
  private static final int BLOCK = 1 << 14;

  /** Processes that are always read, if so many exist. */
  private static final int READ = 100_000;

  private final LineageReader reader;
  private final long limitLsn;
  private boolean isWhole;

  /** Kinds of recordings. */
  public enum Kind {
    /** Programs that were traced from their start. */
    RUN,
    /** A program whose file accesses were seen at a mount. */
    MOUNT,
    /** Statements, sessions or steps that another source reports. */
    SOURCE
  }

  /**
   * A recording.
   *
   * @param process the first process with a known command; for another source, its newest process
   * @param endNanos end time; 0 while a process runs, or if unknown
   * @param operations number of operations
   * @param gaps number of known losses
   * @param results up to five written files and tables that still have a name, newest first
   */
  public record Recording(
      Kind kind,
      ProcessInfo process,
      long beginNanos,
      long endNanos,
      long operations,
      long gaps,
      List<Bytes> results) {
    public Recording {
      results = List.copyOf(results);
    }
  }

  public Recordings(LineageReader reader, long asOfLsn) {
    this.reader = reader;
    this.limitLsn = Math.min(asOfLsn, reader.visibleLsn());
  }

  /**
   * Visits the newest recordings, the newest first. Older processes of a large store are not read
   * once there are enough recordings of runs.
   *
   * @return the number of recordings that were not visited; a lower bound if not all were read
   */
  public long visit(int limit, Consumer<Recording> visitor) {
    Map<Bytes, List<ProcessInfo>> found = new LinkedHashMap<>();
    boolean hasSource = false;
    long end = reader.lastProcess() + 1;
    for (long read = 0; end > 1 && (hasSource || read < READ || found.size() <= limit); ) {
      long begin = Math.max(1, end - BLOCK);
      for (ProcessInfo each : roots(begin, end)) {
        found.computeIfAbsent(key(each), key -> new ArrayList<>(1)).add(each);
        hasSource |= kind(each.declaration()) == Kind.SOURCE; // its oldest process is needed
      }
      read += end - begin;
      end = begin;
    }
    isWhole = end <= 1;
    found.values().stream().limit(limit).map(this::describe).forEach(visitor);
    return Math.max(0, found.size() - limit);
  }

  /** Returns whether the last visit read all processes, so that its result is exact. */
  public boolean isWhole() {
    return isWhole;
  }

  /**
   * Returns the first processes of the runs that began at a process or later, the oldest first.
   * Connections to databases and their units of work are runs, too.
   */
  public List<ProcessInfo> runs(long fromProcess) {
    Sessions sessions = new Sessions(reader, limitLsn);
    List<ProcessInfo> runs = new ArrayList<>();
    LineageReader scan = reader.forScan();
    for (long id = fromProcess; id <= reader.lastProcess(); id++) {
      boolean isUnit = sessions.sessionOf(id) != 0;
      ProcessInfo info = isStarted(scan, id) && !isUnit ? null : scan.process(id);
      if (info == null || info.declaredLsn() > limitLsn) {
        continue;
      }
      if (isUnit || kind(info.declaration()) == Kind.RUN || sessions.isSession(id)) {
        runs.add(info);
      }
    }
    return runs;
  }

  /** Returns the processes without a known parent in a range of ids, the newest first. */
  private List<ProcessInfo> roots(long begin, long end) {
    List<ProcessInfo> roots = new ArrayList<>();
    LineageReader scan = reader.forScan();
    for (long id = begin; id < end; id++) {
      ProcessInfo info = isStarted(scan, id) ? null : scan.process(id); // links decode faster
      if (info != null && info.declaredLsn() <= limitLsn && !isView(info)) {
        roots.add(info);
      }
    }
    Collections.reverse(roots);
    return roots;
  }

  private static boolean isView(ProcessInfo info) {
    return info.declaration().identity().startsWith(Identities.VIEW);
  }

  private boolean isStarted(LineageReader scan, long process) {
    boolean[] isStarted = {false};
    scan.causesOfProcess(
        process,
        (effect, cause, kind, lsn, timeNanos) ->
            isStarted[0] |= Starts.isStart(kind) && effect != cause && lsn <= limitLsn);
    return isStarted[0];
  }

  private static Kind kind(ProcessDeclaration process) {
    if (process.pid() == 0) {
      return Kind.SOURCE;
    }
    boolean isAtMount =
        process.startNanos() == 0 && process.identity().startsWith(Bytes.of("proc\0"));
    return isAtMount ? Kind.MOUNT : Kind.RUN;
  }

  /** Returns the key of a process's recording. All processes of a recording have the same key. */
  private static Bytes key(ProcessInfo info) {
    Bytes identity = info.declaration().identity();
    if (kind(info.declaration()) != Kind.SOURCE) {
      return Bytes.of("process:" + info.id());
    } else if (identity.isEmpty()) {
      return info.declaration().executable();
    }
    int scheme = identity.indexOf(0, 0);
    int host = scheme < 0 ? -1 : identity.indexOf(0, scheme + 1);
    return identity.slice(0, host < 0 ? identity.length() : host);
  }

  private Recording describe(List<ProcessInfo> roots) {
    ProcessInfo newest = roots.get(0);
    ProcessInfo oldest = roots.get(roots.size() - 1);
    long[] operations = {0};
    long gaps = 0;
    long endLsn = 0;
    Map<Long, Long> written = new TreeMap<>();
    for (ProcessInfo root : roots) {
      Run run = Run.from(reader, root.id());
      gaps += run.gaps(reader);
      endLsn = Math.max(endLsn, run.endLsn());
      run.processes().forEach(process -> operations[0] += count(process, written));
    }
    return new Recording(
        kind(newest.declaration()),
        withCommand(newest),
        timeOf(oldest),
        endLsn == Lsn.OPEN || endLsn > limitLsn ? 0 : reader.timeAt(endLsn),
        operations[0],
        gaps,
        results(written));
  }

  /** Returns the process or, if its command is not known, the program that it executed. */
  private ProcessInfo withCommand(ProcessInfo process) {
    ProcessInfo found = process;
    ProcessInfo next = process;
    while (next != null && found.declaration().arguments().isEmpty()) {
      found = next;
      next = executedBy(next.id());
    }
    return found;
  }

  private @Nullable ProcessInfo executedBy(long process) {
    long[] found = {0, 0};
    reader.effectsOfProcess(
        process,
        (effect, cause, kind, lsn, timeNanos) -> {
          boolean isAfter = lsn > found[1] && lsn <= limitLsn;
          if (kind == LinkKind.EXEC && effect > cause && isAfter) {
            found[0] = effect;
            found[1] = lsn;
          }
        });
    return found[0] == 0 ? null : reader.process(found[0]);
  }

  private long timeOf(ProcessInfo info) {
    long start = info.declaration().startNanos();
    return start == 0 ? reader.timeAt(info.declaredLsn()) : start;
  }

  /**
   * Returns the number of a process's operations. Adds the objects that the process wrote, with
   * their last LSNs.
   */
  private long count(long process, Map<Long, Long> written) {
    long[] operations = {0};
    reader.accessesOfProcess(
        process,
        AccessMode.ALL,
        (p, object, mode, first, last, count, bytes, firstNanos, lastNanos) -> {
          if (first <= limitLsn) {
            operations[0] += count;
            if (mode == AccessMode.WRITE) {
              written.merge(object, first, Math::max);
            }
          }
        });
    return operations[0];
  }

  private List<Bytes> results(Map<Long, Long> written) {
    return written.entrySet().stream()
        .sorted(Map.Entry.<Long, Long>comparingByValue(Comparator.reverseOrder()))
        .map(each -> resultName(each.getKey()))
        .filter(name -> !name.isEmpty())
        .limit(MAX_RESULTS)
        .toList();
  }

  /**
   * Returns the name of a file or table. Returns an empty name for other objects, and for objects
   * without a name.
   */
  private Bytes resultName(long object) {
    ObjectInfo info = reader.object(object);
    if (info == null || !RESULTS.contains(info.declaration().kind())) {
      return Bytes.EMPTY;
    }
    return reader.placesOf(object).stream()
        .filter(each -> each.holdsAt(limitLsn))
        .map(NameBinding::path)
        .findFirst()
        .orElse(Bytes.EMPTY);
  }
}
