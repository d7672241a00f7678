// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.retention.rule;

import org.agrona.collections.LongHashSet;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.spi.storage.LineageReader;

/**
 * Selects the extended records to keep: those after the cut, and older ones whose operation is
 * kept. One thread; remembers one process.
 */
public final class DataKeeper {
  private final LineageReader reader;
  private final RetentionDecision decision;
  private final LongHashSet accessed = new LongHashSet();
  private long selectedProcess;

  public DataKeeper(LineageReader reader, RetentionDecision decision) {
    this.reader = reader;
    this.decision = decision;
  }

  public boolean keeps(ExtendedRecord record) {
    if (record.lsn() > decision.cutLsn()) {
      return true;
    }
    KeptAncestry reach = decision.reach();
    boolean isOfObject = record.object() == 0 || reach.has(record.object());
    if (record.process() == 0) {
      return isOfObject;
    }
    boolean led = record.lsn() <= reach.boundOf(record.process()) && isOfObject;
    return led || (record.object() != 0 && keepsAccess(record.process(), record.object()));
  }

  /** Returns true if an access of the process to the object is kept. */
  private boolean keepsAccess(long process, long object) {
    if (selectedProcess != process) {
      selectedProcess = process;
      accessed.clear();
      long endLsn = RetentionDecision.endOf(reader.process(process));
      reader.accessesOfProcess(
          process,
          AccessMode.ALL,
          (p, o, mode, first, last, count, bytes, firstNanos, lastNanos) -> {
            if (decision.keeps(p, endLsn, o, mode, first, last)) {
              accessed.add(o);
            }
          });
    }
    return accessed.contains(object);
  }
}
