// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.certify;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.colophon.core.adapters.AttachedAdapters;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.feed.Archive;
import org.colophon.core.journal.FrameVisitor;
import org.colophon.core.journal.format.FrameFacts;
import org.colophon.core.journal.format.FrameFormat;
import org.colophon.history.certified.log.FrameEntry;
import org.colophon.history.certified.log.LogPlace;
import org.colophon.history.certified.log.LogReader;
import org.colophon.history.certified.note.Checkpoint;
import org.colophon.history.certified.proof.RecordProof;
import org.jspecify.annotations.Nullable;

/** Proves records of a store. Reads the journal and the archive without a lock. */
final class Prover {
  private final StoreFrames frames;
  private final List<LogReader> logs;
  private final long storeId;
  private final LongConsumer progress;

  /**
   * Prepares proofs.
   *
   * @param archive the archive of the store; null for none
   * @param progress called regularly while frames are read
   * @throws ColophonException NOT_FOUND if the store has no certified log
   */
  Prover(Path store, @Nullable Archive archive, LongConsumer progress) {
    this.frames = new StoreFrames(store, archive);
    this.logs = LogPlace.all(store).stream().map(each -> new LogReader(each.log())).toList();
    this.storeId = AttachedAdapters.load(store).storeId();
    this.progress = progress;
    if (logs.isEmpty()) {
      throw ErrorCode.NOT_FOUND.exception(
          "the history of %s is not certified: see certify in the service's configuration"
              .formatted(store));
    }
  }

  /** Visits all frames in order. */
  void visit(FrameVisitor visitor) {
    frames.visit(0, visitor, progress);
  }

  /**
   * Proves the records with the given LSNs.
   *
   * @param unproven receives the reasons for LSNs without a certified record
   * @return the proofs by LSN; LSNs whose frames were deleted have no proof
   * @throws ColophonException STORE_CORRUPT if a frame differs from the certified one
   */
  Map<Long, RecordProof> prove(NavigableSet<Long> lsns, Consumer<ColophonException> unproven) {
    Map<Long, RecordProof> proofs = new TreeMap<>();
    if (lsns.isEmpty()) {
      return proofs;
    }
    frames.visit(
        beginOfFrame(lsns.first()) - 1,
        (bytes, at) -> {
          FrameFacts facts = FrameFormat.facts(bytes, at);
          if (facts.firstLsn() <= facts.lastLsn()) {
            for (long lsn : lsns.subSet(facts.firstLsn(), true, facts.lastLsn(), true)) {
              prove(lsn, bytes, at, unproven).ifPresent(proof -> proofs.put(lsn, proof));
            }
          }
        },
        progress);
    return proofs;
  }

  /** Returns the first LSN of the frame that contains an LSN; 1 if no log contains the frame. */
  private long beginOfFrame(long lsn) {
    for (LogReader log : logs) {
      long size = log.checkpoint().map(note -> Checkpoint.parse(note.text()).size()).orElse(0L);
      long index = log.find(lsn, size);
      if (index >= 0) {
        return FrameEntry.parse(log.entry(index, size)).facts().firstLsn();
      }
    }
    return 1;
  }

  /**
   * Proves a record with the first log that contains it. The log may have the current key or a
   * former key.
   */
  private Optional<RecordProof> prove(
      long lsn, byte[] bytes, int at, Consumer<ColophonException> unproven) {
    ColophonException missing = null;
    for (LogReader log : logs) {
      try {
        return Optional.of(RecordProof.of(lsn, log, storeId, bytes, at));
      } catch (ColophonException e) {
        if (e.code() != ErrorCode.NOT_FOUND) {
          throw e;
        }
        missing = e;
      }
    }
    unproven.accept(missing);
    return Optional.empty();
  }
}
