// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.certified;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.feed.FrameSource;
import org.colophon.core.feed.JournalFeeds;
import org.colophon.core.journal.format.CanonicalFrame;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.model.Bytes;
import org.colophon.history.certified.log.FrameEntry;
import org.colophon.history.certified.log.LogHead;
import org.colophon.history.certified.log.LogPlace;
import org.colophon.history.certified.log.LogReader;
import org.colophon.history.certified.log.LogWriter;
import org.colophon.history.certified.merkle.Hasher;
import org.colophon.history.certified.note.Checkpoint;
import org.colophon.history.certified.note.SignedNote;
import org.colophon.history.certified.note.Signer;
import org.colophon.history.certified.note.VerifierKey;
import org.colophon.query.format.CertifiedState;
import org.jspecify.annotations.Nullable;

/**
 * Certified log of a copied history, computed again from the copied frames. Its root equals the
 * signed root only if the frames are those that the host has certified. The log is in the copy's
 * store, in the same directory as the log of a recorded history. Any thread.
 */
public final class LogCopy implements AutoCloseable {
  private static final Logger LOG = System.getLogger(LogCopy.class.getName());
  private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final Path store;
  private final Kernel kernel;
  private final Hasher hasher = new Hasher();
  private @Nullable HostSignatures signatures;
  private @Nullable LogWriter log;
  private long failedNanos;
  private volatile String failure = "";
  private volatile long certifiedLsn;

  /** Prepares the certified log of a copy. */
  public LogCopy(Path store, Kernel kernel) {
    this.store = store;
    this.kernel = kernel;
    this.certifiedLsn = -1;
  }

  /** Returns the part of the copy that the host's checkpoints cover. */
  public CertifiedState state() {
    return new CertifiedState(certifiedLsn, -1, 0, 0);
  }

  /** Returns the reason why certification of the copy does not proceed; empty if it does. */
  public String failure() {
    return failure;
  }

  /**
   * Verifies a checkpoint of the host and adds it to the copy. Stores and logs a failure.
   *
   * @return false if frames that the checkpoint covers have not arrived yet
   */
  public synchronized boolean accept(LogHead head) {
    Checkpoint tree = head.tree();
    boolean isResting =
        !failure.isEmpty() && System.nanoTime() - failedNanos < RETRY_NANOS; // reads much each time
    if (tree.size() == 0 || isResting) {
      return true;
    }
    if (kernel.status().durableLsn() < head.lastLsn()) {
      holdJournal(head);
      return false;
    }
    try {
      extend(open(head), head, tree);
      certifiedLsn = Math.max(certifiedLsn, head.lastLsn());
      failure = "";
    } catch (ColophonException e) {
      fail(String.valueOf(e.getMessage()));
    }
    return true;
  }

  /**
   * Makes the journal keep the log's frames until all frames that the checkpoint covers have
   * arrived.
   */
  private void holdJournal(LogHead head) {
    if (!kernel.feeds().readers().containsKey(JournalFeeds.LOG_COPY)) {
      kernel.feeds().acknowledge(JournalFeeds.LOG_COPY, head.firstLsn() - 1);
    }
  }

  private void fail(String message) {
    if (!message.equals(failure)) {
      LOG.log(Level.WARNING, "the copy of host {0}: {1}", kernel.owner().name(), message);
    }
    failure = message;
    failedNanos = System.nanoTime();
    close();
  }

  private LogWriter open(LogHead head) {
    HostSignatures known = signatures;
    if (known == null || !known.verifier().equals(head.key())) {
      close();
      known = new HostSignatures(head.key());
      signatures = known;
    }
    LogWriter open = log;
    if (open == null) {
      open = new LogWriter(place(head.key()), known);
      log = open;
    }
    known.head = head;
    return open;
  }

  private LogPlace place(VerifierKey key) {
    return LogPlace.of(store, kernel.storeId(), Optional.empty(), key);
  }

  private void extend(LogWriter open, LogHead head, Checkpoint tree) {
    if (tree.size() < open.size()) {
      requireSame(open, tree);
      return;
    }
    append(open, head, tree.size());
    if (open.size() != tree.size() || open.lastLsn() != head.lastLsn()) {
      throw ErrorCode.PART_LOST.exception(
          "up to LSN %2$d this copy lacks frames of the log %1$s: copy the log to %3$s"
              .formatted(head.key().name(), head.lastLsn(), place(head.key()).log()));
    }
    SignedNote.Signature time = head.note().by(head.key().cosigner());
    var unused = open.sign(time == null ? 0 : time.timeSeconds());
    if (head.isCosigned()) {
      LogWriter.publishWitnessed(open.files().directory(), head.note());
    }
    kernel.feeds().acknowledge(JournalFeeds.LOG_COPY, open.lastLsn());
  }

  private void append(LogWriter open, LogHead head, long size) {
    long behind = open.size() == 0 ? head.firstLsn() - 1 : open.lastLsn();
    try (FrameSource feed = kernel.feeds().after(JournalFeeds.LOG_COPY, behind)) {
      while (open.size() < size && open.lastLsn() < head.lastLsn()) {
        CanonicalFrame frame = feed.next(0);
        if (frame == null) {
          return;
        }
        if (FrameEntry.isLogged(frame.facts())) {
          open.append(FrameEntry.of(kernel.storeId(), frame.bytes(), frame.offset(), hasher));
        }
      }
    } catch (ColophonException e) {
      if (e.code() != ErrorCode.PART_LOST) {
        throw e;
      }
      throw ErrorCode.PART_LOST.exception(
          "the log %2$s needs the frames after LSN %1$d, which this copy has released: copy the log to %3$s"
              .formatted(behind, head.key().name(), place(head.key()).log()),
          e);
    }
  }

  /** Checks that an older checkpoint belongs to the same log. */
  private static void requireSame(LogWriter open, Checkpoint older) {
    LogReader files = open.files();
    long signed = open.signed().size();
    if (older.size() <= signed
        && !Bytes.wrap(files.tree(signed).root(older.size())).equals(older.root())) {
      throw mismatch(older);
    }
  }

  private static ColophonException mismatch(Checkpoint tree) {
    return ErrorCode.STORE_CORRUPT.exception(
        "the frames here are not the %d that %s has signed: the history was changed here, on the way, or at the host; run colophon verify at both"
            .formatted(tree.size(), tree.origin()));
  }

  /** Closes the log. A later checkpoint opens it again. */
  @Override
  public synchronized void close() {
    LogWriter open = log;
    log = null;
    if (open != null) {
      open.close();
    }
  }

  /**
   * Signer that returns signatures of the host, and only for checkpoints that the host has signed.
   */
  private static final class HostSignatures implements Signer {
    private final VerifierKey key;
    private @Nullable LogHead head;

    HostSignatures(VerifierKey key) {
      this.key = key;
    }

    @Override
    public VerifierKey verifier() {
      return key;
    }

    @Override
    public List<SignedNote.Signature> sign(String text, long seconds) {
      LogHead signed = head;
      if (signed == null || !signed.note().text().equals(text)) {
        throw mismatch(Checkpoint.parse(text));
      }
      return signed.note().signatures();
    }
  }
}
