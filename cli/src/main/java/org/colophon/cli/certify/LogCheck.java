package org.colophon.cli.certify;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.colophon.certification.log.LogPlace;
import org.colophon.certification.log.LogReader;
import org.colophon.certification.log.LogVerifier;
import org.colophon.certification.note.Checkpoint;
import org.colophon.certification.note.SignedNote;
import org.colophon.certification.note.VerifierKey;
import org.colophon.certification.note.WitnessPolicy;
import org.colophon.certification.witness.WitnessClient;
import org.colophon.core.adapters.StoreVerifier.Damage;
import org.colophon.core.adapters.StoreVerifier.Part;
import org.colophon.core.adapters.StoreVerifier.State;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.journal.FrameVisitor;

/** Checks the certified logs of a store, and compares the store's frames with them. */
public final class LogCheck {
  private static final String CUT_ADVICE =
      "the history was replaced by an older or another one: restore it, and find out who did it";
  private static final int ATTEMPTS = 3;

  private final List<Checked> logs = new ArrayList<>();
  private final List<Part> witnesses = new ArrayList<>();
  private final WitnessPolicy policy;
  private final boolean mustBeComplete;

  private record Checked(LogPlace place, LogVerifier verifier) {}

  /**
   * Checks the logs, without frames.
   *
   * @param copy directory of a copy of the log to check; empty for the store's own logs
   * @param key key of the log to check; empty to check all logs, each with its own key
   * @param policy policy with the witnesses to ask; empty to ask none
   * @param kept checkpoints from outside the store
   * @param mustBeComplete true if missing frames count as damage
   */
  public LogCheck(
      Path store,
      Optional<Path> copy,
      Optional<VerifierKey> key,
      WitnessPolicy policy,
      List<SignedNote> kept,
      boolean mustBeComplete) {
    this.policy = policy;
    this.mustBeComplete = mustBeComplete;
    List<LogPlace> places =
        copy.map(each -> List.of(LogPlace.copy(each))).orElseGet(() -> LogPlace.all(store));
    for (LogPlace place : places) {
      VerifierKey used = key.orElseGet(() -> keyOf(place, policy));
      if (place.isCopy() || place.own().endsWith(used.hexId())) {
        check(place, used, kept);
      }
    }
    if (logs.isEmpty() && key.isPresent()) {
      throw ErrorCode.BAD_REQUEST.exception(
          "no log of %s has the key %s".formatted(store, key.get()));
    }
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
    logs.add(new Checked(place, verifier));
    note.ifPresent(each -> askWitnesses(place, each));
  }

  private void askWitnesses(LogPlace place, SignedNote note) {
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
                            ask(place, note, new WitnessClient(each.key(), url), damages, silent)));
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
  private static void ask(
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
    return (bytes, at) -> visitors.forEach(each -> each.visit(bytes, at));
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
    return parts;
  }
}
