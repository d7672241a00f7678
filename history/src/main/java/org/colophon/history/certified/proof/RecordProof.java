// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.certified.proof;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.journal.format.RecordDecoder;
import org.colophon.core.model.Bytes;
import org.colophon.history.certified.log.CheckpointHistory;
import org.colophon.history.certified.log.LogReader;
import org.colophon.history.certified.note.Checkpoint;
import org.colophon.history.certified.note.SignedNote;
import org.colophon.history.certified.note.VerifierKey;
import org.colophon.history.certified.note.WitnessPolicy;
import org.jspecify.annotations.Nullable;

/**
 * Proof that a record is in a certified history. Checking it needs neither the store nor the log.
 */
public record RecordProof(LogProof log, FramePart part) {
  /**
   * A valid proof.
   *
   * @param record a cursor at the record
   * @param timeSeconds time of the checkpoint, as the log's owner states; 0 if unknown
   * @param cosigners names of the policy's witnesses that confirm the checkpoint
   */
  public record Proven(RecordDecoder record, long timeSeconds, Set<String> cosigners) {}

  /**
   * Proves a record by the first checkpoint of the history that includes it, else by the newest
   * one.
   *
   * @param bytes buffer that contains the record's frame
   * @param at the frame's offset
   * @throws ColophonException NOT_FOUND if the record does not exist or is not certified yet;
   *     STORE_CORRUPT if the frame is not the one that was certified
   */
  public static RecordProof of(long lsn, LogReader log, long storeId, byte[] bytes, int at) {
    FramePart part = FramePart.of(lsn, storeId, bytes, at);
    long seconds = TimeUnit.NANOSECONDS.toSeconds(part.entry().facts().baseNanos());
    SignedNote note = checkpoint(log, lsn, seconds);
    Checkpoint tree = Checkpoint.parse(note.text());
    long index = log.find(lsn, tree.size());
    if (!Bytes.wrap(log.entry(index, tree.size())).equals(Bytes.wrap(part.entry().toBytes()))) {
      throw ErrorCode.STORE_CORRUPT.exception(
          "the frame of LSN %d is not the one that was certified: run colophon verify"
              .formatted(lsn));
    }
    LogProof proof =
        new LogProof(
            part.toBytes(),
            index,
            log.tree(tree.size()).inclusion(index, tree.size()).stream().map(Bytes::wrap).toList(),
            note);
    return new RecordProof(proof, part);
  }

  /** Returns the first checkpoint of the history that includes a record, else the newest one. */
  private static SignedNote checkpoint(LogReader log, long lsn, long seconds) {
    Optional<SignedNote> witnessed = log.witnessed().filter(note -> find(log, lsn, note) >= 0);
    Optional<SignedNote> newest =
        witnessed.or(log::checkpoint).filter(note -> find(log, lsn, note) >= 0);
    if (newest.isEmpty()) {
      throw ErrorCode.NOT_FOUND.exception(
          "LSN %d is not certified: it is before the log's first entry, or newer than its last one"
              .formatted(lsn));
    }
    int signatures = witnessed.map(note -> note.signatures().size()).orElse(0);
    return new CheckpointHistory(log.directory())
        .firstWith(find(log, lsn, newest.get()), seconds, signatures)
        .orElse(newest.get());
  }

  private static long find(LogReader log, long lsn, SignedNote note) {
    return log.find(lsn, Checkpoint.parse(note.text()).size());
  }

  /**
   * Parses a proof.
   *
   * @throws ColophonException BAD_INPUT, STORE_TOO_NEW
   */
  public static RecordProof parse(String text) {
    LogProof proof = LogProof.parse(text);
    if (proof.extra().isEmpty()) {
      throw LogProof.malformed("it has no record");
    }
    return new RecordProof(proof, FramePart.parse(proof.extra()));
  }

  /**
   * Checks the proof.
   *
   * @param key the log's key
   * @param policy the required witnesses
   * @throws ColophonException BAD_INPUT with the reason if the proof does not hold
   */
  public Proven check(VerifierKey key, WitnessPolicy policy) {
    SignedNote note = log.checkpoint();
    Checkpoint tree = Checkpoint.parse(note.text());
    require(tree.origin().equals(key.name()), "it is about the log " + tree.origin());
    require(note.by(key) != null, "its checkpoint is not signed by the key");
    require(log.proves(part.entry().toBytes()), "its entry is not in the log");
    require(part.isOfFrame(), "its record is not in the entry");
    Set<String> cosigners = policy.cosigners(note);
    require(
        policy.isMetBy(cosigners),
        "its checkpoint has not enough cosignatures for the policy: " + cosigners);
    RecordDecoder record = find();
    SignedNote.Signature timed = note.by(key.cosigner());
    return new Proven(record, timed == null ? 0 : timed.timeSeconds(), cosigners);
  }

  private RecordDecoder find() {
    @Nullable RecordDecoder record = part.find();
    if (record == null) {
      throw refused("it has no record of its LSN");
    }
    return record;
  }

  private static void require(boolean condition, String why) {
    if (!condition) {
      throw refused(why);
    }
  }

  private static ColophonException refused(String why) {
    return ErrorCode.BAD_INPUT.exception("the proof does not hold: " + why);
  }
}
