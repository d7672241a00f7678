// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.feed;

import io.airlift.compress.zstd.ZstdInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.colophon.core.adapters.StoreDirectory;
import org.colophon.core.adapters.StoreIdentity;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.colophon.core.files.CheckedText;
import org.colophon.core.files.PrivateFiles;
import org.colophon.core.generation.GenerationChain;
import org.colophon.core.journal.format.CanonicalFrame;
import org.jspecify.annotations.Nullable;

/**
 * The whole journal of a store in compressed files, so that nothing is lost when the live journal
 * is released. Each file {@code STORE-ID/AFTER-LAST.frames.zst} holds the frames after LSN AFTER,
 * up to LAST, in {@link FeedFormat}, compressed with zstd. Any thread.
 *
 * @param directory the directory of one store's files
 */
public record Archive(Path directory) {
  private static final String GENERATIONS = "generations";
  private static final Pattern STORE_ID = Pattern.compile("[0-9a-f]{16}");
  private static final Pattern NAME = Pattern.compile("([0-9]{20})-([0-9]{20})\\.frames\\.zst");

  record Piece(long afterLsn, long lastLsn, Path file) {}

  /** Returns the archive of one store in a directory that several may share. */
  public static Archive of(Path shared, long storeId) {
    return new Archive(shared.resolve(StoreIdentity.format(storeId)));
  }

  /**
   * Finds an archive when the store's id is unknown.
   *
   * @param given the archive of one store, or a directory that has only one
   * @throws ColophonException NOT_FOUND without an archive; BAD_REQUEST if there are several
   */
  public static Archive find(Path given) {
    if (isStoreId(given)) {
      return new Archive(given);
    }
    try (Stream<Path> inside = Files.list(given)) {
      List<Path> found = inside.filter(Archive::isStoreId).sorted().toList();
      if (found.size() == 1) {
        return new Archive(found.get(0));
      }
      throw new ColophonException(
          found.isEmpty() ? ErrorCode.NOT_FOUND : ErrorCode.BAD_REQUEST,
          found.isEmpty()
              ? given + " is not an archive: it has no directory named after a store's id"
              : given + " has the archives of several stores; give the directory of one: " + found);
    } catch (NoSuchFileException e) {
      throw ErrorCode.NOT_FOUND.exception("there is no archive " + given, e);
    } catch (IOException e) {
      throw StoreDirectory.failed("read", given, e);
    }
  }

  private static boolean isStoreId(Path directory) {
    return STORE_ID.matcher(String.valueOf(directory.getFileName())).matches();
  }

  /** Returns the id of the store, from the directory's name. */
  public long storeId() {
    return StoreIdentity.parse(String.valueOf(directory.getFileName()));
  }

  /** Returns the files in order; empty before the first one is written. */
  List<Piece> pieces() {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files.sorted().flatMap(Archive::piece).toList();
    } catch (IOException e) {
      throw StoreDirectory.failed("read", directory, e);
    }
  }

  private static Stream<Piece> piece(Path file) {
    Matcher name = NAME.matcher(file.getFileName().toString());
    return name.matches()
        ? Stream.of(new Piece(Long.parseLong(name.group(1)), Long.parseLong(name.group(2)), file))
        : Stream.empty();
  }

  static String name(long afterLsn, long lastLsn) {
    return "%020d-%020d.frames.zst".formatted(afterLsn, lastLsn);
  }

  /** Returns the last LSN of the archive, 0 if it is empty. */
  public long lastLsn() {
    List<Piece> all = pieces();
    return all.isEmpty() ? 0 : all.get(all.size() - 1).lastLsn();
  }

  /** Returns true if a file holds the frame after an LSN. */
  public boolean hasAfter(long lsn) {
    return pieces().stream().anyMatch(each -> each.afterLsn() <= lsn && lsn < each.lastLsn());
  }

  /** Returns the generations of the store that wrote the archive; unknown in an older archive. */
  public GenerationChain generations() {
    Path file = directory.resolve(GENERATIONS);
    try {
      return Files.exists(file)
          ? GenerationChain.parse(CheckedText.open(Files.readString(file)).strip())
          : GenerationChain.UNKNOWN;
    } catch (IllegalArgumentException e) {
      throw ErrorCode.STORE_CORRUPT.exception(
          "%s is damaged (%s): restore it from a copy of the archive"
              .formatted(file, e.getMessage()),
          e);
    } catch (IOException e) {
      throw StoreDirectory.failed("read", file, e);
    }
  }

  /**
   * Continues the archive with the history of a store.
   *
   * @throws ColophonException STORE_FOREIGN if another copy of the store has continued it;
   *     IO_FAILED
   */
  void claim(GenerationChain writer) {
    GenerationChain before = generations();
    if (!writer.contains(before.newest(), lastLsn())) {
      throw ErrorCode.STORE_FOREIGN.exception(
          "the archive %s has the history of another copy of this store, up to LSN %d: give this copy an archive of its own (archive.directory)"
              .formatted(directory, lastLsn()));
    }
    if (!writer.equals(before)) {
      Path file = directory.resolve(GENERATIONS);
      try {
        Files.createDirectories(directory, PrivateFiles.DIRECTORY);
        PrivateFiles.write(file, CheckedText.seal(writer + "\n"));
      } catch (IOException e) {
        throw StoreDirectory.failed("write", file, e);
      }
    }
  }

  /**
   * Reads the frames after an LSN up to the end of the archive.
   *
   * @return a source that returns null at the end
   */
  public FrameSource after(long lsn) {
    return new PieceReader(lsn, pieces());
  }

  /** Reads one file. */
  FrameSource only(Piece piece) {
    return new PieceReader(piece.afterLsn(), List.of(piece));
  }

  /** Reads the files one after another. */
  private static final class PieceReader implements FrameSource {
    private final List<Piece> pieces;
    private int index;
    private FeedFormat.@Nullable Reader reader;
    private @Nullable InputStream in;
    private long lastLsn;

    PieceReader(long afterLsn, List<Piece> pieces) {
      this.pieces = pieces;
      this.lastLsn = afterLsn;
    }

    @Override
    public @Nullable CanonicalFrame next(long timeoutMillis) {
      while (reader != null || open()) {
        CanonicalFrame frame = read();
        if (frame == null) {
          close();
          index++;
        } else if (frame.lastLsn() > lastLsn) {
          checkNext(frame);
          lastLsn = frame.lastLsn();
          return frame;
        }
      }
      return null;
    }

    private boolean open() {
      while (index < pieces.size() && pieces.get(index).lastLsn() <= lastLsn) {
        index++;
      }
      if (index == pieces.size()) {
        return false;
      }
      Path file = pieces.get(index).file();
      try {
        in = new ZstdInputStream(Files.newInputStream(file));
      } catch (IOException e) {
        throw StoreDirectory.failed("read", file, e);
      }
      reader = new FeedFormat.Reader(in, file.toString());
      return true;
    }

    private @Nullable CanonicalFrame read() {
      try {
        return reader == null ? null : reader.next();
      } catch (IOException | RuntimeException e) { // the decompression throws both
        if (e instanceof ColophonException known) {
          throw known;
        }
        throw ErrorCode.STORE_CORRUPT.exception(
            "the archive's file %s is damaged: %s"
                .formatted(
                    pieces.get(index).file(),
                    e instanceof IOException io ? IoFailure.reason(io) : e),
            e);
      }
    }

    private void checkNext(CanonicalFrame frame) {
      if (frame.afterLsn() != lastLsn) {
        throw ErrorCode.PART_LOST.exception(
            "the archive lacks LSNs %d to %d before %s"
                .formatted(lastLsn + 1, frame.afterLsn(), pieces.get(index).file()));
      }
    }

    @Override
    public void release(long lsn) {
      // An archive keeps everything.
    }

    @Override
    public long endLsn() {
      return pieces.isEmpty() ? 0 : pieces.get(pieces.size() - 1).lastLsn();
    }

    @Override
    public void close() {
      try {
        if (in != null) {
          in.close();
        }
      } catch (IOException e) {
        throw ErrorCode.IO_FAILED.exception("cannot close a file: " + e, e);
      }
      in = null;
      reader = null;
    }
  }
}
