// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.certified;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.history.certified.CertificationStatus.WitnessState;
import org.colophon.history.certified.log.LogReader;
import org.colophon.history.certified.log.LogWriter;
import org.colophon.history.certified.merkle.MerkleTree;
import org.colophon.history.certified.note.SignedNote;
import org.colophon.history.certified.note.VerifierKey;
import org.colophon.history.certified.note.WitnessPolicy;
import org.colophon.history.certified.witness.WitnessClient;
import org.colophon.history.copy.RetryingThread;
import org.jspecify.annotations.Nullable;

/**
 * Requests cosignatures from the witnesses of a policy, with a thread for each witness. All
 * witnesses get the same checkpoint until enough have cosigned it or its time has expired. Then
 * they get the newest checkpoint. A slow or unreachable witness does not delay the others. Any
 * thread.
 */
final class Witnessing {
  private static final Logger LOG = System.getLogger(Witnessing.class.getName());
  private static final long ROUND_NANOS = TimeUnit.SECONDS.toNanos(2);
  private static final long REPEAT_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final long CLOSE_MILLIS = 2_000;

  private final WitnessPolicy policy;
  private final Path log;
  private final List<WitnessRequests> requests = new ArrayList<>();
  private @Nullable SignedState newest;
  private @Nullable SignedState requested;
  private final List<SignedNote.Signature> signatures = new ArrayList<>();
  private long requestedNanos;
  private boolean isMet;
  private @Nullable SignedNote witnessed;
  private long witnessedLsn;
  private volatile boolean isSuspect;

  /**
   * Prepares the witnesses that have a URL.
   *
   * @param log the directory of the log
   */
  Witnessing(WitnessPolicy policy, Path log) {
    this.policy = policy;
    this.log = log;
    policy
        .witnesses()
        .forEach(
            (name, each) ->
                each.url().ifPresent(url -> requests.add(new WitnessRequests(name, each, url))));
  }

  void start() {
    requests.forEach(each -> each.thread.start());
  }

  /**
   * Asks all witnesses about the last signed checkpoint, so that no second root is signed for one
   * size. A witness that does not answer is asked again later.
   *
   * @throws ColophonException STORE_CORRUPT if a witness has confirmed a longer or another log
   */
  void check(SignedNote note, MerkleTree tree) {
    isSuspect = false;
    for (WitnessRequests each : requests) {
      try {
        var unused = each.newClient().cosign(note, tree);
      } catch (ColophonException e) {
        if (e.code() == ErrorCode.STORE_CORRUPT) {
          throw ErrorCode.STORE_CORRUPT.exception(
              e.getMessage() + ". Restore the newest history, or certify with a new key", e);
        }
        LOG.log(Level.WARNING, "signing without the witness {0}: {1}", each.name, e.getMessage());
      }
    }
  }

  /** Returns true if there are witnesses to ask. */
  boolean isAsking() {
    return !requests.isEmpty();
  }

  /** Returns true if a witness has refused a checkpoint since the last {@link #check}. */
  boolean isSuspect() {
    return isSuspect;
  }

  /** Sets the newest checkpoint. */
  synchronized void offer(SignedState state) {
    newest = state;
    if (!requests.isEmpty() && state.size() > 0) {
      beginIfDue(state);
    }
  }

  private void beginIfDue(SignedState state) {
    long age = System.nanoTime() - requestedNanos;
    boolean hasGrown = requested == null || state.size() > requested.size();
    boolean isOver = requested == null || isMet || age > ROUND_NANOS;
    if ((hasGrown && isOver) || age > REPEAT_NANOS) {
      requested = state;
      requestedNanos = System.nanoTime();
      isMet = false;
      signatures.clear();
      notifyAll();
    }
  }

  private synchronized void accept(SignedState state, SignedNote.Signature signature) {
    SignedState current = requested;
    if (current == null || !current.equals(state)) {
      return; // the round is over
    }
    signatures.add(signature);
    SignedNote note = state.note().with(signatures);
    if (policy.isMetBy(policy.cosigners(note))) {
      LogWriter.publishWitnessed(log, note);
      witnessed = note;
      witnessedLsn = state.lsn();
      isMet = true;
      if (newest != null) {
        beginIfDue(newest);
      }
    }
  }

  /** Waits for a checkpoint that was not yet sent to a witness. Returns null when closing. */
  private synchronized @Nullable SignedState await(@Nullable SignedState last, RetryingThread by)
      throws InterruptedException {
    while (!by.isClosing()) {
      SignedState current = requested;
      if (current != null && !current.equals(last)) {
        return current;
      }
      wait();
    }
    return null;
  }

  /** Returns the newest checkpoint with enough cosignatures; null before the first. */
  synchronized @Nullable SignedNote witnessed() {
    return witnessed;
  }

  /** Returns the last LSN that enough witnesses have confirmed; -1 without witnesses. */
  synchronized long witnessedLsn() {
    return requests.isEmpty() ? -1 : witnessedLsn;
  }

  List<WitnessState> states() {
    return requests.stream().map(WitnessRequests::state).toList();
  }

  /** Ends the threads. Waits briefly for requests in progress. */
  void close() {
    requests.forEach(each -> each.thread.beginClose());
    synchronized (this) {
      notifyAll();
    }
    requests.forEach(each -> each.thread.close(CLOSE_MILLIS));
  }

  /** Requests cosignatures from a single witness. */
  private final class WitnessRequests {
    private final String name;
    private final URI url;
    private final VerifierKey witness;
    private final WitnessClient client;
    private final RetryingThread thread;
    private volatile long lsn;
    private @Nullable SignedState last;

    WitnessRequests(String name, WitnessPolicy.Witness witness, URI url) {
      this.name = name;
      this.url = url;
      this.witness = witness.key();
      this.client = newClient();
      this.thread =
          new RetryingThread("witness", "asking the witness " + name, this::requestSignatures);
    }

    private void requestSignatures() {
      LogReader reader = new LogReader(log);
      try {
        SignedState state = await(last, thread);
        while (state != null) {
          SignedNote.Signature signature = client.cosign(state.note(), reader.tree(state.size()));
          thread.succeeded();
          last = state;
          lsn = state.lsn();
          accept(state, signature);
          state = await(last, thread);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (ColophonException e) {
        isSuspect |= e.code() == ErrorCode.STORE_CORRUPT;
        throw e;
      }
    }

    WitnessClient newClient() {
      return new WitnessClient(witness, url);
    }

    WitnessState state() {
      String failure = thread.failure();
      boolean isNew = lsn == 0 && failure.equals(RetryingThread.NOT_CONNECTED);
      return new WitnessState(name, url.toString(), lsn, isNew ? "" : failure);
    }
  }
}
