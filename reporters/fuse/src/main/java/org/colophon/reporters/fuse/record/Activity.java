package org.colophon.reporters.fuse.record;

import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.reporters.fuse.process.Program;

/**
 * What one program does with objects, and has not published yet.
 *
 * <p>The first access of each kind to an object is published at once. Those that follow say only
 * that it goes on; of them the last counts, so they wait, in the order of their last. They are
 * published before anything happens that their order could matter for: another program uses the
 * object, the object is cut off, this program reads something new (or else that would seem to have
 * flowed into what it wrote before), somebody waits for the disk, or a tenth of a second passes.
 * That they come late can make an interval longer, never shorter. So a program that reads and
 * writes its own files in many pieces costs the kernel's order nothing.
 *
 * <p>Any thread. Holds no other activity's lock while it asks for one.
 */
final class Activity {
  private static final OperationKind[] KIND_OF = {
    OperationKind.READ,
    OperationKind.WRITE,
    OperationKind.LOAD,
    OperationKind.OPEN,
    OperationKind.CLOSE
  };

  private final Program program;
  private final Provenance provenance;
  private final List<Known> waiting = new ArrayList<>();
  private long order;
  private boolean isListed;

  Activity(Program program, Provenance provenance) {
    this.program = program;
    this.provenance = provenance;
  }

  Program program() {
    return program;
  }

  /**
   * Takes an access of content.
   *
   * @param isUrgent publish it in any case
   * @return the LSN up to which it was published, 0 if it waits
   */
  long access(OperationSink sink, int kind, Known known, long bytes, boolean isUrgent) {
    while (true) {
      settleOthers(sink, known);
      synchronized (this) {
        synchronized (known) {
          if (take(known)) {
            return taken(sink, kind, known, bytes, isUrgent);
          }
        }
      }
    }
  }

  private void settleOthers(OperationSink sink, Known known) {
    Activity other = known.user;
    if (other != this && other != null) {
      other.publish(sink);
    }
  }

  private long taken(OperationSink sink, int kind, Known known, long bytes, boolean isUrgent) {
    int bit = 1 << kind;
    if (!isUrgent && (known.published & bit) != 0) {
      await(kind, known, bytes);
      return 0;
    }
    if (kind == Known.READ) {
      publishAll(sink);
    }
    report(sink, kind, known, bytes);
    known.published |= bit;
    return sink.flush();
  }

  /**
   * Takes an opening or closing. It moves nothing, so it waits, unless somebody else uses the
   * object.
   */
  void touch(OperationSink sink, int kind, Known known) {
    synchronized (this) {
      synchronized (known) {
        boolean isFree = known.user == null || known.user == this;
        if (isFree && take(known)) {
          await(kind, known, 0);
        } else {
          report(sink, kind, known, 0);
          sink.flush();
        }
      }
    }
  }

  /** Becomes the object's user; answers false if somebody else has something that waits. */
  private boolean take(Known known) {
    if (known.user == this) {
      return true;
    }
    if (known.pending != 0) {
      return false;
    }
    known.user = this;
    known.published = 0;
    return true;
  }

  private void await(int kind, Known known, long bytes) {
    if (known.pending == 0) {
      waiting.add(known);
    }
    int bit = 1 << kind;
    long before = (known.pending & bit) == 0 ? 0 : known.pendingBytes[kind];
    known.pendingBytes[kind] = before + bytes;
    known.pending |= bit;
    known.pendingOrder[kind] = ++order;
    if (!isListed) {
      isListed = true;
      provenance.list(this);
    }
  }

  private void report(OperationSink sink, int kind, Known known, long bytes) {
    sink.access(KIND_OF[kind], Phase.WHOLE, program.id(), known.object, bytes, 0);
  }

  /** Publishes what waits. */
  synchronized void publish(OperationSink sink) {
    if (!waiting.isEmpty()) {
      publishAll(sink);
      sink.flush();
    }
  }

  /** The same, by the thread that looks after those who stopped. */
  synchronized void publishIdle(OperationSink sink) {
    isListed = false;
    publish(sink);
  }

  /** In the order of the last of each. */
  private void publishAll(OperationSink sink) {
    boolean hasWritten = false;
    for (Known next = first(); next != null; next = first()) {
      synchronized (next) {
        int kind = firstKind(next);
        hasWritten |= kind == Known.WRITE;
        report(sink, kind, next, next.pendingBytes[kind]);
        next.pending &= ~(1 << kind);
      }
    }
    if (hasWritten) {
      long lsn = sink.flush();
      waiting.forEach(known -> known.wrote(lsn));
    }
    waiting.clear();
  }

  /** What was used longest ago, by its last use; null if nothing waits any more. */
  private Known first() {
    Known first = null;
    long least = Long.MAX_VALUE;
    for (int i = 0; i < waiting.size(); i++) {
      Known known = waiting.get(i);
      if (known.pending != 0 && known.pendingOrder[firstKind(known)] < least) {
        least = known.pendingOrder[firstKind(known)];
        first = known;
      }
    }
    return first;
  }

  private static int firstKind(Known known) {
    int first = -1;
    for (int kind = 0; kind < Known.KINDS; kind++) {
      boolean waits = (known.pending & 1 << kind) != 0;
      if (waits && (first < 0 || known.pendingOrder[kind] < known.pendingOrder[first])) {
        first = kind;
      }
    }
    return first;
  }
}
