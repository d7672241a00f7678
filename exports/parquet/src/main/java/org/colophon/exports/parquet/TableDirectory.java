// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.parquet;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.files.FileTree;
import org.colophon.core.files.PrivateFiles;
import org.colophon.query.document.TableFormat.HostHistory;
import org.jspecify.annotations.Nullable;

/**
 * The directory of the tables, and its mark {@code colophon.json}: the last LSN of each history
 * that the tables have. The name of a data file begins with the last LSN of its export. A file
 * after the mark belongs to an export that did not end.
 *
 * <pre>
 *   colophon.json                                        the mark, replaced atomically
 *   TABLE/host=HOST/[day=DAY/]LSN-NUMBER.parquet         rows, never changed
 *   .export/                                             files of the running export
 *   .lock                                                held by the running export
 * </pre>
 */
final class TableDirectory implements AutoCloseable {
  static final String MARK = "colophon.json";
  private static final String FORMAT = "colophon-parquet";
  private static final int VERSION = 1;
  private static final String STAGING = ".export";
  private static final String LOCK = ".lock";
  private static final String SUFFIX = ".parquet";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path path;
  private final FileChannel lock;
  private ObjectNode mark;

  private TableDirectory(Path path, FileChannel lock, ObjectNode mark) {
    this.path = path;
    this.lock = lock;
    this.mark = mark;
  }

  /** Opens the directory for an export, and removes what an interrupted export left. */
  static TableDirectory open(Path path, String storeId) throws IOException {
    if (Files.exists(path) && !Files.isDirectory(path)) {
      throw ErrorCode.BAD_REQUEST.exception(
          path + " is a file: name a directory for the tables of an export");
    }
    Files.createDirectories(path, PrivateFiles.DIRECTORY);
    requireOwn(path);
    FileChannel lock = lock(path);
    try {
      TableDirectory opened = new TableDirectory(path, lock, readMark(path, storeId));
      opened.removeUnmarked();
      if (!Files.exists(path.resolve(MARK))) {
        opened.writeMark(opened.mark);
      }
      return opened;
    } catch (IOException | RuntimeException | Error e) {
      lock.close();
      throw e;
    }
  }

  private static void requireOwn(Path path) throws IOException {
    if (Files.exists(path.resolve(MARK))) {
      return;
    }
    try (Stream<Path> content = Files.list(path)) {
      if (!content.allMatch(each -> isPrecursor(each.getFileName().toString()))) {
        throw ErrorCode.BAD_REQUEST.exception(
            path + " has other files, and no " + MARK + ": name an empty or a new directory");
      }
    }
  }

  /** Returns whether the first export creates a file before the mark. */
  private static boolean isPrecursor(String name) {
    return Set.of(LOCK, MARK + ".new").contains(name);
  }

  private static FileChannel lock(Path path) throws IOException {
    FileChannel channel = PrivateFiles.open(path.resolve(LOCK));
    try {
      if (channel.tryLock() != null) {
        return channel;
      }
    } catch (OverlappingFileLockException e) {
      // Another thread of this process has the lock; the same answer.
    }
    channel.close();
    throw ErrorCode.STORE_LOCKED.exception(
        "another export writes to " + path + ": try again when it has ended");
  }

  private static ObjectNode readMark(Path path, String storeId) throws IOException {
    Path file = path.resolve(MARK);
    if (!Files.exists(file)) {
      ObjectNode mark = JSON.createObjectNode();
      mark.put("format", FORMAT).put("version", VERSION).put("store", storeId).putArray("hosts");
      return mark;
    }
    JsonNode found = parse(file);
    if (!found.path("format").asText().equals(FORMAT)
        || !found.path("version").isInt()
        || !found.path("hosts").isArray()) {
      throw ErrorCode.STORE_CORRUPT.exception(
          file + " is not a mark of an export: restore it, or export to a new directory");
    }
    if (found.path("version").asInt() > VERSION) {
      throw ErrorCode.STORE_TOO_NEW.exception(
          file + " is of a newer Colophon: export with that, or to a new directory");
    }
    if (!found.path("store").asText().equals(storeId)) {
      throw ErrorCode.STORE_FOREIGN.exception(
          "%s has tables of store %s, but this is store %s: export to another directory"
              .formatted(path, found.path("store").asText(), storeId));
    }
    return (ObjectNode) found;
  }

  private static JsonNode parse(Path file) throws IOException {
    try {
      return JSON.readTree(Files.readString(file));
    } catch (JsonProcessingException e) {
      throw ErrorCode.STORE_CORRUPT.exception(
          file + " is damaged: restore it, or export to a new directory", e);
    }
  }

  private void removeUnmarked() throws IOException {
    FileTree.delete(staging());
    for (Table table : Table.values()) {
      Path directory = path.resolve(table.directory());
      for (Path file : files(directory)) {
        if (lsnOf(file) > lastLsn(directory.relativize(file).getName(0).toString())) {
          Files.delete(file);
        }
      }
    }
  }

  private static List<Path> files(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(each -> each.toString().endsWith(SUFFIX)).toList();
    }
  }

  private static long lsnOf(Path file) {
    String name = file.getFileName().toString();
    try {
      return Long.parseLong(name.substring(0, Math.max(0, name.indexOf('-'))));
    } catch (NumberFormatException e) {
      throw ErrorCode.STORE_FOREIGN.exception(
          file + " is not of an export: move it to another directory, and export again", e);
    }
  }

  private long lastLsn(String partition) {
    for (JsonNode each : mark.path("hosts")) {
      if (partition.equals("host=" + each.path("host").asText())) {
        return each.path("lastLsn").asLong();
      }
    }
    return -1;
  }

  /** Returns the last LSN of a history in the tables; -1 if they do not have the history. */
  long lastLsn(HostHistory history) {
    ObjectNode known = find(mark, history);
    return known == null ? -1 : known.path("lastLsn").asLong();
  }

  /** Returns the name of a host in the tables. It stays the same if the host is renamed. */
  String nameOf(HostHistory history) {
    ObjectNode known = find(mark, history);
    if (known != null) {
      return known.path("host").asText();
    }
    return lastLsn("host=" + history.name()) < 0 ? history.name() : history.id();
  }

  /** Refuses a history that is not a continuation of the one in the tables. */
  void requireContinuation(HostHistory history, long lastLsn) {
    ObjectNode known = find(mark, history);
    if (known == null) {
      return;
    }
    long exported = known.path("lastLsn").asLong();
    if (!known.path("store").asText().equals(history.storeId())) {
      throw ErrorCode.STORE_FOREIGN.exception(
          "%s has another history of host %s, of store %s and not %s: export to another directory"
              .formatted(path, history.name(), known.path("store").asText(), history.storeId()));
    }
    long generation = Long.parseUnsignedLong(known.path("generation").asText("0"), 16);
    if (exported > lastLsn || !history.generations().contains(generation, exported)) {
      throw ErrorCode.STORE_FOREIGN.exception(
          "%s has the history of host %s up to LSN %d, but this store ends at %d or has been restored: export to another directory"
              .formatted(path, history.name(), exported, lastLsn));
    }
  }

  private static @Nullable ObjectNode find(ObjectNode mark, HostHistory history) {
    for (JsonNode each : mark.path("hosts")) {
      if (each.path("id").asText().equals(history.id())) {
        return (ObjectNode) each;
      }
    }
    return null;
  }

  /** Returns a pattern of the files of a host's table; null if there are none. */
  @Nullable String pattern(Table table, String host) throws IOException {
    Path directory = path.resolve(table.directory()).resolve("host=" + host);
    return files(directory).isEmpty() ? null : directory + "/**/*" + SUFFIX;
  }

  /** Returns the directory for files of the running export. */
  Path staging() {
    return path.resolve(STAGING);
  }

  /** Returns the new files' directory of a host's table. */
  Path staged(Table table, String host) throws IOException {
    Path directory = staging().resolve("tables").resolve(table.directory()).resolve("host=" + host);
    Files.createDirectories(directory);
    return directory;
  }

  /** Gives the new files their names, then moves the mark. */
  void commit(HostHistory history, long lastLsn) throws IOException {
    Path tables = staging().resolve("tables");
    Set<Path> changed = new TreeSet<>();
    for (Path file : new ArrayList<>(files(tables))) {
      PrivateFiles.force(file);
      Path target = path.resolve(tables.relativize(file).toString());
      Files.createDirectories(target.getParent());
      Files.move(file, target, StandardCopyOption.ATOMIC_MOVE);
      for (Path up = target.getParent(); up != null && up.startsWith(path); up = up.getParent()) {
        changed.add(up);
      }
    }
    for (Path each : changed) {
      PrivateFiles.force(each);
    }
    String name = nameOf(history);
    ObjectNode moved = mark.deepCopy();
    ObjectNode known = find(moved, history);
    ObjectNode entry = known == null ? moved.withArray("hosts").addObject() : known;
    entry.put("host", name).put("id", history.id()).put("store", history.storeId());
    entry.put("generation", Long.toHexString(history.generations().newest()));
    entry.put("lastLsn", lastLsn);
    writeMark(moved);
    mark = moved;
  }

  /** Not private, so that the permissions of the directory alone decide who reads the tables. */
  private void writeMark(ObjectNode next) throws IOException {
    Path draft = PrivateFiles.draftOf(path.resolve(MARK));
    try {
      String text = JSON.writerWithDefaultPrettyPrinter().writeValueAsString(next);
      Files.writeString(draft, text + "\n");
      PrivateFiles.force(draft);
      Files.move(draft, path.resolve(MARK), StandardCopyOption.ATOMIC_MOVE);
      PrivateFiles.force(path);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  /** Releases the directory. Removes what a failed export left. */
  @Override
  public void close() throws IOException {
    try (lock) {
      removeUnmarked();
    }
  }
}
