// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.certified;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.feed.FrameSource;
import org.colophon.core.feed.JournalFeeds;
import org.colophon.core.journal.format.CanonicalFrame;
import org.colophon.core.kernel.Kernel;
import org.colophon.history.certified.CertificationStatus.WitnessState;
import org.colophon.history.certified.log.FrameEntry;
import org.colophon.history.certified.log.LogHead;
import org.colophon.history.certified.log.LogPlace;
import org.colophon.history.certified.log.LogWriter;
import org.colophon.history.certified.merkle.Hasher;
import org.colophon.history.certified.note.SignedNote;
import org.colophon.history.certified.note.Signer;
import org.colophon.history.copy.HistoryCopy;
import org.colophon.history.copy.Measure;
import org.colophon.history.copy.RetryingThread;
import org.colophon.query.format.CertifiedState;

/**
 * Thread that certifies the history. It appends each frame on disk to the log. It signs the log at
 * least every second, even if there was no new frame. After a failure, recording continues: the
 * failure is reported, and the thread opens the log again.
 */
public final class Certification implements HistoryCopy {
  private static final long POLL_MILLIS = 50;
  private static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(750);
  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final int MAX_FRAMES = 4096;
  private static final long CLOSE_MILLIS = 10_000;

  private final Kernel kernel;
  private final Signer key;
  private final LogPlace place;
  private final Witnessing witnessing;
  private final RetryingThread thread;
  private final Hasher hasher = new Hasher();
  private volatile SignedState signed;
  private volatile long lostLsns;

  /**
   * Prepares to certify the history of a kernel.
   *
   * @throws ColophonException NOT_FOUND, NOT_PERMITTED or BAD_REQUEST if the key or the policy
   *     cannot be used
   */
  public Certification(CertifyConfig config, Path store, Kernel kernel) {
    this.kernel = kernel;
    this.key = config.signer();
    this.place = LogPlace.of(store, kernel.storeId(), config.directory(), key.verifier());
    this.witnessing = new Witnessing(config.readPolicy(), place.log());
    this.thread = new RetryingThread("certify", "certifying in " + place.log(), this::certify);
    this.signed = new SignedState(new SignedNote("", List.of()), 0, 0, 0);
  }

  @Override
  public void start() {
    thread.start();
    witnessing.start();
  }

  private void certify() {
    try (LogWriter log = new LogWriter(place, key);
        FrameSource feed = feed(log)) {
      askWitnesses(log);
      thread.succeeded();
      long signedNanos = System.nanoTime() - INTERVAL_NANOS;
      int unsigned = 0;
      boolean hasCaughtUp = false; // a remote signer may have signed all of this earlier
      boolean isOver = false;
      while (!isOver) {
        boolean wasClosing = thread.isClosing();
        if (witnessing.isSuspect()) {
          askWitnesses(log);
        }
        CanonicalFrame frame = feed.next(0);
        if (frame != null && FrameEntry.isLogged(frame.facts())) {
          log.append(FrameEntry.of(kernel.storeId(), frame.bytes(), frame.offset(), hasher));
          unsigned++;
        }
        hasCaughtUp |= frame == null;
        isOver = wasClosing && frame == null;
        if (frame == null && !wasClosing) {
          thread.rest(POLL_MILLIS); // a batch of frames costs less than single frames
        }
        long age = System.nanoTime() - signedNanos;
        boolean isDue = age >= (unsigned > 0 ? INTERVAL_NANOS : IDLE_NANOS);
        if ((isDue && hasCaughtUp) || unsigned >= MAX_FRAMES || (isOver && unsigned > 0)) {
          sign(log, feed);
          signedNanos = System.nanoTime();
          unsigned = 0;
        }
      }
    }
  }

  /** Signs nothing if a witness has confirmed a longer log of this key. */
  private void askWitnesses(LogWriter log) {
    if (witnessing.isAsking()) {
      SignedNote last = log.lastNote().orElseGet(() -> log.sign(nowSeconds())); // of no entries
      witnessing.check(last, log.files().tree(log.signed().size()));
    }
  }

  private static long nowSeconds() {
    return TimeUnit.MILLISECONDS.toSeconds(System.currentTimeMillis());
  }

  private FrameSource feed(LogWriter log) {
    JournalFeeds feeds = kernel.feeds();
    try {
      return feeds.after(JournalFeeds.CERTIFIER, log.lastLsn());
    } catch (ColophonException e) {
      if (e.code() != ErrorCode.PART_LOST) {
        throw e;
      }
      long oldest = feeds.oldestLsn();
      boolean isNew = log.lastLsn() == 0; // history before a new log is not lost
      lostLsns = isNew ? lostLsns : lostLsns + oldest - log.lastLsn(); // only this thread writes it
      return feeds.after(JournalFeeds.CERTIFIER, oldest);
    }
  }

  private void sign(LogWriter log, FrameSource feed) {
    SignedNote note = log.sign(nowSeconds(), witnessing.witnessed());
    signed = new SignedState(note, log.size(), log.firstLsn(), log.lastLsn());
    witnessing.offer(signed);
    kernel.feeds().acknowledge(JournalFeeds.CERTIFIER, log.lastLsn());
    feed.release(log.lastLsn());
  }

  /**
   * Returns the newest signed state, with its cosignatures if there are any. Empty before the first
   * signature.
   */
  public Optional<LogHead> head() {
    SignedState now = signed;
    if (now.size() == 0) {
      return Optional.empty();
    }
    SignedNote witnessed = witnessing.witnessed();
    SignedNote best =
        witnessed != null && witnessed.text().equals(now.note().text()) ? witnessed : now.note();
    return Optional.of(new LogHead(key.verifier(), now.firstLsn(), now.lsn(), best));
  }

  /** Returns the last LSN that a signed checkpoint covers. */
  public long certifiedLsn() {
    return signed.lsn();
  }

  /** Returns the last LSN that enough witnesses have confirmed; -1 without witnesses. */
  public long witnessedLsn() {
    return witnessing.witnessedLsn();
  }

  /** Returns the certified part of the history. */
  public CertifiedState state() {
    CertificationStatus now = status();
    return new CertifiedState(
        now.certifiedLsn(), now.witnessedLsn(), now.cosigned(), now.witnesses().size());
  }

  @Override
  public String key() {
    return "certify";
  }

  @Override
  public CertificationStatus status() {
    SignedState now = signed;
    List<WitnessState> witnesses = witnessing.states();
    long cosigned =
        witnesses.stream().filter(each -> now.lsn() > 0 && each.lsn() >= now.lsn()).count();
    return new CertificationStatus(
        key.verifier().toString(),
        place.log().toString(),
        now.size(),
        now.lsn(),
        witnessing.witnessedLsn(),
        (int) cosigned,
        witnesses,
        lostLsns,
        thread.failure());
  }

  @Override
  public List<String> lines() {
    CertificationStatus now = status();
    String witnessed =
        now.witnesses().isEmpty()
            ? ""
            : ", witnessed %d of %d, up to LSN %d"
                .formatted(now.cosigned(), now.witnesses().size(), now.witnessedLsn());
    return List.of(
        String.format(
            Locale.ROOT,
            "up to LSN %d, %,d entries in %s%s",
            now.certifiedLsn(),
            now.entries(),
            now.log(),
            witnessed));
  }

  @Override
  public List<Measure> measures() {
    return List.of(
        new Measure(
            "colophon_certified_lsn",
            "LSN up to which all is signed",
            () -> status().certifiedLsn()),
        new Measure(
            "colophon_certified_entries", "Entries of the certified log", () -> status().entries()),
        new Measure(
            "colophon_certify_lost_lsns",
            "LSNs that the journal released before they were certified",
            () -> status().lostLsns()),
        new Measure(
            "colophon_certify_failed",
            "1 while nothing can be certified",
            () -> status().failure().isEmpty() ? 0 : 1),
        new Measure(
            "colophon_witnessed_lsn",
            "LSN up to which enough witnesses have confirmed the log, -1 without witnesses",
            () -> status().witnessedLsn()),
        new Measure(
            "colophon_witnesses_failed",
            "Witnesses that do not confirm the log now",
            () -> status().witnesses().stream().filter(each -> !each.failure().isEmpty()).count()));
  }

  @Override
  public List<String> warnings() {
    CertificationStatus now = status();
    List<String> all = new ArrayList<>();
    if (!now.failure().isEmpty() && !now.failure().equals(RetryingThread.NOT_CONNECTED)) {
      all.add("nothing is certified: " + now.failure());
    }
    if (now.lostLsns() > 0) {
      all.add(
          "the journal released %d LSNs before they were certified: raise journal.budget"
              .formatted(now.lostLsns()));
    }
    now.witnesses().stream()
        .filter(each -> !each.failure().isEmpty())
        .forEach(each -> all.add("witness " + each.name() + ": " + each.failure()));
    return all;
  }

  /** Certifies all frames on disk, and ends the threads. */
  @Override
  public void close() {
    thread.close(CLOSE_MILLIS);
    witnessing.close();
  }
}
