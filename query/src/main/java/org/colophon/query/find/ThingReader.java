// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.find;

import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.encoding.FileDigest;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.model.fact.ObjectInfo;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.core.spi.storage.ActiveIds;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.visitor.AccessVisitor;
import org.colophon.query.naming.ObjectNames;
import org.jspecify.annotations.Nullable;

/** Reads the properties of processes and objects that a search compares and shows. */
final class ThingReader {
  static final int READS = AccessMode.READ.bit() | AccessMode.CODE.bit();

  private final LineageReader reader;
  private final FindQuery query;
  private final ObjectNames naming;
  private final AgentNames agents;
  private final long limitLsn;

  /** The ids that may be active in the times of the query; null for all. */
  private final @Nullable ActiveIds active;

  ThingReader(LineageReader reader, FindQuery query, @Nullable ActiveIds active) {
    this.reader = reader;
    this.query = query;
    this.naming = new ObjectNames(reader);
    this.limitLsn = Math.min(query.asOfLsn, reader.visibleLsn());
    this.agents = new AgentNames(reader, limitLsn);
    this.active = active;
  }

  /** Returns whether a process acts for a user that the query selects. */
  boolean isOfUser(long process) {
    List<Bytes> names = agents.of(process);
    return query.users.stream().anyMatch(user -> names.stream().anyMatch(user::matchesWhole));
  }

  /** Returns whether an object has to be compared with the query. */
  boolean mayBeActiveObject(long id) {
    return active == null || active.objects().get(Math.toIntExact(id));
  }

  /** Returns whether a process has to be compared with the query. */
  boolean mayBeActiveProcess(long id) {
    return active == null || active.processes().get(Math.toIntExact(id));
  }

  /** Returns the last LSN that the search considers. */
  long limitLsn() {
    return limitLsn;
  }

  /**
   * Returns whether an activity is in the range. Times need not rise with LSNs, so an end of the
   * range that is a time is compared with the times. An activity lasts from the earlier of its two
   * times to the later, even if a clock went back meanwhile.
   *
   * @param firstNanos 0 to use the time of the first LSN
   * @param lastNanos 0 to use the time of the last LSN
   */
  boolean isInRange(long firstLsn, long lastLsn, long firstNanos, long lastNanos) {
    return firstLsn <= limitLsn
        && query.isInRange(firstLsn, lastLsn)
        && (!query.hasTimes()
            || isBetweenTimes(timeOf(firstLsn, firstNanos), timeOf(lastLsn, lastNanos)));
  }

  private boolean isBetweenTimes(long one, long other) {
    return Math.min(one, other) <= query.untilNanos && Math.max(one, other) > query.sinceNanos;
  }

  private long timeOf(long lsn, long nanos) {
    if (lsn == Lsn.OPEN) {
      return Long.MAX_VALUE;
    }
    return nanos == 0 ? reader.timeAt(lsn) : nanos;
  }

  /**
   * Returns the objects that the given processes accessed, or the processes that accessed the given
   * objects.
   *
   * @param isOfProcesses true if the given ids are ids of processes
   * @param reading processes that read each result, or objects that each result read; one suffices;
   *     null for any
   * @param writing processes that wrote each result, or objects that each result wrote; one
   *     suffices; null for any
   */
  BitSet accessed(boolean isOfProcesses, @Nullable Set<Long> reading, @Nullable Set<Long> writing) {
    BitSet found = new BitSet();
    if (reading != null) {
      reading.forEach(each -> addAccessed(isOfProcesses, each, READS, found));
    }
    if (writing != null) {
      BitSet written = new BitSet();
      writing.forEach(each -> addAccessed(isOfProcesses, each, AccessMode.WRITE.bit(), written));
      if (reading == null) {
        return written;
      }
      found.and(written);
    }
    return found;
  }

  private void addAccessed(boolean isOfProcess, long id, int modes, BitSet found) {
    AccessVisitor visitor =
        (process, object, mode, first, last, count, bytes, firstNanos, lastNanos) -> {
          if (isInRange(first, last, firstNanos, lastNanos)) {
            found.set(Math.toIntExact(isOfProcess ? object : process));
          }
        };
    if (isOfProcess) {
      reader.accessesOfProcess(id, modes, visitor);
    } else {
      reader.accessesOfObject(id, modes, visitor);
    }
  }

  /**
   * Returns the first matching name among an object's current names. If it has no current name,
   * returns its last name if that matches. Otherwise returns null.
   */
  @Nullable Bytes matchingName(long id, List<NameBinding> names) {
    NamePattern wanted = Objects.requireNonNull(query.name);
    Bytes found = null;
    boolean isNamed = false;
    for (NameBinding each : names) {
      if (each.holdsAt(limitLsn)) {
        isNamed = true;
        boolean isFirst = found == null || each.path().compareTo(found) < 0;
        found = isFirst && wanted.matches(each.path()) ? each.path() : found;
      }
    }
    Bytes last = isNamed ? null : naming.nameOf(names, id, limitLsn);
    return last != null && wanted.matches(last) ? last : found;
  }

  /**
   * Returns the matching records of an object or a process. Returns none if the search has no
   * condition on records.
   */
  List<ExtendedRecord> recordsOf(long process, long object) {
    if (!query.isAboutRecords() && !query.finds(FoundType.RECORD)) {
      return List.of();
    }
    return reader.extendedRecords(process, object).stream().filter(this::isWanted).toList();
  }

  private boolean isWanted(ExtendedRecord record) {
    boolean isOfType =
        query.record == null
            ? !FileDigest.isOfFile(record.type())
            : query.record.matchesWhole(Bytes.of(record.type()));
    return isOfType
        && isInRange(record.lsn(), record.lsn(), 0, 0)
        && (query.content == null || contains(record.data(), query.content));
  }

  private static boolean contains(Bytes data, Bytes part) {
    if (part.isEmpty()) {
      return true;
    }
    int last = data.length() - part.length();
    int at = data.indexOf(part.at(0), 0);
    while (at >= 0 && at <= last) {
      if (data.slice(at, at + part.length()).equals(part)) {
        return true;
      }
      at = data.indexOf(part.at(0), at + 1);
    }
    return false;
  }

  Activity activityOf(Match match) {
    ExtendedRecord record = match.record();
    if (record != null) {
      return new Activity(reader.timeAt(record.lsn()), 1, record.data().length());
    }
    return match.isOfProcess() ? activityOfProcess(match.id()) : activityOfObject(match.id());
  }

  private Activity activityOfObject(long id) {
    long[] sum = new long[3];
    reader.accessesOfObject(
        id,
        AccessMode.ALL,
        (process, object, mode, first, last, count, bytes, firstNanos, lastNanos) ->
            add(sum, first, last, count, bytes, firstNanos, lastNanos));
    ObjectInfo info = reader.object(id);
    return new Activity(
        sum[2] != 0 || info == null ? sum[2] : reader.timeAt(info.declaredLsn()), sum[0], sum[1]);
  }

  private Activity activityOfProcess(long id) {
    long[] sum = new long[3];
    reader.accessesOfProcess(
        id,
        AccessMode.ALL,
        (process, object, mode, first, last, count, bytes, firstNanos, lastNanos) ->
            add(sum, first, last, count, bytes, firstNanos, lastNanos));
    ProcessInfo info = Objects.requireNonNull(reader.process(id));
    long start = info.declaration().startNanos();
    return new Activity(start != 0 ? start : reader.timeAt(info.declaredLsn()), sum[0], sum[1]);
  }

  private void add(
      long[] sum, long first, long last, long count, long bytes, long firstNanos, long lastNanos) {
    if (isInRange(first, last, firstNanos, lastNanos)) {
      sum[0] += count;
      sum[1] += bytes;
      sum[2] = Math.max(sum[2], Math.max(firstNanos, lastNanos));
    }
  }

  /** Returns a match with the details to show. */
  Found describe(Match match) {
    Activity activity = activityOf(match);
    ProcessInfo process = match.isOfProcess() ? reader.process(match.id()) : null;
    ObjectInfo object = match.isOfProcess() ? null : reader.object(match.id());
    return new Found(
        match.type(),
        (match.isOfProcess() ? "process:" : "object:") + match.id(),
        object == null ? null : object.declaration().kind(),
        name(match, process),
        process,
        process == null
            ? ""
            : agents.of(match.id()).stream().map(Bytes::display).collect(Collectors.joining(", ")),
        activity.timeNanos(),
        activity.count(),
        activity.bytes(),
        match.record());
  }

  private Bytes name(Match match, @Nullable ProcessInfo process) {
    if (process != null) {
      return process.declaration().executable();
    }
    if (match.name() != null) {
      return match.name();
    }
    return naming.nameOf(match.id(), limitLsn);
  }
}
