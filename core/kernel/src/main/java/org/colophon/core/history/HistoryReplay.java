package org.colophon.core.history;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.colophon.core.journal.format.RecordDecoder;
import org.colophon.core.journal.format.RecordEncoder;
import org.colophon.core.journal.format.ScratchFrames;

/**
 * What a store holds, as batches in LSN order: an adapter that is fed them answers as the store
 * does. The first batch is given when the whole store has been walked through and sorted, in a
 * scratch file as need be.
 *
 * <p>The records are not those that the store was fed: of an interval the last form, of a
 * declaration the last, and of a moved folder the names that ended and began. Nor are times known
 * at which nothing was recorded that a store keeps. The source may go on being written meanwhile;
 * what is behind the last LSN asked for is left out.
 *
 * <p>One thread; {@link #done} and {@link #total} may be asked by any.
 */
public final class HistoryReplay implements Closeable {
  private static final int BATCH_BYTES = 1 << 20;

  private final ReplayRequest request;
  private final BooleanSupplier cancelled;
  private final RecordEncoder encoder = new RecordEncoder();
  private final RecordDecoder batch = new RecordDecoder();
  private final RecordJoin join;
  private FactSorter sorter;
  private FactMerge facts;
  private long lastLsn;
  private long operations;
  private volatile long done;
  private volatile long total;

  /**
   * @param cancelled asked often; once it says so, {@link #next} throws INTERRUPTED
   */
  public HistoryReplay(ReplayRequest request, BooleanSupplier cancelled) {
    this.request = request;
    this.cancelled = cancelled;
    this.join = new RecordJoin(request.source(), encoder);
    this.lastLsn = request.afterLsn();
  }

  /** How many facts were turned into records. */
  public long done() {
    return done;
  }

  /** How many facts there are, as far as found out. */
  public long total() {
    return total;
  }

  /**
   * The next batch, valid until the next call; null behind the last.
   *
   * @throws ColophonException IO_FAILED, DISK_FULL, INTERRUPTED if it was cancelled, and what the
   *     source's reader throws
   */
  public RecordDecoder next() {
    if (lastLsn >= request.upToLsn()) {
      return null;
    }
    if (cancelled.getAsBoolean()) {
      throw new ColophonException(ErrorCode.INTERRUPTED, "the replay was cancelled");
    }
    try {
      if (facts == null) {
        collect();
      }
      encoder.reset(lastLsn + 1);
      lastLsn = takeFacts();
      countOperations();
      encoder.readBack(lastLsn, batch);
      return batch;
    } catch (IOException e) {
      throw failed(e);
    } catch (UncheckedIOException e) {
      throw failed(e.getCause());
    }
  }

  private ColophonException failed(IOException e) {
    return new ColophonException(
        IoFailure.code(e),
        "cannot sort what is to be replayed in %s: %s"
            .formatted(request.scratch(), IoFailure.reason(e)),
        e);
  }

  private void collect() throws IOException {
    Files.createDirectories(request.scratch());
    sorter =
        new FactSorter(
            request.limits(),
            ScratchFrames.create(request.scratch().resolve(UUID.randomUUID() + ".facts")));
    new FactCollector(request, sorter, cancelled, facts -> total = facts).collect();
    total = sorter.facts();
    facts = sorter.merge();
  }

  /** Takes whole LSNs until there are enough; returns the batch's last LSN. */
  private long takeFacts() throws IOException {
    int taken = 0;
    long lsn = lastLsn;
    while (facts.peek() != null && !isFull(taken)) {
      lsn = facts.peek().lsn();
      while (facts.peek() != null && facts.peek().lsn() == lsn) {
        join.add(facts.peek());
        facts.next();
        taken++;
      }
      join.endLsn();
    }
    long before = done;
    done = before + taken;
    return facts.peek() == null ? request.upToLsn() : lsn;
  }

  private boolean isFull(int taken) {
    return taken >= request.limits().batchFacts() || encoder.payloadBytes() >= BATCH_BYTES;
  }

  /** Spreads what the batches stand for over them by their size. */
  private void countOperations() {
    boolean isLast = lastLsn == request.upToLsn();
    long due =
        isLast ? request.operations() : (long) ((double) request.operations() * done / total);
    int count = (int) Math.min(Integer.MAX_VALUE, due - operations);
    operations += count;
    encoder.countOperations(count);
  }

  /** Deletes the scratch file. */
  @Override
  public void close() {
    if (sorter != null) {
      try {
        sorter.close();
      } catch (IOException e) {
        throw failed(e);
      }
    }
  }
}
