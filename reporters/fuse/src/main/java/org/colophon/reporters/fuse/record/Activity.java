package org.colophon.reporters.fuse.record;

import java.util.ArrayList;
import java.util.Arrays;
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

  /** What waits is put in order as numbers: the order of a last, which object, which kind. */
  private static final int KIND_BITS = 3;

  private static final int PLACE_BITS = 24;

  private final Program program;
  private final Provenance provenance;
  private final List<Known> waiting = new ArrayList<>();
  private long[] lasts = new long[Known.KINDS];

  /** How many lasts there were since all was published. */
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
    int count = sortLasts();
    for (int i = 0; i < count; i++) {
      int kind = (int) lasts[i] & ((1 << KIND_BITS) - 1);
      Known next = waiting.get((int) (lasts[i] >>> KIND_BITS) & ((1 << PLACE_BITS) - 1));
      hasWritten |= kind == Known.WRITE;
      synchronized (next) {
        report(sink, kind, next, next.pendingBytes[kind]);
        next.pending &= ~(1 << kind);
      }
    }
    if (hasWritten) {
      long lsn = sink.flush();
      waiting.forEach(known -> known.wrote(lsn));
    }
    waiting.clear();
    order = 0;
  }

  /** Puts what waits in order; nobody else changes it meanwhile. Answers how much that is. */
  private int sortLasts() {
    int count = 0;
    for (int place = 0; place < waiting.size(); place++) {
      Known known = waiting.get(place);
      if (lasts.length - count < Known.KINDS) {
        lasts = Arrays.copyOf(lasts, lasts.length * 2);
      }
      for (int kind = 0; kind < Known.KINDS; kind++) {
        if ((known.pending & 1 << kind) != 0) {
          long last = known.pendingOrder[kind] << PLACE_BITS | place;
          lasts[count++] = last << KIND_BITS | kind;
        }
      }
    }
    Arrays.sort(lasts, 0, count);
    return count;
  }
}
