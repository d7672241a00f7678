// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.find;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.pattern.Glob;
import org.jspecify.annotations.Nullable;

/**
 * Conditions of a search, all of which must be met. A condition excludes the types that it does not
 * apply to: a pid excludes objects. Immutable after it was passed to a {@link Finder}.
 */
public final class FindQuery {
  final Set<FoundType> types = EnumSet.allOf(FoundType.class);
  final List<Glob> words = new ArrayList<>();
  final List<Glob> users = new ArrayList<>();
  long asOfLsn = Lsn.LATEST;
  long fromLsn = Lsn.FIRST;
  long toLsn = Lsn.LATEST;
  long sinceNanos = Long.MIN_VALUE;
  long untilNanos = Long.MAX_VALUE;
  int limit = Integer.MAX_VALUE;
  @Nullable FindOrder order;
  @Nullable NamePattern name;
  @Nullable ObjectKind kind;
  @Nullable Long pid;
  @Nullable Glob record;
  @Nullable Bytes content;
  @Nullable Set<Long> readers;
  @Nullable Set<Long> writers;
  @Nullable Set<Long> inputs;
  @Nullable Set<Long> outputs;
  private boolean isTypeGiven;

  /**
   * Selects a type of results. By default a search returns all types except records. If a condition
   * is about records, it returns only records.
   */
  public FindQuery type(FoundType value) {
    isTypeGiven = true;
    types.retainAll(EnumSet.of(value));
    return this;
  }

  /** Selects objects and agents by name, and processes by executable. */
  public FindQuery name(NamePattern value) {
    name = value;
    return this;
  }

  public FindQuery kind(ObjectKind value) {
    kind = value;
    return this;
  }

  /**
   * Selects processes whose command has a matching argument. Several calls are combined with AND.
   */
  public FindQuery word(Glob value) {
    words.add(value);
    return this;
  }

  /**
   * Selects processes by the names of their agents, and the objects that these processes wrote.
   * Several calls are combined with OR.
   */
  public FindQuery user(Glob value) {
    users.add(value);
    return this;
  }

  public FindQuery pid(long value) {
    pid = value;
    return this;
  }

  /** Selects objects and processes that were active at or after an LSN. */
  public FindQuery from(long lsn) {
    fromLsn = Math.max(fromLsn, lsn);
    return this;
  }

  /** Selects objects and processes that were active at or before an LSN. */
  public FindQuery to(long lsn) {
    toLsn = Math.min(toLsn, lsn);
    return this;
  }

  /** Selects objects and processes that were active after a time. */
  public FindQuery since(long nanos) {
    sinceNanos = Math.max(sinceNanos, nanos);
    return this;
  }

  /** Selects objects and processes that were active at or before a time. */
  public FindQuery until(long nanos) {
    untilNanos = Math.min(untilNanos, nanos);
    return this;
  }

  /**
   * Selects extended records by type. In a search for objects or processes, selects the owners of
   * such records.
   */
  public FindQuery record(Glob value) {
    record = value;
    return this;
  }

  /**
   * Selects extended records that contain these bytes. In a search for objects or processes,
   * selects the owners of such records.
   */
  public FindQuery content(Bytes value) {
    content = value;
    return this;
  }

  /** Selects objects that one of these processes read. */
  public FindQuery readBy(Set<Long> processes) {
    readers = new HashSet<>(processes);
    return this;
  }

  /** Selects objects that one of these processes wrote. */
  public FindQuery writtenBy(Set<Long> processes) {
    writers = new HashSet<>(processes);
    return this;
  }

  /** Selects processes that read one of these objects. */
  public FindQuery reads(Set<Long> objects) {
    inputs = new HashSet<>(objects);
    return this;
  }

  /** Selects processes that wrote one of these objects. */
  public FindQuery writes(Set<Long> objects) {
    outputs = new HashSet<>(objects);
    return this;
  }

  /** Sets the order. By default, objects precede processes, and both are ordered by id. */
  public FindQuery order(FindOrder value) {
    order = value;
    return this;
  }

  /** Sets the maximum number of results. */
  public FindQuery limit(int value) {
    if (value <= 0) {
      throw ErrorCode.BAD_REQUEST.exception("the limit must be positive, not " + value);
    }
    limit = value;
    return this;
  }

  public FindQuery asOf(long lsn) {
    asOfLsn = lsn;
    return this;
  }

  public @Nullable FindOrder order() {
    return order;
  }

  /** Returns the maximum number of results. */
  public int limit() {
    return limit;
  }

  boolean hasRange() {
    return fromLsn > Lsn.FIRST || toLsn < Lsn.LATEST || hasTimes();
  }

  boolean hasTimes() {
    return sinceNanos > Long.MIN_VALUE || untilNanos < Long.MAX_VALUE;
  }

  boolean isAboutRecords() {
    return record != null || content != null;
  }

  /** Returns whether times of processes and objects count, not those of records about them. */
  boolean isAboutIds() {
    return !isAboutRecords() && !finds(FoundType.RECORD);
  }

  /** Returns whether the conditions allow a type. */
  boolean finds(FoundType type) {
    return types.contains(type) && (isTypeGiven || (type == FoundType.RECORD) == isAboutRecords());
  }

  /** Returns whether an object, or a record about an object, can meet the conditions. */
  boolean mayBeObject() {
    boolean isForProcesses = !words.isEmpty() || pid != null || inputs != null || outputs != null;
    boolean isOnlyProcesses =
        !finds(FoundType.OBJECT) && !finds(FoundType.AGENT) && !finds(FoundType.RECORD);
    return !isForProcesses && !isOnlyProcesses;
  }

  /** Returns whether a process can meet the conditions. */
  boolean mayBeProcess() {
    return kind == null && readers == null && writers == null;
  }

  boolean hasType(ObjectKind objectKind) {
    return finds(objectKind == ObjectKind.AGENT ? FoundType.AGENT : FoundType.OBJECT);
  }

  boolean isInRange(long firstLsn, long lastLsn) {
    return firstLsn <= toLsn && lastLsn >= fromLsn;
  }
}
