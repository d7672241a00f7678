package org.colophon.certification.log;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.colophon.certification.merkle.Hasher;
import org.colophon.certification.merkle.TileName;
import org.colophon.certification.merkle.TreeEdge;
import org.colophon.certification.note.Checkpoint;
import org.colophon.certification.note.SignedNote;
import org.colophon.certification.note.SigningKey;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.files.FileTree;
import org.colophon.core.files.PrivateFiles;
import org.colophon.core.model.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Appends entries to a log and signs its states. Never signs two roots for one size: a checkpoint
 * is on disk in the store before it is in the log, and each start compares the log with it. One
 * thread.
 */
public final class LogWriter {
  private static final String DRAFT_SUFFIX = ".draft";

  private final LogReader files;
  private final Path signedFile;
  private final SigningKey key;
  private final CheckpointHistory history;
  private final Hasher hasher = new Hasher();
  private final ByteArrayOutputStream bundle = new ByteArrayOutputStream();
  private TreeEdge edge;
  private long lastLsn;
  private long lastSeconds;
  private Checkpoint signed;

  /**
   * Opens or creates a log.
   *
   * @param place of the log, and of what the store keeps about it
   * @throws ColophonException STORE_CORRUPT if the log is not what was signed; STORE_FOREIGN if
   *     another key signed it; DISK_FULL, IO_FAILED
   */
  public LogWriter(LogPlace place, SigningKey key) {
    Path directory = place.log();
    this.files = new LogReader(directory);
    this.signedFile = place.signed();
    this.key = key;
    this.history = new CheckpointHistory(directory);
    this.edge = new TreeEdge(this::write);
    this.signed = new Checkpoint(key.name(), 0, Bytes.wrap(edge.root()));
    try {
      place.create();
      PrivateFiles.write(directory.resolve(LogLayout.KEY), key.verifier() + "\n");
      history.open();
      lastSigned().ifPresent(this::continueBehind);
    } catch (IOException e) {
      throw LogReader.failed(directory, e);
    }
  }

  /** Returns the newest checkpoint of the store and the log. */
  private Optional<SignedNote> lastSigned() {
    Optional<SignedNote> stored = LogReader.readNote(signedFile);
    Optional<SignedNote> published = published(stored.isPresent());
    if (stored.isPresent() && published.isPresent()) {
      Checkpoint mine = Checkpoint.parse(stored.get().text());
      Checkpoint theirs = Checkpoint.parse(published.get().text());
      if (theirs.size() > mine.size()
          || (theirs.size() == mine.size() && !theirs.root().equals(mine.root()))) {
        throw new ColophonException(
            ErrorCode.STORE_CORRUPT,
            "the log %s was signed for %d entries, but this store knows only of %d: the store is an older copy. Certify it with a new key in a new directory"
                .formatted(files.directory(), theirs.size(), mine.size()));
      }
      return theirs.size() == mine.size() ? published : stored; // the same, with a later time
    }
    return stored.or(() -> published);
  }

  /** A power failure may damage what is published, but not what the store has. */
  private Optional<SignedNote> published(boolean isStored) {
    try {
      return files.checkpoint();
    } catch (ColophonException e) {
      if (isStored && e.code() == ErrorCode.STORE_CORRUPT) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private void continueBehind(SignedNote note) {
    SignedNote.Signature signature = note.by(key.verifier());
    Checkpoint last = Checkpoint.parse(note.text());
    if (signature == null || !last.origin().equals(key.name())) {
      throw new ColophonException(
          ErrorCode.STORE_FOREIGN,
          "the log %s is signed by %s, not by this key: remove neither; give the key that it was signed with"
              .formatted(files.directory(), last.origin()));
    }
    long size = last.size();
    edge = new TreeEdge(this::write, size, (level, index) -> files.tile(level, index, size));
    if (!Bytes.wrap(edge.root()).equals(last.root())) {
      throw mismatch(size);
    }
    if (size > 0) {
      List<byte[]> entries = files.entries((size - 1) / TileName.FULL, size);
      byte[] hashes = files.tile(0, (size - 1) / TileName.FULL, size);
      for (int i = 0; i < entries.size(); i++) {
        byte[] hash = hasher.leaf(entries.get(i));
        if (!Arrays.equals(
            hash, 0, Hasher.BYTES, hashes, i * Hasher.BYTES, (i + 1) * Hasher.BYTES)) {
          throw mismatch(size);
        }
      }
      if (size % TileName.FULL != 0) {
        entries.forEach(this::appendToBundle);
      }
      lastLsn = FrameEntry.parse(entries.get(entries.size() - 1)).facts().lastLsn();
    }
    signed = last;
    SignedNote.Signature timed = note.by(key.cosigner());
    lastSeconds = timed == null ? 0 : timed.timeSeconds();
  }

  private ColophonException mismatch(long size) {
    return new ColophonException(
        ErrorCode.STORE_CORRUPT,
        "the log %s does not match its signed checkpoint of %d entries: restore it from a copy. Nothing is certified until then"
            .formatted(files.directory(), size));
  }

  /** Returns the last LSN that the log has, 0 if it is empty. */
  public long lastLsn() {
    return lastLsn;
  }

  public long size() {
    return edge.size();
  }

  /** Returns the last checkpoint that was signed; of size 0 before the first. */
  public Checkpoint signed() {
    return signed;
  }

  public LogReader files() {
    return files;
  }

  /** Appends an entry. */
  public void append(FrameEntry entry) {
    byte[] bytes = entry.toBytes();
    appendToBundle(bytes);
    if (edge.size() % TileName.FULL == TileName.FULL - 1) {
      write(TileName.ofEntries(edge.size() / TileName.FULL, TileName.FULL), bundle.toByteArray());
      bundle.reset();
    }
    edge.append(hasher.leaf(bytes));
    lastLsn = entry.facts().lastLsn();
  }

  private void appendToBundle(byte[] entry) {
    bundle.write(entry.length >>> 8);
    bundle.write(entry.length);
    bundle.write(entry, 0, entry.length);
  }

  /** Writes a tile or bundle durably. A full one replaces the partial ones at its place. */
  private void write(TileName name, byte[] content) {
    Path file = files.file(name);
    try {
      Files.createDirectories(file.resolveSibling(""), PrivateFiles.DIRECTORY);
      PrivateFiles.write(file, content);
      if (name.width() == TileName.FULL) {
        FileTree.delete(file.resolveSibling(file.getFileName() + ".p"));
      }
    } catch (IOException e) {
      throw LogReader.failed(file, e);
    }
  }

  /**
   * Signs the log as it is now. A time before the last signed one counts as that.
   *
   * @param witnessed the newest checkpoint with enough cosignatures, which the history keeps in
   *     place of this one; null for none
   * @return the checkpoint, which is on disk and published
   * @throws ColophonException DISK_FULL, IO_FAILED
   */
  public SignedNote sign(long nowSeconds, @Nullable SignedNote witnessed) {
    boolean hasGrown = edge.size() > signed.size() || lastSeconds == 0;
    Checkpoint now =
        hasGrown ? new Checkpoint(key.name(), edge.size(), Bytes.wrap(edge.root())) : signed;
    lastSeconds = Math.max(lastSeconds, nowSeconds);
    String text = now.text();
    try {
      if (hasGrown) {
        writePartial();
      }
      SignedNote note =
          new SignedNote(text, List.of(key.sign(text), key.cosign(text, lastSeconds)));
      if (hasGrown) {
        PrivateFiles.write(signedFile, note.format());
        signed = now;
      }
      history.add(witnessed == null ? note : witnessed, lastSeconds);
      publish(files.directory().resolve(LogLayout.CHECKPOINT), note);
      return note;
    } catch (IOException e) {
      throw LogReader.failed(files.directory(), e);
    }
  }

  /** Signs a log without witnesses. */
  public SignedNote sign(long nowSeconds) {
    return sign(nowSeconds, null);
  }

  private void writePartial() {
    int width = (int) (edge.size() % TileName.FULL);
    if (width > 0) {
      write(TileName.ofEntries(edge.size() / TileName.FULL, width), bundle.toByteArray());
    }
    edge.writePartial();
  }

  /**
   * Publishes a checkpoint of a log that witnesses have cosigned. Any thread.
   *
   * @throws ColophonException DISK_FULL, IO_FAILED
   */
  public static void publishWitnessed(Path log, SignedNote note) {
    Path file = log.resolve(LogLayout.WITNESSED);
    try {
      publish(file, note);
    } catch (IOException e) {
      throw LogReader.failed(file, e);
    }
  }

  /** Replaces a file that a start can write again, without waiting for the disk. */
  private static void publish(Path file, SignedNote note) throws IOException {
    Path draft = file.resolveSibling(file.getFileName() + DRAFT_SUFFIX);
    Files.deleteIfExists(draft);
    Files.createFile(draft, PrivateFiles.FILE);
    Files.writeString(draft, note.format());
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
  }
}
