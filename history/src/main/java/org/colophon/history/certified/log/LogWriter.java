// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.certified.log;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.files.FileTree;
import org.colophon.core.files.PrivateFiles;
import org.colophon.core.model.Bytes;
import org.colophon.history.certified.merkle.Hasher;
import org.colophon.history.certified.merkle.TileName;
import org.colophon.history.certified.merkle.TreeEdge;
import org.colophon.history.certified.note.Checkpoint;
import org.colophon.history.certified.note.SignedNote;
import org.colophon.history.certified.note.Signer;
import org.colophon.history.certified.note.VerifierKey;
import org.jspecify.annotations.Nullable;

/**
 * Appends entries to a log and signs its states. Never signs two roots for one size. First the
 * entries and then the checkpoint are forced to disk in the store. Then the checkpoint is written
 * to the log. Each start compares the log with the store's checkpoint. Tiles are written without
 * waiting for the disk; a start writes the newest ones again. One thread.
 */
public final class LogWriter implements Closeable {
  private static final String DRAFT_SUFFIX = ".draft";
  private static final long FORCE_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final int MAX_UNFORCED = 1 << 18;

  private final LogReader files;
  private final LogPlace place;
  private final Signer signer;
  private final VerifierKey key;
  private final CheckpointHistory history;
  private final Hasher hasher = new Hasher();
  private final List<byte[]> bundle = new ArrayList<>();
  private final Set<Path> directories = new HashSet<>(); // known to exist
  private final List<Path> unforcedFiles = new ArrayList<>();
  private UnforcedEntries unforced;
  private long unforcedNanos = System.nanoTime();
  private TreeEdge edge;
  private long firstLsn;
  private long lastLsn;
  private long lastSeconds;
  private Checkpoint signed;
  private @Nullable SignedNote lastNote;

  /**
   * Opens or creates a log.
   *
   * @param place directories of the log and of the store's own files
   * @throws ColophonException STORE_CORRUPT if the log differs from the signed one; STORE_FOREIGN
   *     if another key signed it; DISK_FULL, IO_FAILED
   */
  public LogWriter(LogPlace place, Signer signer) {
    Path directory = place.log();
    this.files = new LogReader(directory);
    this.place = place;
    this.signer = signer;
    this.key = signer.verifier();
    this.history = new CheckpointHistory(directory);
    this.edge = new TreeEdge(this::write);
    this.signed = new Checkpoint(key.name(), 0, Bytes.wrap(edge.root()));
    try {
      place.create();
      PrivateFiles.write(directory.resolve(LogLayout.KEY), key + "\n");
      history.open();
      Optional<SignedNote> last = lastSigned();
      last.ifPresent(this::continueBehind);
      unforced = beginUnforced();
    } catch (IOException e) {
      throw LogReader.failed(directory, e);
    }
  }

  /** Returns the newest checkpoint of the store and the log. */
  private Optional<SignedNote> lastSigned() {
    Optional<SignedNote> stored = LogReader.readNote(place.signed());
    boolean isStored = stored.isPresent();
    Optional<SignedNote> published = published(isStored, files::checkpoint);
    published(isStored, files::witnessed)
        .ifPresent(note -> requireKnown(stored.or(() -> published), note));
    if (stored.isPresent() && published.isPresent()) {
      Checkpoint mine = Checkpoint.parse(stored.get().text());
      Checkpoint theirs = Checkpoint.parse(published.get().text());
      if (theirs.size() == mine.size() && !theirs.root().equals(mine.root())) {
        throw olderCopy(theirs.size(), mine.size());
      }
      requireKnown(stored, published.get());
      return theirs.size() == mine.size() ? published : stored; // may have a later time
    }
    return stored.or(() -> published);
  }

  /** Refuses to continue a log before its newest checkpoint. */
  private void requireKnown(Optional<SignedNote> expected, SignedNote newest) {
    long size = Checkpoint.parse(newest.text()).size();
    long mine = expected.map(each -> Checkpoint.parse(each.text()).size()).orElse(0L);
    if (size > mine) {
      throw olderCopy(size, mine);
    }
  }

  private ColophonException olderCopy(long size, long mine) {
    return ErrorCode.STORE_CORRUPT.exception(
        "the log %s was signed for %d entries, but this store knows only of %d: the store is an older copy. Certify it with a new key"
            .formatted(files.directory(), size, mine));
  }

  /**
   * Compares the log with the store's checkpoint. A power failure may damage the published log, but
   * not the store's files.
   */
  private static Optional<SignedNote> published(
      boolean isStored, Supplier<Optional<SignedNote>> file) {
    try {
      return file.get();
    } catch (ColophonException e) {
      if (isStored && e.code() == ErrorCode.STORE_CORRUPT) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private void continueBehind(SignedNote note) {
    SignedNote.Signature signature = note.by(key);
    Checkpoint tree = Checkpoint.parse(note.text());
    if (signature == null || !tree.origin().equals(key.name())) {
      throw ErrorCode.STORE_FOREIGN.exception(
          "the log %s is signed by %s, not by this key: give the key that signed it"
              .formatted(files.directory(), tree.origin()));
    }
    long size = tree.size();
    UnforcedEntries.Content newest = newestEntries(size);
    edge =
        new TreeEdge(
            this::write,
            newest.first(),
            (level, index) -> files.tile(level, index, newest.first()));
    List<byte[]> known = newest.entries().subList(0, (int) (size - newest.first()));
    known.forEach(this::appendBytes);
    if (!Bytes.wrap(edge.root()).equals(tree.root())) {
      throw mismatch(size);
    }
    if (size > 0) { // the newest tile may be missing
      byte[] last = known.isEmpty() ? files.entry(size - 1, size) : known.get(known.size() - 1);
      lastLsn = FrameEntry.parse(last).facts().lastLsn();
    }
    signed = tree;
    lastNote = note;
    SignedNote.Signature timed = note.by(key.cosigner());
    lastSeconds = timed == null ? 0 : timed.timeSeconds();
  }

  /** Returns the entries whose tiles may not be on disk. */
  private UnforcedEntries.Content newestEntries(long size) {
    long first = size - size % TileName.FULL;
    UnforcedEntries.Content stored =
        UnforcedEntries.read(place.unforced())
            .orElseGet(
                () ->
                    new UnforcedEntries.Content(
                        first,
                        first == size ? List.of() : files.entries(first / TileName.FULL, size)));
    if (stored.first() > size || stored.end() < size) {
      throw mismatch(size);
    }
    return stored;
  }

  private UnforcedEntries beginUnforced() throws IOException {
    writePartial();
    forceFiles();
    long first = edge.size() - bundle.size();
    return UnforcedEntries.begin(
        place.unforced(), new UnforcedEntries.Content(first, List.copyOf(bundle)));
  }

  private void forceFiles() throws IOException {
    Set<Path> changed = new LinkedHashSet<>();
    for (Path file : unforcedFiles) {
      if (Files.exists(file)) { // else a full one has replaced it
        PrivateFiles.force(file);
        changed.add(file.resolveSibling(""));
      }
    }
    for (Path directory : changed) {
      PrivateFiles.force(directory);
    }
    unforcedFiles.clear();
    directories.clear(); // limits its size
    unforcedNanos = System.nanoTime();
  }

  private ColophonException mismatch(long size) {
    return ErrorCode.STORE_CORRUPT.exception(
        "the log %s does not match its signed checkpoint of %d entries: restore it from a copy. Nothing is certified until then"
            .formatted(files.directory(), size));
  }

  /** Returns the last LSN that the log has, 0 if it is empty. */
  public long lastLsn() {
    return lastLsn;
  }

  /** Returns the first LSN that the log has, 0 if nothing is signed. */
  public long firstLsn() {
    if (firstLsn == 0 && signed.size() > 0) {
      firstLsn = FrameEntry.parse(files.entry(0, signed.size())).facts().firstLsn();
    }
    return firstLsn;
  }

  public long size() {
    return edge.size();
  }

  /** Returns the last checkpoint that was signed; of size 0 before the first. */
  public Checkpoint signed() {
    return signed;
  }

  /** Returns the last signed checkpoint with its signatures; empty before the first. */
  public Optional<SignedNote> lastNote() {
    return Optional.ofNullable(lastNote);
  }

  public LogReader files() {
    return files;
  }

  public void append(FrameEntry entry) {
    byte[] bytes = entry.toBytes();
    unforced.append(bytes);
    appendBytes(bytes);
    lastLsn = entry.facts().lastLsn();
  }

  private void appendBytes(byte[] entry) {
    bundle.add(entry);
    if (bundle.size() == TileName.FULL) {
      write(TileName.ofEntries(edge.size() / TileName.FULL, TileName.FULL), bundleBytes());
      bundle.clear();
    }
    edge.append(hasher.leaf(entry));
  }

  private byte[] bundleBytes() {
    ByteBuffer bytes = ByteBuffer.allocate(bundle.size() * (Short.BYTES + FrameEntry.BYTES));
    for (byte[] entry : bundle) {
      bytes.putShort((short) entry.length).put(entry);
    }
    return bytes.array();
  }

  /** Writes a tile or bundle. A full one replaces the partial ones of the same index. */
  private void write(TileName name, byte[] content) {
    Path file = files.file(name);
    Path directory = file.resolveSibling("");
    try {
      if (directories.add(directory)) {
        Files.createDirectories(directory, PrivateFiles.DIRECTORY);
      }
      replace(file, content);
      unforcedFiles.add(file);
      if (name.width() == TileName.FULL) {
        Path partial = file.resolveSibling(file.getFileName() + ".p");
        FileTree.delete(partial);
        directories.remove(partial);
      }
    } catch (IOException e) {
      throw LogReader.failed(file, e);
    }
  }

  /**
   * Signs the current log. If the time is earlier than that of the last checkpoint, the time of the
   * last checkpoint is used.
   *
   * @param witnessed the newest checkpoint with enough cosignatures, which the history stores
   *     instead of this one; null for none
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
        unforced.force();
        writePartial();
      }
      SignedNote note = new SignedNote(text, signer.sign(text, lastSeconds));
      lastNote = note;
      if (hasGrown) {
        PrivateFiles.write(place.signed(), note.format());
        signed = now;
      }
      history.add(witnessed == null ? note : witnessed, lastSeconds);
      publish(files.directory().resolve(LogLayout.CHECKPOINT), note);
      forceIfDue();
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
      write(TileName.ofEntries(edge.size() / TileName.FULL, width), bundleBytes());
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

  private static void publish(Path file, SignedNote note) throws IOException {
    replace(file, note.format().getBytes(StandardCharsets.UTF_8));
  }

  /** Replaces a file that a start can write again, without waiting for the disk. */
  private static void replace(Path file, byte[] content) throws IOException {
    Path draft = file.resolveSibling(file.getFileName() + DRAFT_SUFFIX);
    try (FileChannel channel = PrivateFiles.open(draft, StandardOpenOption.TRUNCATE_EXISTING)) {
      ByteBuffer rest = ByteBuffer.wrap(content);
      while (rest.hasRemaining()) {
        channel.write(rest);
      }
    }
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Forces tiles that the system has probably written already, which is quick. */
  private void forceIfDue() throws IOException {
    boolean isDue =
        unforcedFiles.size() > 2 * MAX_UNFORCED / TileName.FULL
            || System.nanoTime() - unforcedNanos > FORCE_NANOS;
    if (isDue && !unforcedFiles.isEmpty()) {
      unforced.close();
      unforced = beginUnforced();
    }
  }

  @Override
  public void close() {
    try {
      unforced.close();
    } catch (IOException e) {
      throw LogReader.failed(place.unforced(), e);
    }
  }
}
