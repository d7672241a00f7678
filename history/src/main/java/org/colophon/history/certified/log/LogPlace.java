// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.certified.log;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.colophon.core.adapters.StoreIdentity;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.files.PrivateFiles;
import org.colophon.history.certified.note.VerifierKey;

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

  /** File with the path of a log outside of the store, relative to this directory. */
  private static final String ELSEWHERE = "place";

  /** Constructs the place of a log and of the store's own files for it. */
  public LogPlace(Path log, Path own) {
    this(log, own, false);
  }

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
    return all(store, Optional.empty());
  }

  /**
   * Returns the logs of a store, also those of former keys. A log in the archive takes precedence
   * over the path in the store, since both may be copies.
   *
   * @param archive directory of the archive of this store; empty for none
   */
  public static List<LogPlace> all(Path store, Optional<Path> archive) {
    Map<String, Path> logs = new TreeMap<>();
    for (Path own : directoriesIn(store)) {
      logs.put(own.getFileName().toString(), own.resolve(readPlace(own)).normalize());
    }
    archive.ifPresent(
        each -> directoriesIn(each).forEach(log -> logs.put(log.getFileName().toString(), log)));
    List<LogPlace> places = new ArrayList<>();
    logs.forEach((id, log) -> places.add(new LogPlace(log, store.resolve(DIRECTORY).resolve(id))));
    return places;
  }

  /** Returns the logs in an archive without its store. */
  public static List<LogPlace> inArchive(Path archive) {
    return directoriesIn(archive).stream().map(LogPlace::copy).toList();
  }

  private static List<Path> directoriesIn(Path parent) {
    Path directory = parent.resolve(DIRECTORY);
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> found = Files.list(directory)) {
      return found.filter(Files::isDirectory).sorted().toList();
    } catch (IOException e) {
      throw LogReader.failed(directory, e);
    }
  }

  /**
   * Returns the path of a log, relative to the store's directory for it. An older Colophon wrote an
   * absolute path, which may be that of the original of a copied store.
   */
  private static Path readPlace(Path own) {
    Path file = own.resolve(ELSEWHERE);
    try {
      Path place = Path.of(Files.exists(file) ? Files.readString(file).strip() : "");
      return place.isAbsolute() ? Path.of("unknown") : place;
    } catch (IOException e) {
      throw LogReader.failed(file, e);
    } catch (InvalidPathException e) {
      throw LogReader.damaged(file, "it has no path");
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
      Path place = own.toRealPath().relativize(log.toRealPath());
      PrivateFiles.write(own.resolve(ELSEWHERE), place + "\n");
    }
  }

  /**
   * Returns the key in the log itself, which is not trusted: an attacker who changes the log can
   * replace it.
   */
  public VerifierKey ownKey() {
    Path file = log.resolve(LogLayout.KEY);
    try {
      if (!Files.exists(file)) {
        throw ErrorCode.STORE_CORRUPT.exception(
            "the log %s of %s is missing: name its place with --archive DIR or --log DIR"
                .formatted(log, own));
      }
      return VerifierKey.parse(Files.readString(file));
    } catch (IOException e) {
      throw LogReader.failed(file, e);
    }
  }
}
