// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.adapters;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.files.CheckedText;
import org.colophon.core.files.FileTree;
import org.colophon.core.files.PrivateFiles;
import org.colophon.core.journal.Journal;
import org.colophon.core.model.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The durable adapters of a store, as listed in the file {@code adapters} in its directory. An
 * adapter that no kernel runs is stopped, and is fed or filled at its next run.
 *
 * <p>The file is a list of properties, and is replaced as a whole. Only holders of the store's lock
 * write it: a kernel, {@link #detach} and {@link AdapterRefill}. A store of an older Colophon has
 * no such file until a kernel runs.
 */
public final class AttachedAdapters {
  /** Name of the file in a store's directory. */
  public static final String FILE = "adapters";

  private static final String LIST = "adapters";
  private static final String STORE_ID = "store";
  private static final String OPTION = ".option.";
  private static final String NUMBER_KEY = ".folder";
  private static final String PRUNED = ".pruned";

  /** The largest LSN in a valid list, which leaves room for new LSNs after it. */
  private static final long MAX_HELD_LSN = Long.MAX_VALUE >> 1;

  /**
   * The entry of one adapter in the file.
   *
   * @param readable true if a lost adapter could be filled from it
   */
  public record Entry(AttachedAdapter adapter, boolean readable) {
    public String name() {
      return adapter.name();
    }

    public long heldLsn() {
      return adapter.heldLsn();
    }
  }

  private final Path store;
  private final Path file;
  private final Map<String, Entry> entries = new LinkedHashMap<>();

  /** The number of an adapter's directory, which rises with each replacement of its content. */
  private final Map<String, Integer> directories = new HashMap<>();

  /** The LSN up to which an adapter's content was pruned; 0 or absent if it was not. */
  private final Map<String, Long> cuts = new HashMap<>();

  private @Nullable String written;

  /** The store's id; 0 in a list of an older Colophon. */
  private long storeId;

  private AttachedAdapters(Path store) {
    this.store = store;
    this.file = store.resolve(FILE);
  }

  /**
   * Returns the adapters that a store has, in the order in which they were attached. Needs no lock.
   *
   * @throws ColophonException STORE_CORRUPT, IO_FAILED, NOT_PERMITTED
   */
  public static List<AttachedAdapter> of(Path store) {
    return load(store).entries.values().stream().map(Entry::adapter).toList();
  }

  /**
   * Removes an adapter from the list, and deletes its directory. No reader may have it open.
   *
   * @throws ColophonException NOT_FOUND; BAD_REQUEST if nothing else holds its content;
   *     STORE_LOCKED
   */
  public static void detach(Path store, String name) {
    if (!StoreDirectory.exists(store)) {
      throw ErrorCode.NOT_FOUND.exception(
          "there is no store in " + store + ": name its place with --store DIR");
    }
    try (StoreDirectory locked = StoreDirectory.lock(store)) {
      load(locked.path()).remove(locked.path(), name);
    } catch (IOException e) {
      throw StoreDirectory.failed("detach " + name + " from", store, e);
    }
  }

  /** Removes the directory in one step, so that a crash leaves it whole or not at all. */
  private void remove(Path store, String name) throws IOException {
    requireDetachable(name, Journal.peekFirstLsn(StoreDirectory.journalIn(store)));
    Path directory = directory(name);
    List<Path> leftovers = others(name, directory);
    Path scratch = StoreDirectory.scratchIn(store);
    if (Files.exists(directory)) {
      Files.move(directory, scratch.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    }
    entries.remove(name);
    directories.remove(name);
    cuts.remove(name);
    save();
    FileTree.delete(scratch);
    leftovers.forEach(AttachedAdapters::delete);
  }

  /**
   * Returns the directory with an adapter's files. For an unlisted adapter, returns the first
   * directory that exists.
   */
  public Path directory(String name) {
    Integer number = directories.get(name);
    return number != null ? directory(name, number) : first(name);
  }

  private Path directory(String name, int number) {
    return store.resolve(number == 0 ? name : name + "." + number);
  }

  private Path first(String name) {
    Path named = directory(name, 0);
    return Files.exists(named) ? named : numbered(name).stream().findFirst().orElse(named);
  }

  /** Returns the directory for an adapter's next content. */
  Path nextDirectory(String name) {
    return directory(name, directories.getOrDefault(name, 0) + 1);
  }

  /** Moves an adapter to a directory with a higher number, from the next {@link #save} on. */
  public void moveDirectory(String name, int step) {
    directories.merge(name, step, Integer::sum);
  }

  /** Returns the LSN up to which an adapter was pruned; 0 if it was not. */
  public long cutLsn(String name) {
    return cuts.getOrDefault(name, 0L);
  }

  /** Sets the LSN up to which an adapter was pruned, from the next {@link #save} on. */
  void setCutLsn(String name, long lsn) {
    cuts.put(name, lsn);
  }

  /**
   * Deletes unlisted directories that a crash left, before or after a replacement. Keeps all
   * directories if the listed one is missing, since another one may hold the only copy.
   */
  public void deleteLeftovers() {
    for (String name : entries.keySet()) {
      if (Files.exists(directory(name))) {
        others(name, directory(name)).forEach(AttachedAdapters::delete);
      }
    }
  }

  private List<Path> others(String name, Path directory) {
    List<Path> all = new ArrayList<>(numbered(name));
    all.add(directory(name, 0));
    all.remove(directory);
    return all;
  }

  public static void delete(Path directory) {
    try {
      FileTree.delete(directory);
    } catch (IOException e) {
      throw StoreDirectory.failed("delete", directory, e);
    }
  }

  private List<Path> numbered(String name) {
    if (!Files.isDirectory(store)) {
      return List.of();
    }
    Pattern pattern = Pattern.compile(Pattern.quote(name) + "\\.[1-9][0-9]{0,8}");
    try (Stream<Path> files = Files.list(store)) {
      return files
          .filter(each -> pattern.matcher(each.getFileName().toString()).matches())
          .sorted(Comparator.comparing(AttachedAdapters::numberOf))
          .toList();
    } catch (IOException e) {
      throw StoreDirectory.failed("look into", store, e);
    }
  }

  private static int numberOf(Path directory) {
    String name = directory.getFileName().toString();
    return Integer.parseInt(name.substring(name.lastIndexOf('.') + 1));
  }

  /** Returns a list without adapters. */
  public static AttachedAdapters empty(Path store) {
    return new AttachedAdapters(store);
  }

  /** Reads the file; returns an empty list without one. */
  public static AttachedAdapters load(Path store) {
    AttachedAdapters attached = new AttachedAdapters(store);
    try {
      if (Files.exists(attached.file)) {
        attached.parse(Files.readString(attached.file, StandardCharsets.UTF_8));
      }
      return attached;
    } catch (CharacterCodingException e) {
      throw attached.damaged("it is not text", e);
    } catch (IOException e) {
      throw StoreDirectory.failed("read", attached.file, e);
    }
  }

  private void parse(String text) throws IOException {
    Properties properties = new Properties();
    try {
      properties.load(new StringReader(CheckedText.open(text)));
      String list = required(properties, LIST);
      String id = properties.getProperty(STORE_ID);
      storeId = id == null ? 0 : StoreIdentity.parse(id);
      for (String name : list.isEmpty() ? new String[0] : list.split(",", -1)) {
        entries.put(name, entry(properties, name));
        directories.put(name, Integer.parseInt(properties.getProperty(name + NUMBER_KEY, "0")));
        cuts.put(name, Long.parseLong(properties.getProperty(name + PRUNED, "0")));
      }
    } catch (IllegalArgumentException e) {
      throw damaged(e.getMessage(), e);
    }
    written = text;
  }

  private ColophonException damaged(@Nullable String what, Exception cause) {
    return ErrorCode.STORE_CORRUPT.exception(
        "%s is damaged (%s): restore it, or delete it; adapters are listed again when they run"
            .formatted(file, what),
        cause);
  }

  private static Entry entry(Properties properties, String name) {
    Map<String, String> options = new HashMap<>();
    String prefix = name + OPTION;
    for (String key : properties.stringPropertyNames()) {
      if (key.startsWith(prefix)) {
        options.put(key.substring(prefix.length()), required(properties, key));
      }
    }
    long heldLsn = Long.parseLong(required(properties, name + ".held"));
    if (!AdapterConfig.isName(name) || heldLsn < 0 || heldLsn > MAX_HELD_LSN) {
      throw new IllegalArgumentException(
          "an adapter '%s' that holds %d".formatted(Bytes.of(name).display(), heldLsn));
    }
    String engine = required(properties, name + ".engine");
    boolean readable = Boolean.parseBoolean(required(properties, name + ".readable"));
    return new Entry(new AttachedAdapter(name, engine, options, heldLsn), readable);
  }

  private static String required(Properties properties, String key) {
    String value = properties.getProperty(key);
    if (value == null) {
      throw new IllegalArgumentException("it has no " + key);
    }
    return value;
  }

  /** Returns an entry. Throws if the adapter is unknown, or if nothing else holds its content. */
  Entry requireDetachable(String name, long journalFirstLsn) {
    Entry entry = entries.get(name);
    if (entry == null) {
      throw ErrorCode.NOT_FOUND.exception(
          "no adapter called '%s' is attached to this store, only %s"
              .formatted(name, entries.isEmpty() ? "none" : String.join(", ", entries.keySet())));
    }
    boolean isHeldElsewhere =
        others(name).stream()
            .anyMatch(
                other ->
                    other.readable()
                        && (other.heldLsn() >= entry.heldLsn()
                            || (journalFirstLsn > 0 && other.heldLsn() + 1 >= journalFirstLsn)));
    if (entry.readable() && !isHeldElsewhere) {
      throw ErrorCode.BAD_REQUEST.exception(
          "no other readable adapter has the records of %s: attach another adapter, or bring one up to date, before you detach or rebuild this one"
              .formatted(name));
    }
    return entry;
  }

  private List<Entry> others(String name) {
    return entries.values().stream().filter(entry -> !entry.name().equals(name)).toList();
  }

  /** Returns the id of the store; 0 if the list does not contain it. */
  public long storeId() {
    return storeId;
  }

  /** Returns true if the list has a checksum, as the lists of this version have. */
  public boolean isSealed() {
    return written != null && CheckedText.isSealed(written);
  }

  /** Sets the store's id in the list, from the next {@link #save} on. */
  public void setStoreId(long id) {
    storeId = id;
  }

  /** Writes the store's id into the directory of a new adapter. */
  void mark(Path directory) {
    if (storeId != 0) {
      new StoreIdentity(storeId, true).mark(directory);
    }
  }

  public Collection<Entry> entries() {
    return List.copyOf(entries.values());
  }

  public @Nullable Entry find(String name) {
    return entries.get(name);
  }

  public void put(AttachedAdapter adapter, boolean readable) {
    Path directory = directory(adapter.name());
    directories.put(
        adapter.name(), directory.equals(directory(adapter.name(), 0)) ? 0 : numberOf(directory));
    entries.put(adapter.name(), new Entry(adapter, readable));
  }

  /** Writes the file if its text has changed. */
  public void save() {
    String text = format();
    if (text.equals(written)) {
      return;
    }
    written = null; // unknown if this fails
    try {
      PrivateFiles.write(file, text);
      written = text;
    } catch (IOException e) {
      throw StoreDirectory.failed("write", file, e);
    }
  }

  private String format() {
    Properties properties = new Properties();
    properties.setProperty(LIST, String.join(",", entries.keySet()));
    if (storeId != 0) {
      properties.setProperty(STORE_ID, StoreIdentity.format(storeId));
    }
    for (Entry entry : entries.values()) {
      String name = entry.name();
      properties.setProperty(name + ".engine", entry.adapter().engine());
      properties.setProperty(name + ".held", Long.toString(entry.heldLsn()));
      properties.setProperty(name + ".readable", Boolean.toString(entry.readable()));
      int number = directories.getOrDefault(name, 0);
      if (number > 0) {
        properties.setProperty(name + NUMBER_KEY, Integer.toString(number));
      }
      if (cutLsn(name) > 0) {
        properties.setProperty(name + PRUNED, Long.toString(cutLsn(name)));
      }
      entry
          .adapter()
          .options()
          .forEach((key, value) -> properties.setProperty(name + OPTION + key, value));
    }
    return CheckedText.seal(sortedLines(properties));
  }

  /** Returns the properties without the date line that the library writes first. */
  private static String sortedLines(Properties properties) {
    StringWriter lines = new StringWriter();
    try {
      properties.store(lines, null);
    } catch (IOException e) {
      throw new IllegalStateException("writing to memory", e);
    }
    return lines
        .toString()
        .lines()
        .filter(line -> !line.startsWith("#"))
        .sorted()
        .collect(Collectors.joining("\n", "", "\n"));
  }
}
