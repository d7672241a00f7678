// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.certify;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.generation.StoreGeneration;
import org.colophon.core.host.StoreHost;
import org.colophon.core.journal.FrameVisitor;
import org.colophon.core.journal.format.FrameFormat;
import org.colophon.core.verify.StoreVerifier.Damage;
import org.colophon.core.verify.StoreVerifier.Part;
import org.colophon.core.verify.StoreVerifier.State;
import org.colophon.history.certified.log.LogPlace;
import org.colophon.history.certified.log.LogReader;
import org.colophon.history.certified.log.LogVerifier;
import org.colophon.history.certified.note.Checkpoint;
import org.colophon.history.certified.note.SignedNote;
import org.colophon.history.certified.note.VerifierKey;
import org.colophon.history.certified.note.WitnessPolicy;
import org.colophon.history.certified.witness.WitnessClient;

/** Checks the certified logs of a store, and compares the store's frames with them. */
public final class LogCheck {
  private static final String CUT_ADVICE =
      "the history was replaced by an older or another one: restore it, and find out who did it";
  private static final String MISSING_ADVICE =
      "restore the log, or give its archive or directory: --archive DIR, --log DIR";
  private static final int ATTEMPTS = 3;

  private final List<Checked> logs = new ArrayList<>();
  private final List<Part> witnesses = new ArrayList<>();
  private final List<Damage> missing = new ArrayList<>();
  private final Path store;
  private final WitnessPolicy policy;
  private final boolean mustBeComplete;
  private boolean isCertifiable;

  private record Checked(LogPlace place, VerifierKey key, LogVerifier verifier) {}

  /**
   * Checks the logs, without frames.
   *
   * @param copy directory of a copy of the log to check; empty for the store's own logs
   * @param archive directory of the archive of the store; empty for none
   * @param key key of the log to check; empty to check all logs, each with its own key
   * @param given policy with the witnesses to ask; empty to ask none
   * @param kept checkpoints from outside the store
   * @param mustBeComplete true if missing frames count as damage
   */
  public LogCheck(
      Path store,
      Optional<Path> copy,
      Optional<Path> archive,
      Optional<VerifierKey> key,
      Optional<WitnessPolicy> given,
      List<SignedNote> kept,
      boolean mustBeComplete) {
    this.policy = given.orElse(WitnessPolicy.EMPTY);
    this.mustBeComplete = mustBeComplete;
    this.store = store;
    boolean isStore = Files.isDirectory(store);
    List<LogPlace> places =
        copy.map(each -> List.of(LogPlace.copy(each)))
            .orElseGet(
                () ->
                    isStore
                        ? LogPlace.all(store, archive)
                        : archive.map(LogPlace::inArchive).orElse(List.of()));
    for (LogPlace place : places) {
      try {
        VerifierKey used = key.orElseGet(() -> keyOf(place, policy));
        if (copy.isPresent() || place.own().endsWith(used.hexId())) {
          check(place, used, kept);
        }
      } catch (ColophonException e) {
        missing(place.own(), String.valueOf(e.getMessage()));
      }
    }
    if (logs.isEmpty() && key.isPresent()) {
      throw ErrorCode.BAD_REQUEST.exception(
          "no log of %s has the key %s".formatted(store, key.get()));
    }
    requireNamed(given.isPresent(), kept);
  }

  /** Reports logs that the command line or the policy requires, but that are not there. */
  private void requireNamed(boolean isPolicy, List<SignedNote> kept) {
    boolean isTrusted =
        policy.logs().isEmpty()
            || logs.stream().anyMatch(each -> policy.logs().contains(each.key()));
    if (isPolicy && (logs.isEmpty() || !isTrusted)) {
      missing(store, "the log that the policy requires is missing");
    } else if (mustBeComplete && logs.isEmpty()) {
      missing(store, "the certified log to compare with is missing");
    }
    for (SignedNote each : kept) {
      String origin = Checkpoint.parse(each.text()).origin();
      if (logs.stream().noneMatch(log -> log.key().name().equals(origin))) {
        missing(store, "the log %s of the given checkpoint is missing".formatted(origin));
      }
    }
  }

  private void missing(Path place, String problem) {
    missing.add(new Damage(place, -1, problem, MISSING_ADVICE));
  }

  private static VerifierKey keyOf(LogPlace place, WitnessPolicy policy) {
    return policy.logs().stream()
        .filter(each -> place.own().endsWith(each.hexId()))
        .findFirst()
        .orElseGet(place::ownKey);
  }

  private void check(LogPlace place, VerifierKey key, List<SignedNote> kept) {
    List<SignedNote> own =
        kept.stream()
            .filter(each -> Checkpoint.parse(each.text()).origin().equals(key.name()))
            .toList();
    LogVerifier verifier = new LogVerifier(place, key, own);
    Optional<SignedNote> note = verifier.verifyLog();
    logs.add(new Checked(place, key, verifier));
    note.ifPresent(each -> queryWitnesses(place, each));
  }

  private void queryWitnesses(LogPlace place, SignedNote note) {
    if (policy.witnesses().isEmpty()) {
      return;
    }
    List<Damage> damages = new ArrayList<>();
    SignedNote best = new LogReader(place.log()).witnessed().orElse(note);
    Set<String> cosigners = policy.cosigners(best);
    if (!policy.isMetBy(cosigners)) {
      damages.add(
          new Damage(
              place.log(),
              -1,
              "not enough witnesses of the policy have confirmed it: " + cosigners,
              CUT_ADVICE));
    }
    List<String> silent = new ArrayList<>();
    policy
        .witnesses()
        .forEach(
            (name, each) ->
                each.url()
                    .ifPresent(
                        url ->
                            requestSize(
                                place, note, new WitnessClient(each.key(), url), damages, silent)));
    String detail =
        "confirmed by %s; %d of %d asked"
            .formatted(
                cosigners, policy.witnesses().size() - silent.size(), policy.witnesses().size());
    if (damages.isEmpty() && !silent.isEmpty()) {
      witnesses.add(new Part("witnesses", State.UNREADABLE, silent.get(0), List.of()));
    } else {
      witnesses.add(Part.of("witnesses", detail, damages));
    }
  }

  /**
   * Requests from a witness the size of the log that it has confirmed. The log may have grown since
   * it was read.
   */
  private static void requestSize(
      LogPlace place,
      SignedNote read,
      WitnessClient client,
      List<Damage> damages,
      List<String> silent) {
    SignedNote note = read;
    for (int attempt = 1; ; attempt++) {
      LogReader reader = new LogReader(place.log());
      try {
        client.cosign(note, reader.tree(Checkpoint.parse(note.text()).size()));
        return;
      } catch (ColophonException e) {
        SignedNote newest = reader.checkpoint().orElse(note);
        boolean hasGrown = !newest.text().equals(note.text());
        if (e.code() != ErrorCode.STORE_CORRUPT) {
          silent.add(String.valueOf(e.getMessage()));
          return;
        }
        if (!hasGrown || attempt == ATTEMPTS) {
          damages.add(new Damage(place.log(), -1, e.getMessage(), CUT_ADVICE));
          return;
        }
        note = newest;
      }
    }
  }

  /** Returns a visitor that checks the frames of a journal or archive. */
  public FrameVisitor frames(String source, Path place, boolean isWhole) {
    List<FrameVisitor> visitors = new ArrayList<>();
    for (Checked each : logs) {
      visitors.add(each.verifier().frames(source, place, isWhole));
    }
    return (bytes, at) -> {
      isCertifiable |= FrameFormat.hasChunks(bytes, at);
      visitors.forEach(each -> each.visit(bytes, at));
    };
  }

  /**
   * Reports a log that is missing although its frames are here. A copy may be without the log of
   * its original.
   */
  private void addMissing(List<Part> parts) {
    boolean isLost = logs.isEmpty() && missing.isEmpty() && isCertifiable;
    if (isLost && StoreGeneration.isOriginal(store)) {
      missing(store, "its frames were written for a certified log, which is missing");
    } else if (isLost) {
      String detail = "the log of these frames is not here: --archive DIR, --log DIR";
      parts.add(new Part(LogVerifier.NAME, State.UNCHECKED, detail, List.of()));
    }
    if (!missing.isEmpty()) {
      parts.add(Part.of(LogVerifier.NAME, "no log", missing));
    }
    if (!logs.isEmpty()) {
      String host = StoreHost.of(store).map(each -> each.name() + " " + each.id()).orElse("none");
      String detail = host + ": a certified log does not name its host";
      parts.add(new Part("host", State.UNCHECKED, detail, List.of()));
    }
  }

  /** Returns the outcomes. Must be called after all frames were visited. */
  public List<Part> parts() {
    List<Part> parts = new ArrayList<>();
    for (Checked each : logs) {
      Part part = each.verifier().result();
      long missing = each.verifier().missingFrames();
      if (mustBeComplete && missing > 0) {
        List<Damage> damages = new ArrayList<>(part.damages());
        damages.add(
            new Damage(
                each.place().log(),
                -1,
                "the frames of %d entries are in neither the journal nor the archive"
                    .formatted(missing),
                "check the archive, too: --archive DIR"));
        part = Part.of(part.name(), part.detail(), damages);
      }
      parts.add(part);
    }
    parts.addAll(witnesses);
    addMissing(parts);
    return parts;
  }
}
