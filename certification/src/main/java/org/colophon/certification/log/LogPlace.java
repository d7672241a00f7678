package org.colophon.certification.log;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.colophon.certification.note.VerifierKey;
import org.colophon.core.adapters.StoreIdentity;
import org.colophon.core.files.PrivateFiles;

/**
 * The directory of a log, and the store's own directory for it. Each key has a log of its own. The
 * log is in the store, {@code certified/KEY-ID}, or below a directory that several stores may
 * share, {@code STORE-ID/certified/KEY-ID}.
 *
 * @param log the log's directory
 * @param own the store's directory with the last signed checkpoint; may be the same
 * @param isCopy true for a copy of a log without the store's own files
 */
public record LogPlace(Path log, Path own, boolean isCopy) {
  private static final String DIRECTORY = "certified";

  /** The last signed checkpoint, which is on disk before it is published. */
  private static final String SIGNED = "signed";

  /** The newest entries, whose tiles may not be on disk. */
  private static final String UNFORCED = "unforced";

  /** File with the path of a log outside of the store. */
  private static final String ELSEWHERE = "place";

  /** Constructs the place of a log and of the store's own files for it. */
  public LogPlace(Path log, Path own) {
    this(log, own, false);
  }

  /** Returns the place of a copy of a log. */
  public static LogPlace copy(Path log) {
    return new LogPlace(log, log, true);
  }

  /**
   * Returns the place of the log of a store and a key.
   *
   * @param shared a directory for logs; empty for the store
   */
  public static LogPlace of(Path store, long storeId, Optional<Path> shared, VerifierKey key) {
    Path own = store.resolve(DIRECTORY).resolve(key.hexId());
    return new LogPlace(
        shared
            .map(
                each ->
                    each.resolve(StoreIdentity.format(storeId))
                        .resolve(DIRECTORY)
                        .resolve(key.hexId()))
            .orElse(own),
        own);
  }

  /** Returns the logs of a store, also those of former keys. */
  public static List<LogPlace> all(Path store) {
    Path directory = store.resolve(DIRECTORY);
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> found = Files.list(directory)) {
      List<LogPlace> places = new ArrayList<>();
      for (Path own : found.filter(Files::isDirectory).sorted().toList()) {
        Path elsewhere = own.resolve(ELSEWHERE);
        boolean isThere = Files.exists(elsewhere);
        places.add(new LogPlace(isThere ? Path.of(Files.readString(elsewhere).strip()) : own, own));
      }
      return places;
    } catch (IOException e) {
      throw LogReader.failed(directory, e);
    }
  }

  Path signed() {
    return own.resolve(SIGNED);
  }

  Path unforced() {
    return own.resolve(UNFORCED);
  }

  void create() throws IOException {
    Files.createDirectories(own, PrivateFiles.DIRECTORY);
    Files.createDirectories(log, PrivateFiles.DIRECTORY);
    if (!own.equals(log)) {
      PrivateFiles.write(own.resolve(ELSEWHERE), log.toAbsolutePath() + "\n");
    }
  }

  /**
   * Returns the key in the log itself, which is not trusted: an attacker who changes the log can
   * replace it.
   */
  public VerifierKey ownKey() {
    Path file = log.resolve(LogLayout.KEY);
    try {
      return VerifierKey.parse(Files.readString(file));
    } catch (IOException e) {
      throw LogReader.failed(file, e);
    }
  }
}
