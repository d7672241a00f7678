// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.rebuild;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Objects;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.colophon.core.journal.format.FrameFormat;
import org.colophon.core.journal.format.RecordDecoder;
import org.colophon.core.journal.format.RecordEncoder;
import org.colophon.core.journal.format.ScratchFrames;
import org.jspecify.annotations.Nullable;

/**
 * Content of a store as batches in LSN order. An adapter that is fed with them answers like the
 * store. The first batch is ready after the whole store has been read and sorted, on disk if
 * necessary.
 *
 * <p>The records differ from the original ones. Intervals and declarations have their last form. A
 * moved directory appears as ended and new names. Times of LSNs without a stored fact are unknown.
 * The source may be written meanwhile; facts after the last requested LSN are left out.
 *
 * <p>One thread; {@link #done} and {@link #total} may be called by any.
 */
public final class HistoryReplay implements Closeable {
  private static final int BATCH_BYTES = 1 << 20;

  private final ReplayRequest request;
  private final BooleanSupplier cancelled;
  private final RecordEncoder encoder = new RecordEncoder();
  private final RecordDecoder batch = new RecordDecoder();
  private final RecordJoin join;
  private @Nullable FactSorter sorter;
  private @Nullable FactMerge facts;
  private long lastLsn;
  private long operations;
  private volatile long done;
  private volatile long total;

  /**
   * @param cancelled called often; if it returns true, {@link #next} throws INTERRUPTED
   */
  public HistoryReplay(ReplayRequest request, BooleanSupplier cancelled) {
    this.request = request;
    this.cancelled = cancelled;
    this.join = new RecordJoin(request.source(), encoder);
    this.lastLsn = request.afterLsn();
  }

  /** Returns the number of facts turned into records. */
  public long done() {
    return done;
  }

  /** Returns the number of facts found so far. */
  public long total() {
    return total;
  }

  /**
   * Returns the next batch, valid until the next call; null after the last.
   *
   * @throws ColophonException IO_FAILED, DISK_FULL, INTERRUPTED if it was cancelled, and failures
   *     of the source's reader
   */
  public @Nullable RecordDecoder next() {
    if (lastLsn >= request.upToLsn()) {
      return null;
    }
    if (cancelled.getAsBoolean()) {
      throw ErrorCode.INTERRUPTED.exception("the replay was cancelled");
    }
    try {
      FactMerge from = facts == null ? collect() : facts;
      facts = from;
      encoder.reset(lastLsn + 1);
      lastLsn = takeFacts(from);
      countOperations();
      encoder.readBack(lastLsn, batch);
      return batch;
    } catch (IOException e) {
      throw failed(e);
    } catch (UncheckedIOException e) {
      throw failed(Objects.requireNonNull(e.getCause()));
    }
  }

  /** Returns true if the last batch has the same records as that of another replay. */
  public boolean hasSameBatch(HistoryReplay other) {
    byte[] mine = encoder.frame();
    byte[] theirs = other.encoder.frame();
    return Arrays.equals(
        mine, 0, FrameFormat.frameBytes(mine, 0), theirs, 0, FrameFormat.frameBytes(theirs, 0));
  }

  private ColophonException failed(IOException e) {
    return new ColophonException(
        IoFailure.code(e),
        "cannot sort the facts of a replay in %s: %s"
            .formatted(request.scratch(), IoFailure.reason(e)),
        e);
  }

  private FactMerge collect() throws IOException {
    Files.createDirectories(request.scratch());
    FactSorter made =
        new FactSorter(
            request.limits(),
            ScratchFrames.create(request.scratch().resolve(UUID.randomUUID() + ".facts")));
    sorter = made;
    new FactCollector(request, made, cancelled, found -> total = found).collect();
    total = made.facts();
    return made.merge();
  }

  /** Adds complete LSNs until there are enough facts; returns the batch's last LSN. */
  private long takeFacts(FactMerge from) throws IOException {
    int factCount = 0;
    long lsn = lastLsn;
    RecordDecoder fact = from.peek();
    while (fact != null && !isFull(factCount)) {
      lsn = fact.lsn();
      while (fact != null && fact.lsn() == lsn) {
        join.add(fact);
        from.next();
        fact = from.peek();
        factCount++;
      }
      join.endLsn();
    }
    long before = done;
    done = before + factCount;
    return fact == null ? request.upToLsn() : lsn;
  }

  private boolean isFull(int factCount) {
    return factCount >= request.limits().batchFacts() || encoder.payloadBytes() >= BATCH_BYTES;
  }

  /** Distributes the operation count over the batches by their size. */
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
