// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.certified.log;

import static org.colophon.core.error.MessageText.count;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.colophon.core.error.ColophonException;
import org.colophon.core.journal.FrameVisitor;
import org.colophon.core.journal.format.FrameFormat;
import org.colophon.core.model.Bytes;
import org.colophon.core.verify.StoreVerifier.Damage;
import org.colophon.core.verify.StoreVerifier.Part;
import org.colophon.history.certified.merkle.Hasher;
import org.colophon.history.certified.merkle.TileName;
import org.colophon.history.certified.merkle.TreeEdge;
import org.colophon.history.certified.note.Checkpoint;
import org.colophon.history.certified.note.SignedNote;
import org.colophon.history.certified.note.VerifierKey;

/**
 * Checks a log: signatures, tiles, entries and all earlier checkpoints. Then checks that frames
 * match its entries. One thread.
 */
public final class LogVerifier {
  /** Name of the part that a check reports. */
  public static final String NAME = "certified log";

  private static final String ADVICE = "restore the file from a copy of the log";
  private static final String FRAME_ADVICE =
      "the history was changed after it was certified, or the log belongs to another store";

  private final LogReader log;
  private final VerifierKey key;
  private final LogPlace place;
  private final List<SignedNote> kept;
  private final Hasher hasher = new Hasher();
  private final List<Damage> damages = new ArrayList<>();
  private final List<Range> ranges = new ArrayList<>();
  private long size;
  private long checkpoints;
  private long lastLsn;
  private boolean isSound;
  private boolean isOurs;
  private long seconds;

  /**
   * Prepares a check.
   *
   * @param key the log's key
   * @param kept checkpoints kept outside the store; the log must contain them
   */
  public LogVerifier(LogPlace place, VerifierKey key, List<SignedNote> kept) {
    this.log = new LogReader(place.log());
    this.key = key;
    this.place = place;
    this.kept = kept;
  }

  /** Checks the log itself. Returns its checkpoint, if that can be read. */
  public Optional<SignedNote> verifyLog() {
    try {
      Map<Long, Map<Bytes, Path>> roots = new TreeMap<>();
      Optional<SignedNote> note = log.checkpoint();
      if (note.isEmpty()) {
        damage(log.directory(), "it has no checkpoint");
        return note;
      }
      Path ownKey = log.directory().resolve(LogLayout.KEY);
      isOurs = !place.isCopy() || Files.exists(ownKey); // otherwise of another program
      if (isOurs && !place.ownKey().equals(key)) {
        damage(ownKey, "it is another key than the given one");
      }
      SignedNote.Signature date = note.get().by(key.cosigner());
      seconds = date == null ? 0 : date.timeSeconds();
      note = Optional.of(newest(note.get()));
      Checkpoint newest = Checkpoint.parse(note.get().text());
      requireAll(newest, roots);
      size = newest.size();
      verifyTree(roots);
      UnforcedEntries.read(place.unforced())
          .ifPresentOrElse(this::verifyUnforced, this::reportNoUnforced);
      isSound = damages.isEmpty();
      return note;
    } catch (ColophonException e) {
      damage(log.directory(), String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  /** Returns the checkpoint that the store signed last, which may not be published yet. */
  private SignedNote newest(SignedNote published) {
    if (place.isCopy()) {
      return published;
    }
    Optional<SignedNote> signed = LogReader.readNote(place.signed());
    long size = Checkpoint.parse(published.text()).size();
    long signedSize = signed.map(each -> Checkpoint.parse(each.text()).size()).orElse(-1L);
    if (signedSize < size) {
      damage(place.signed(), "it is missing, or older than the log: the store is an older copy");
    }
    return signedSize > size ? signed.orElseThrow() : published;
  }

  private void requireAll(Checkpoint newest, Map<Long, Map<Bytes, Path>> roots) {
    LogReader.readNote(place.signed()) // a copy has none
        .ifPresent(note -> require(note, newest, place.signed(), roots));
    Path published = log.directory().resolve(LogLayout.CHECKPOINT);
    log.checkpoint().ifPresent(note -> require(note, newest, published, roots));
    Path witnessed = log.directory().resolve(LogLayout.WITNESSED);
    log.witnessed().ifPresent(note -> require(note, newest, witnessed, roots));
    kept.forEach(note -> require(note, newest, log.directory(), roots));
    long last =
        new CheckpointHistory(log.directory())
            .read(
                (file, note) -> {
                  require(note, newest, file, roots);
                  checkpoints++;
                });
    if (last / 60 < seconds / 60) {
      damage(
          log.directory().resolve(LogLayout.HISTORY),
          "it ends at second %d, before the newest checkpoint".formatted(last));
    }
  }

  /** Checks a checkpoint's signature, and records its root. */
  private void require(
      SignedNote note, Checkpoint newest, Path file, Map<Long, Map<Bytes, Path>> roots) {
    Checkpoint checkpoint = Checkpoint.parse(note.text());
    boolean isSigned = note.by(key) != null;
    if (isOurs && isSigned && note.by(key.cosigner()) == null) {
      damage(file, "a checkpoint of %d entries has no valid date".formatted(checkpoint.size()));
    }
    if (!isSigned) {
      damage(
          file, "a checkpoint of %d entries is not signed by %s".formatted(checkpoint.size(), key));
    } else if (checkpoint.size() > newest.size()) {
      damage(
          file,
          "the log was signed for %d entries, and now has %d: its end is cut off"
              .formatted(checkpoint.size(), newest.size()));
    }
    roots
        .computeIfAbsent(checkpoint.size(), each -> new HashMap<>())
        .putIfAbsent(checkpoint.root(), file);
  }

  private void verifyTree(Map<Long, Map<Bytes, Path>> roots) {
    TreeEdge edge = new TreeEdge(this::compare);
    checkRoots(edge, roots);
    long before = 0;
    for (long bundle = 0; bundle * TileName.FULL < size; bundle++) {
      for (byte[] bytes : log.entries(bundle, size)) {
        FrameEntry entry = FrameEntry.parse(bytes);
        if (entry.facts().firstLsn() <= before) {
          damage(
              log.file(TileName.ofEntries(bundle, TileName.FULL)),
              "entry %d does not follow LSN %d".formatted(edge.size(), before));
        }
        before = entry.facts().lastLsn();
        edge.append(hasher.leaf(bytes));
        checkRoots(edge, roots);
      }
    }
    lastLsn = before;
    edge.writePartial();
  }

  private void verifyUnforced(UnforcedEntries.Content newest) {
    for (int i = 0; i < newest.entries().size() && newest.first() + i < size; i++) {
      if (!Arrays.equals(newest.entries().get(i), log.entry(newest.first() + i, size))) {
        damage(place.unforced(), "entry %d differs from the log's".formatted(newest.first() + i));
      }
    }
    long now = // a service may have begun the file again since the size was read
        LogReader.readNote(place.signed())
            .map(note -> Checkpoint.parse(note.text()).size())
            .orElse(size);
    if (newest.first() > now || newest.end() < size) {
      damage(place.unforced(), "it does not reach the end of the log");
    }
  }

  private void reportNoUnforced() {
    if (isOurs && !place.isCopy()) {
      damage(place.unforced(), "it is missing");
    }
  }

  private void checkRoots(TreeEdge edge, Map<Long, Map<Bytes, Path>> roots) {
    Map<Bytes, Path> here = roots.get(edge.size());
    if (here != null) {
      Bytes root = Bytes.wrap(edge.root());
      here.forEach(
          (expected, file) -> {
            if (!expected.equals(root)) {
              damage(file, "the entries do not match the root of size %d".formatted(edge.size()));
            }
          });
    }
  }

  private void compare(TileName name, byte[] hashes) {
    long at = name.index() * TileName.FULL + name.width();
    int level = Integer.parseInt(name.kind());
    byte[] stored = log.tile(level, name.index(), at << (8 * level));
    if (!Arrays.equals(stored, hashes)) {
      damage(log.file(name), "it does not match the entries");
    }
  }

  private void damage(Path file, String problem) {
    damages.add(new Damage(file, -1, problem, ADVICE));
  }

  /** Returns a check of the frames of a journal or archive, in order. */
  public FrameVisitor frames(String source, Path place, boolean isWhole) {
    Range range = new Range(source, place, isWhole);
    ranges.add(range);
    return range;
  }

  /** Returns the outcome, after all frames were visited. */
  public Part result() {
    if (isSound) {
      ranges.forEach(Range::finish);
    }
    return Part.of(NAME, detail(), damages);
  }

  /** Returns the number of entries whose frames were not among those visited. */
  public long missingFrames() {
    long covered = 0;
    long end = 0;
    List<Range> sorted = new ArrayList<>(ranges);
    sorted.sort((a, b) -> Long.compare(a.first, b.first));
    for (Range each : sorted) {
      if (each.first >= 0) {
        long from = Math.max(end, each.first);
        covered += Math.max(0, each.next - from);
        end = Math.max(end, each.next);
      }
    }
    return size - covered;
  }

  private String detail() {
    long frames = ranges.stream().mapToLong(each -> each.frames).sum();
    long uncertified = ranges.stream().mapToLong(each -> each.uncertified).sum();
    long missing = missingFrames();
    String text =
        "%s up to LSN %d, %s, %s against them"
            .formatted(
                count(size, "entry"),
                lastLsn,
                count(checkpoints, "earlier checkpoint"),
                count(frames, "frame"));
    String gone = missing == 0 ? "" : "; no frames here for " + count(missing, "entry");
    String outside = uncertified == 0 ? "" : "; not certified: " + count(uncertified, "frame");
    return text + gone + outside;
  }

  /** Checks the frames of one source, whose entries must be consecutive in the log. */
  private final class Range implements FrameVisitor {
    private final String source;
    private final Path place;
    private final boolean isWhole;
    private long visitedLsn;
    private long first = -1;
    private long next;
    private long frames;
    private long uncertified;

    Range(String source, Path place, boolean isWhole) {
      this.source = source;
      this.place = place;
      this.isWhole = isWhole;
    }

    @Override
    public void visit(byte[] bytes, int at) {
      if (!isSound || !FrameEntry.isLogged(FrameFormat.facts(bytes, at))) {
        return;
      }
      long lsn = FrameFormat.facts(bytes, at).lastLsn();
      visitedLsn = lsn;
      long index = next < size && first >= 0 ? next : log.find(lsn, size);
      if (index < 0) {
        uncertified++;
        if (lsn < lastLsn && first >= 0) {
          changed("the log has no entry for the frame of LSN " + lsn);
        }
        return;
      }
      FrameEntry expected = FrameEntry.parse(log.entry(index, size));
      if (expected.facts().lastLsn() != lsn) {
        long found = log.find(lsn, size);
        changed("LSNs after entry %d are missing or changed".formatted(index));
        if (found < 0) {
          return;
        }
        index = found;
        expected = FrameEntry.parse(log.entry(index, size));
      }
      FrameEntry actual = FrameEntry.of(expected.storeId(), bytes, at, hasher);
      if (!actual.equals(expected)) {
        changed("the frame up to LSN %d is not the one that was certified".formatted(lsn));
      }
      first = first < 0 ? index : first;
      next = index + 1;
      frames++;
    }

    private void changed(String problem) {
      damages.add(new Damage(place, -1, source + ": " + problem, FRAME_ADVICE));
    }

    void finish() {
      if (isWhole && !LogVerifier.this.place.isCopy() && visitedLsn < lastLsn) {
        changed("it ends before LSN %d, up to which the history is certified".formatted(lastLsn));
      }
    }
  }
}
