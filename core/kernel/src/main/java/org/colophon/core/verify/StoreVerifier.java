// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.verify;

import static org.colophon.core.error.MessageText.count;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.colophon.core.adapters.AttachedAdapter;
import org.colophon.core.adapters.AttachedAdapters;
import org.colophon.core.adapters.StoreDirectory;
import org.colophon.core.adapters.StoreIdentity;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.generation.StoreGeneration;
import org.colophon.core.journal.FrameVisitor;
import org.colophon.core.journal.Journal;
import org.colophon.core.journal.JournalVerifier;
import org.colophon.core.journal.format.FrameFacts;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.core.spi.storage.VerifiableStorage;

/**
 * Checks a store for damage without changing it. Checks the checksums of all frames of the journal
 * and of the adapters' data, and compares their LSNs. It needs no lock, so it also runs beside a
 * writer.
 *
 * <p>The order of reading avoids false alarms beside a writer: first acknowledged and listed LSNs,
 * then the adapters, then the journal.
 */
public final class StoreVerifier {
  private static final String JOURNAL = "journal";
  private static final String EMPTY_JOURNAL_ADVICE =
      "restore the journal from a copy; if there is none, continue with a gap in the record:"
          + " colophon adapters accept-loss NAME";

  private static final String JOURNAL_ADVICE =
      "restore the file from a copy; if there is none, the next command that writes the store"
          + " skips the damage and records a gap";

  /** The outcome for one part. */
  public enum State {
    /** Everything was read, and nothing is damaged. */
    INTACT,
    /** Something is damaged. */
    DAMAGED,
    /** The engine offers no check. */
    UNCHECKED,
    /** The part could not be read. */
    UNREADABLE
  }

  /**
   * Damage of a file.
   *
   * @param file the file or directory.
   * @param offset offset in the file in bytes; -1 if unknown or named in the problem.
   * @param advice the next step for the user.
   */
  public record Damage(Path file, long offset, String problem, String advice) {}

  /**
   * One part of the store: the store's own files, the journal or an adapter.
   *
   * @param detail the scope of the check, or the reason why there was none
   */
  public record Part(String name, State state, String detail, List<Damage> damages) {
    public Part {
      damages = List.copyOf(damages);
    }

    /** Returns an intact or damaged part. */
    public static Part of(String name, String detail, List<Damage> damages) {
      return new Part(name, damages.isEmpty() ? State.INTACT : State.DAMAGED, detail, damages);
    }
  }

  /** Receives progress. */
  @FunctionalInterface
  public interface Listener {
    /** Called periodically with the number of checked bytes of a part. */
    void checked(String part, long bytes);
  }

  private final Path store;
  private final Function<String, Optional<StorageAdapterFactory>> engines;
  private final Listener listener;
  private final FrameVisitor visitor;
  private final List<Part> parts = new ArrayList<>();
  private long heldLsn;

  private StoreVerifier(
      Path store,
      Function<String, Optional<StorageAdapterFactory>> engines,
      Listener listener,
      FrameVisitor visitor) {
    this.store = store;
    this.visitor = visitor;
    this.engines = engines;
    this.listener = listener;
  }

  /**
   * Checks a store.
   *
   * @param engines finds a storage engine by name.
   * @param visitor receives the journal's intact frames.
   * @return the parts in the order in which they were checked.
   * @throws ColophonException NOT_FOUND if the store does not exist; STORE_FOREIGN, STORE_TOO_NEW,
   *     NOT_PERMITTED
   */
  public static List<Part> verify(
      Path store,
      Function<String, Optional<StorageAdapterFactory>> engines,
      Listener listener,
      FrameVisitor visitor) {
    StoreVerifier verifier = new StoreVerifier(store, engines, listener, visitor);
    verifier.verifyParts(verifier.verifyStore());
    return verifier.parts;
  }

  /**
   * Checks the store's own files. Each of them is in every store that this version has written, and
   * so must not be missing beside another one.
   *
   * @return the list of adapters; of the directories that exist if the list is lost
   */
  private AttachedAdapters verifyStore() {
    List<Damage> damages = new ArrayList<>();
    if (!Files.isDirectory(store) && !StoreDirectory.exists(store)) {
      throw ErrorCode.NOT_FOUND.exception(
          "there is no store in " + store + ": name its place with --store DIR");
    }
    check(damages, () -> requireStore(damages));
    AttachedAdapters attached = verifyList(damages);
    long id = attached.storeId();
    check(damages, () -> verifyGeneration(attached, damages));
    if (id != 0) {
      Journal.problemOfSynced(synced(), id)
          .ifPresent(problem -> damages.add(damageOf(synced(), problem)));
    }
    parts.add(Part.of("store", "format, host, generation, list of adapters", damages));
    return attached;
  }

  private Path synced() {
    return store.resolve(StoreIdentity.SYNCED);
  }

  private void requireStore(List<Damage> damages) {
    if (!StoreDirectory.exists(store)) {
      if (!Files.isDirectory(StoreDirectory.journalIn(store))) {
        throw ErrorCode.NOT_FOUND.exception(
            "there is no store in " + store + ": name its place with --store DIR");
      }
      damages.add(damageOf(store.resolve("VERSION"), "it is missing"));
    }
  }

  private AttachedAdapters verifyList(List<Damage> damages) {
    long journalId = Journal.peekStoreId(StoreDirectory.journalIn(store));
    AttachedAdapters[] found = {AttachedAdapters.empty(store)};
    check(damages, () -> found[0] = AttachedAdapters.load(store));
    AttachedAdapters attached = found[0];
    if (attached.storeId() == 0) {
      if (journalId != 0 && damages.isEmpty()) {
        damages.add(
            damageOf(store.resolve(AttachedAdapters.FILE), "the list of adapters is missing"));
      }
      attached.setStoreId(journalId);
      addExisting(attached);
    }
    return attached;
  }

  /** Adds the directories of engines to a list that is lost. */
  private void addExisting(AttachedAdapters attached) {
    try (Stream<Path> files = Files.list(store)) {
      files
          .filter(each -> Files.exists(each.resolve(StoreIdentity.MARKER)))
          .map(each -> each.getFileName().toString().replaceAll("\\.[0-9]+$", ""))
          .filter(name -> attached.find(name) == null && engines.apply(name).isPresent())
          .forEach(name -> attached.put(new AttachedAdapter(name, name, Map.of(), 0), true));
    } catch (IOException e) {
      throw StoreDirectory.failed("read", store, e);
    }
  }

  private void verifyGeneration(AttachedAdapters attached, List<Damage> damages) {
    boolean isKnown = StoreGeneration.verify(store, attached.storeId());
    if (isKnown && !attached.isSealed() && damages.isEmpty()) {
      damages.add(damageOf(store.resolve(AttachedAdapters.FILE), "its checksum is missing"));
    } else if (!isKnown && attached.isSealed()) {
      damages.add(damageOf(store.resolve(StoreGeneration.FILE), "it is missing"));
    }
  }

  private static Damage damageOf(Path file, String problem) {
    return new Damage(file, -1, problem, "restore the file from a copy");
  }

  private void check(List<Damage> damages, Runnable step) {
    try {
      step.run();
    } catch (ColophonException e) {
      if (e.code() != ErrorCode.STORE_CORRUPT && e.code() != ErrorCode.STORE_FOREIGN) {
        throw e;
      }
      damages.add(damageOf(store, String.valueOf(e.getMessage())));
    }
  }

  private void verifyParts(AttachedAdapters attached) {
    Path journal = StoreDirectory.journalIn(store);
    long acknowledgedLsn = Journal.peekAcknowledgedLsn(synced());
    long journalFirstLsn = Journal.peekFirstLsn(journal);
    StoreIdentity identity = new StoreIdentity(attached.storeId(), true);
    for (AttachedAdapters.Entry entry : attached.entries()) {
      verifyAdapter(identity, entry, attached.directory(entry.name()), journalFirstLsn);
    }
    verifyJournal(journal, attached.storeId(), Math.max(acknowledgedLsn, heldLsn));
  }

  private void verifyAdapter(
      StoreIdentity identity, AttachedAdapters.Entry entry, Path directory, long journalFirstLsn) {
    String name = entry.name();
    String engine = entry.adapter().engine();
    Optional<StorageAdapterFactory> factory = engines.apply(engine);
    List<Damage> damages = new ArrayList<>();
    try {
      if (identity.id() != 0) {
        identity.check(directory, entry.heldLsn());
      }
      if (entry.heldLsn() > 0 && !Files.isDirectory(directory)) {
        damages.add(adapterDamage(name, directory, "the directory is missing"));
        parts.add(Part.of(name, "no files", damages));
      } else if (factory.isPresent() && factory.get() instanceof VerifiableStorage verifiable) {
        StorageConfig config = new StorageConfig(directory, entry.adapter().options());
        long held = verifiable.verify(config, bytes -> listener.checked(name, bytes));
        compareHeld(entry, directory, held, journalFirstLsn, damages);
        parts.add(Part.of(name, "all stored data, up to LSN " + held, damages));
      } else {
        String why = factory.isPresent() ? " offers no check" : " is not on the class path";
        parts.add(new Part(name, State.UNCHECKED, "the engine " + engine + why, List.of()));
      }
    } catch (ColophonException e) {
      parts.add(failed(name, directory, e));
    }
  }

  private static Part failed(String name, Path directory, ColophonException e) {
    return switch (e.code()) {
      case STORE_CORRUPT, STORE_FOREIGN, NOT_FOUND ->
          Part.of(
              name, "up to the damage", List.of(adapterDamage(name, directory, e.getMessage())));
      default -> new Part(name, State.UNREADABLE, e.getMessage(), List.of());
    };
  }

  private void compareHeld(
      AttachedAdapters.Entry entry,
      Path directory,
      long held,
      long journalFirstLsn,
      List<Damage> damages) {
    heldLsn = Math.max(heldLsn, held);
    if (held < entry.heldLsn()) {
      damages.add(
          adapterDamage(
              entry.name(),
              directory,
              "it has records up to LSN %d, but had them up to %d before"
                  .formatted(held, entry.heldLsn())));
    }
    if (held + 1 < journalFirstLsn) {
      damages.add(
          adapterDamage(
              entry.name(),
              directory,
              "it has records up to LSN %d, but the journal begins at %d"
                  .formatted(held, journalFirstLsn)));
    }
  }

  private static Damage adapterDamage(String name, Path directory, String problem) {
    return new Damage(
        directory,
        -1,
        problem,
        "restore the directory from a copy; if another adapter holds the same, move the directory"
            + " away and fill it again with: colophon adapters catch-up "
            + name);
  }

  private void verifyJournal(Path journal, long storeId, long knownLsn) {
    JournalVerifier.Result result;
    try {
      result =
          JournalVerifier.verify(
              journal, storeId, bytes -> listener.checked(JOURNAL, bytes), visitor);
    } catch (ColophonException e) {
      parts.add(new Part(JOURNAL, State.UNREADABLE, e.getMessage(), List.of()));
      return;
    }
    List<Damage> damages = new ArrayList<>();
    for (JournalVerifier.Damage each : result.damages()) {
      damages.add(new Damage(each.file(), each.offset(), each.problem(), JOURNAL_ADVICE));
    }
    if (result.lastLsn() < knownLsn) {
      String problem =
          "it ends at LSN %d, but the store goes up to LSN %d"
              .formatted(result.lastLsn(), knownLsn);
      String advice = result.frames() == 0 ? EMPTY_JOURNAL_ADVICE : JOURNAL_ADVICE;
      damages.add(new Damage(journal, -1, problem, advice));
    }
    FrameFacts last = Journal.peekLastFrame(journal);
    if (last != null && last.clean() && Journal.peekAcknowledgedLsn(synced()) < last.lastLsn()) {
      damages.add(
          damageOf(
              synced(), "it ends before LSN %d of the closed journal".formatted(last.lastLsn())));
    }
    String unfinished =
        result.unfinishedBytes() == 0
            ? ""
            : ", %s of an entry that was not acknowledged"
                .formatted(count(result.unfinishedBytes(), "byte"));
    boolean hasLsns = result.frames() > 0 && result.firstLsn() <= result.lastLsn();
    String lsns = hasLsns ? "LSN " + result.firstLsn() + " to" : "up to LSN";
    parts.add(
        Part.of(
            JOURNAL,
            "%s, %s, %s %d%s"
                .formatted(
                    count(result.segments(), "segment"),
                    count(result.frames(), "frame"),
                    lsns,
                    result.lastLsn(),
                    damages.isEmpty() ? unfinished : ""),
            damages));
  }
}
