// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.record;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.reporters.fuse.process.Program;

/**
 * Unpublished accesses of one program.
 *
 * <p>The first access of each kind to an object is published at once. Repeats only extend its
 * interval, so they are counted and wait as one access. Waiting accesses keep their order. They are
 * published before their order could matter: when another program uses the object, the object is
 * cut, or this program reads other data. They are also published when a caller waits for
 * durability, or after a tenth of a second. Late publication can make an interval longer, never
 * shorter. So most repeated accesses to a program's own files do not reach Colophon's kernel.
 *
 * <p>Any thread. No thread holds this lock while it acquires the lock of another activity.
 */
final class Activity {
  private static final OperationKind[] KIND_OF = {
    OperationKind.READ,
    OperationKind.WRITE,
    OperationKind.LOAD,
    OperationKind.OPEN,
    OperationKind.CLOSE
  };

  /** Width of the kind in a sort key of a waiting access, which has order, object and kind. */
  private static final int KIND_BITS = 3;

  private static final int PLACE_BITS = 24;

  private final Program program;
  private final MountRecording provenance;
  private final List<NodeRecord> waiting = new ArrayList<>();
  private long[] lasts = new long[NodeRecord.KINDS];

  /** Number of waiting accesses since the last publication. */
  private long order;

  private boolean isListed;

  Activity(Program program, MountRecording provenance) {
    this.program = program;
    this.provenance = provenance;
  }

  /**
   * Adds an access of content.
   *
   * @param isUrgent whether to publish it at once even if it is a repeat
   * @return the LSN up to which it was published; 0 if it waits
   */
  long access(OperationSink sink, int kind, NodeRecord nodeRecord, long bytes, boolean isUrgent) {
    while (true) {
      settleOthers(sink, nodeRecord);
      synchronized (this) {
        synchronized (nodeRecord) {
          if (take(nodeRecord)) {
            return reportOrWait(sink, kind, nodeRecord, bytes, isUrgent);
          }
        }
      }
    }
  }

  private void settleOthers(OperationSink sink, NodeRecord nodeRecord) {
    Activity other = nodeRecord.user;
    if (other != this && other != null) {
      other.publish(sink);
    }
  }

  private long reportOrWait(
      OperationSink sink, int kind, NodeRecord nodeRecord, long bytes, boolean isUrgent) {
    int bit = 1 << kind;
    if (!isUrgent && (nodeRecord.published & bit) != 0) {
      await(kind, nodeRecord, bytes);
      return 0;
    }
    if (kind == NodeRecord.READ) {
      publishAll(sink);
    }
    report(sink, kind, nodeRecord, bytes);
    nodeRecord.published |= bit;
    return sink.flush();
  }

  /**
   * Adds an open or close. Opens and closes move no data, so they wait unless another program uses
   * the object.
   */
  void addOpenOrClose(OperationSink sink, int kind, NodeRecord nodeRecord) {
    synchronized (this) {
      synchronized (nodeRecord) {
        boolean isFree = nodeRecord.user == null || nodeRecord.user == this;
        if (isFree && take(nodeRecord)) {
          await(kind, nodeRecord, 0);
        } else {
          report(sink, kind, nodeRecord, 0);
          sink.flush();
        }
      }
    }
  }

  /**
   * Makes this program the object's user. Returns false if another program has waiting accesses.
   */
  private boolean take(NodeRecord nodeRecord) {
    if (nodeRecord.user == this) {
      return true;
    }
    if (nodeRecord.pending != 0) {
      return false;
    }
    nodeRecord.user = this;
    nodeRecord.published = 0;
    return true;
  }

  private void await(int kind, NodeRecord nodeRecord, long bytes) {
    if (nodeRecord.pending == 0) {
      waiting.add(nodeRecord);
    }
    int bit = 1 << kind;
    long before = (nodeRecord.pending & bit) == 0 ? 0 : nodeRecord.pendingBytes[kind];
    nodeRecord.pendingBytes[kind] = before + bytes;
    nodeRecord.pending |= bit;
    nodeRecord.pendingOrder[kind] = ++order;
    if (!isListed) {
      isListed = true;
      provenance.list(this);
    }
  }

  private void report(OperationSink sink, int kind, NodeRecord nodeRecord, long bytes) {
    sink.access(KIND_OF[kind], Phase.WHOLE, program.id(), nodeRecord.object, bytes, 0);
  }

  /** Publishes waiting accesses. */
  synchronized void publish(OperationSink sink) {
    if (!waiting.isEmpty()) {
      publishAll(sink);
      sink.flush();
    }
  }

  /** Publishes waiting accesses of an idle program. */
  synchronized void publishIdle(OperationSink sink) {
    isListed = false;
    publish(sink);
  }

  /** Publishes waiting accesses in the order of the last access of each kind. */
  private void publishAll(OperationSink sink) {
    boolean hasWritten = false;
    int count = sortLasts();
    for (int i = 0; i < count; i++) {
      int kind = (int) lasts[i] & ((1 << KIND_BITS) - 1);
      NodeRecord next = waiting.get((int) (lasts[i] >>> KIND_BITS) & ((1 << PLACE_BITS) - 1));
      hasWritten |= kind == NodeRecord.WRITE;
      synchronized (next) {
        report(sink, kind, next, next.pendingBytes[kind]);
        next.pending &= ~(1 << kind);
      }
    }
    if (hasWritten) {
      long lsn = sink.flush();
      waiting.forEach(nodeRecord -> nodeRecord.wrote(lsn));
    }
    waiting.clear();
    order = 0;
  }

  /** Sorts waiting accesses and returns their number. */
  private int sortLasts() {
    int count = 0;
    for (int place = 0; place < waiting.size(); place++) {
      NodeRecord nodeRecord = waiting.get(place);
      if (lasts.length - count < NodeRecord.KINDS) {
        lasts = Arrays.copyOf(lasts, lasts.length * 2);
      }
      for (int kind = 0; kind < NodeRecord.KINDS; kind++) {
        if ((nodeRecord.pending & 1 << kind) != 0) {
          long last = nodeRecord.pendingOrder[kind] << PLACE_BITS | place;
          lasts[count++] = last << KIND_BITS | kind;
        }
      }
    }
    Arrays.sort(lasts, 0, count);
    return count;
  }
}
