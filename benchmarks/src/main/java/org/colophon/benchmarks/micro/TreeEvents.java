// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.micro;

import java.util.ArrayList;
import java.util.List;
import org.colophon.benchmarks.workload.PeerSink;
import org.colophon.benchmarks.workload.RecordConsumer;
import org.colophon.benchmarks.workload.TreeWorkload;
import org.colophon.core.model.OperationKind;
import org.colophon.core.ring.RecordEvent;
import org.colophon.core.spi.storage.RecordType;

/** Accesses and exits of the small tree as prepared ring slots. */
final class TreeEvents implements RecordConsumer {
  /** Level 3: 210 copies of 69 operations. */
  static final int COUNT = 210 * 69;

  private final List<RecordEvent> events = new ArrayList<>();
  private final boolean isKeepingAll;

  private TreeEvents(boolean isKeepingAll) {
    this.isKeepingAll = isKeepingAll;
  }

  static RecordEvent[] make(boolean isKeepingAll) {
    TreeEvents made = new TreeEvents(isKeepingAll);
    TreeWorkload.ofLevels(3).report(new PeerSink(made));
    return made.events.toArray(RecordEvent[]::new);
  }

  @Override
  public void operation(
      long lsn, long process, long object, OperationKind kind, long bytes, long timeNanos) {
    RecordEvent event = newEvent(RecordType.ACCESS, process, timeNanos);
    event.kind = kind.code();
    event.object = object;
    event.amount = bytes;
  }

  @Override
  public void exit(long lsn, long process, int status, long timeNanos) {
    newEvent(RecordType.EXIT, process, timeNanos);
  }

  private RecordEvent newEvent(RecordType type, long process, long timeNanos) {
    RecordEvent event = new RecordEvent();
    event.begin(type, timeNanos);
    event.process = process;
    event.keepAll = isKeepingAll;
    events.add(event);
    return event;
  }
}
