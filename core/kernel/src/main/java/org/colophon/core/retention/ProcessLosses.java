// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.retention;

import org.agrona.collections.LongArrayList;
import org.agrona.collections.LongHashSet;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Flow;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.Lsn;
import org.colophon.core.retention.rule.RetentionDecision;
import org.colophon.core.spi.storage.AttributeChanges;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.visitor.AccessVisitor;

/**
 * Losses of one process: the first LSN of its removed inputs, of content and of control, and the
 * last LSN of its removed outputs. Also contains the first LSNs of its removed SENT and RECEIVED
 * links, whose times only another source knows. One thread; holds one process at a time.
 */
final class ProcessLosses implements AccessVisitor {
  private final LineageReader reader;
  private final RetentionDecision decision;
  private final AttributeChanges changes;
  private final LongHashSet keptBegins = new LongHashSet();

  /** First LSN, last LSN and last time of each removed access that moved no content. */
  private final LongArrayList lostTouches = new LongArrayList();

  private long process;
  private long endLsn;
  long dataLsn;
  long dataNanos;
  long controlLsn;
  long controlNanos;
  long outLsn;
  long outNanos;
  long sentLsn;
  long sentNanos;
  long receivedLsn;
  long receivedNanos;

  ProcessLosses(LineageReader reader, RetentionDecision decision) {
    this.reader = reader;
    this.decision = decision;
    this.changes = new AttributeChanges(reader);
  }

  /** Reads a process and drops the state of the previous one. */
  void select(long id) {
    process = id;
    endLsn = RetentionDecision.endOf(reader.process(id));
    keptBegins.clear();
    lostTouches.clear();
    changes.select(id, 0);
    dataLsn = Lsn.OPEN;
    controlLsn = Lsn.OPEN;
    outLsn = Lsn.NONE;
    sentLsn = Lsn.OPEN;
    receivedLsn = Lsn.OPEN;
    reader.accessesOfProcess(id, AccessMode.ALL, this);
    for (int i = 0; i < lostTouches.size(); i += 3) {
      if (changes.contains(lostTouches.getLong(i))) {
        out(lostTouches.getLong(i + 1), lostTouches.getLong(i + 2));
      }
    }
    reader.causesOfProcess(id, this::cause);
    reader.effectsOfProcess(id, this::effect);
  }

  /** Returns true if a kept interval begins at an LSN. */
  boolean isKeptBegin(long lsn) {
    return keptBegins.contains(lsn);
  }

  @Override
  public void access(
      long p,
      long object,
      AccessMode mode,
      long first,
      long last,
      long count,
      long bytes,
      long firstNanos,
      long lastNanos) {
    if (decision.keeps(process, endLsn, object, mode, first, last)) {
      keptBegins.add(first);
      return;
    }
    switch (mode) {
      case READ, CODE -> in(true, first, firstNanos);
      case WRITE, NAME -> out(last == Lsn.OPEN ? endLsn : last, lastNanos);
      case TOUCH -> {
        lostTouches.addLong(first);
        lostTouches.addLong(last == Lsn.OPEN ? endLsn : last);
        lostTouches.addLong(lastNanos);
      }
      case AGENT -> {}
    }
  }

  private void cause(long effect, long cause, LinkKind kind, long lsn, long nanos) {
    if (decision.keepsLink(effect, cause, kind, lsn)) {
      return;
    }
    if (kind != LinkKind.SENT) {
      in(kind.flow() == Flow.DATA, lsn, nanos);
    } else if (lsn < sentLsn) {
      sentLsn = lsn;
      sentNanos = nanos;
    }
  }

  private void effect(long effect, long cause, LinkKind kind, long lsn, long nanos) {
    if (decision.keepsLink(effect, cause, kind, lsn)) {
      return;
    }
    if (kind != LinkKind.RECEIVED) {
      out(lsn, nanos);
    } else if (lsn < receivedLsn) {
      receivedLsn = lsn;
      receivedNanos = nanos;
    }
  }

  private void in(boolean isData, long lsn, long nanos) {
    if (isData && lsn < dataLsn) {
      dataLsn = lsn;
      dataNanos = nanos;
    } else if (!isData && lsn < controlLsn) {
      controlLsn = lsn;
      controlNanos = nanos;
    }
  }

  private void out(long lsn, long nanos) {
    if (lsn > outLsn) {
      outLsn = lsn;
      outNanos = nanos;
    }
  }
}
