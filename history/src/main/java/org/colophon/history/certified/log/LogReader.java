// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.certified.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.colophon.history.certified.merkle.Hasher;
import org.colophon.history.certified.merkle.MerkleTree;
import org.colophon.history.certified.merkle.TileName;
import org.colophon.history.certified.merkle.TiledHashes;
import org.colophon.history.certified.note.Checkpoint;
import org.colophon.history.certified.note.SignedNote;

/**
 * Reads the files of a log: c2sp.org/tlog-tiles. Reads up to a size that a checkpoint states, so it
 * can read while a writer appends. One thread.
 */
public final class LogReader {
  private static final int MAX_NOTE_BYTES = 1 << 20;

  private final Path directory;
  private long cachedBundle = -1;
  private List<byte[]> cached = List.of();

  /** Constructs a reader of a directory, which need not exist yet. */
  public LogReader(Path directory) {
    this.directory = directory;
  }

  public Path directory() {
    return directory;
  }

  /** Returns the file of a tile or bundle. */
  public Path file(TileName name) {
    return directory.resolve(name.path());
  }

  /** Returns the newest checkpoint; empty before the first. */
  public Optional<SignedNote> checkpoint() {
    return note(LogLayout.CHECKPOINT);
  }

  /** Returns the newest checkpoint with enough cosignatures; empty before the first. */
  public Optional<SignedNote> witnessed() {
    return note(LogLayout.WITNESSED);
  }

  private Optional<SignedNote> note(String name) {
    return readNote(directory.resolve(name));
  }

  /**
   * Reads a note.
   *
   * @return empty if the file does not exist
   * @throws ColophonException STORE_CORRUPT, IO_FAILED
   */
  public static Optional<SignedNote> readNote(Path file) {
    try {
      if (Files.size(file) > MAX_NOTE_BYTES) {
        throw damaged(file, "it is too long");
      }
      SignedNote note = SignedNote.parse(Files.readString(file));
      Checkpoint.parse(note.text());
      return Optional.of(note);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (CharacterCodingException e) {
      throw damaged(file, "it is not text");
    } catch (IOException e) {
      throw failed(file, e);
    } catch (ColophonException e) {
      throw e.code() == ErrorCode.BAD_INPUT ? damaged(file, String.valueOf(e.getMessage())) : e;
    }
  }

  /** Returns the hashes and proofs of the tree over the first {@code size} entries. */
  public MerkleTree tree(long size) {
    return new MerkleTree(new TiledHashes((level, index) -> tile(level, index, size)));
  }

  /**
   * Returns the hashes of a tile in the tree over the first {@code size} entries.
   *
   * @throws ColophonException STORE_CORRUPT, IO_FAILED
   */
  public byte[] tile(int level, long index, long size) {
    long hashes = size >>> (8 * level);
    int width = (int) Math.min(TileName.FULL, hashes - index * TileName.FULL);
    TileName name = TileName.ofHashes(level, index, width);
    byte[] bytes = read(name);
    boolean isFull = bytes.length == TileName.FULL * Hasher.BYTES;
    if (bytes.length != width * Hasher.BYTES && !isFull) {
      throw damaged(file(name), "it has %d bytes".formatted(bytes.length));
    }
    return isFull ? Arrays.copyOf(bytes, width * Hasher.BYTES) : bytes;
  }

  /** Returns an entry of the log as it was with {@code size} entries. */
  public byte[] entry(long index, long size) {
    long bundle = index / TileName.FULL;
    if (bundle != cachedBundle || index % TileName.FULL >= cached.size()) {
      cached = entries(bundle, size);
      cachedBundle = bundle;
    }
    return cached.get((int) (index % TileName.FULL));
  }

  /**
   * Returns the entries of a bundle of the log as it was with {@code size} entries.
   *
   * @throws ColophonException STORE_CORRUPT, IO_FAILED
   */
  public List<byte[]> entries(long index, long size) {
    int width = (int) Math.min(TileName.FULL, size - index * TileName.FULL);
    TileName name = TileName.ofEntries(index, width);
    ByteBuffer bytes = ByteBuffer.wrap(read(name));
    List<byte[]> entries = new ArrayList<>(width);
    while (bytes.remaining() >= Short.BYTES) {
      int length = bytes.getShort() & 0xffff;
      if (length > bytes.remaining()) {
        break;
      }
      byte[] entry = new byte[length];
      bytes.get(entry);
      entries.add(entry);
    }
    boolean isFull = entries.size() == TileName.FULL;
    if ((entries.size() != width && !isFull) || bytes.hasRemaining()) {
      throw damaged(file(name), "it does not have %d entries".formatted(width));
    }
    return entries.subList(0, width);
  }

  /** Reads a tile or bundle, or the full one that has replaced a partial one. */
  private byte[] read(TileName name) {
    try {
      boolean isReplaced = !Files.exists(file(name)) && Files.exists(file(name.full()));
      return Files.readAllBytes(file(isReplaced ? name.full() : name));
    } catch (NoSuchFileException e) {
      throw ErrorCode.STORE_CORRUPT.exception(
          "the log lacks " + file(name) + ": restore it from a copy", e);
    } catch (IOException e) {
      throw failed(file(name), e);
    }
  }

  /**
   * Returns the index of the entry whose frame has an LSN.
   *
   * @return -1 if not found
   */
  public long find(long lsn, long size) {
    long low = 0;
    long high = size;
    while (low < high) {
      long middle = (low + high) >>> 1;
      if (FrameEntry.parse(entry(middle, size)).facts().lastLsn() < lsn) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    boolean isFound = low < size && FrameEntry.parse(entry(low, size)).facts().firstLsn() <= lsn;
    return isFound ? low : -1;
  }

  static ColophonException damaged(Path file, String why) {
    return ErrorCode.STORE_CORRUPT.exception("the log's file " + file + " is damaged: " + why);
  }

  static ColophonException failed(Path file, IOException e) {
    return IoFailure.of("use the log's file", file, e);
  }
}
