// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.generation;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.colophon.core.adapters.StoreDirectory;
import org.colophon.core.adapters.StoreIdentity;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.files.CheckedText;
import org.colophon.core.files.PrivateFiles;
import org.colophon.core.host.StoreHost;
import org.jspecify.annotations.Nullable;

/**
 * The generation of a store, in its file {@code generation}. A store that is found at another place
 * than the file names is a copy, and begins a generation of its own. So neither the copy nor the
 * original is mistaken for the other.
 *
 * <p>A place is the inode and the change time of the file {@code VERSION}, which is written once. A
 * copy has other values, even with its times preserved. A directory that is renamed keeps them.
 *
 * <pre>
 *   #crc32c=CHECKSUM
 *   store ID
 *   place PLACE
 *   host MACHINE-ID NAME
 *   generations ID@LSN,ID@LSN
 * </pre>
 *
 * <p>Opening and closing kernels use it; any thread may read the chain.
 */
public final class StoreGeneration {
  /** Name of the file in a store's directory. */
  public static final String FILE = "generation";

  private static final String COPY = "copy";
  private static final String REPLACEMENT = "replacement";
  private static final String FOLLOWER = "follower";

  /** The content of the file. */
  private record Content(String storeId, String place, String host, GenerationChain chain) {
    static Content parse(String text) {
      List<String> lines = CheckedText.open(text).lines().toList();
      if (!CheckedText.isSealed(text) || lines.size() != 4) {
        throw new IllegalArgumentException("it does not have a checksum and four lines");
      }
      return new Content(
          value(lines.get(0), "store "),
          value(lines.get(1), "place "),
          value(lines.get(2), "host "),
          GenerationChain.parse(value(lines.get(3), "generations ")));
    }

    private static String value(String line, String key) {
      if (!line.startsWith(key)) {
        throw new IllegalArgumentException("it has no line " + key.strip());
      }
      return line.substring(key.length());
    }

    String format() {
      return CheckedText.seal(
          "store %s\nplace %s\nhost %s\ngenerations %s\n".formatted(storeId, place, host, chain));
    }
  }

  private final Path store;
  private final long storeId;
  private final KnownStores knownStores;
  private final String host;
  private final String place;
  private volatile GenerationChain chain;
  private String written;
  private long dataLsn;

  private StoreGeneration(Path store, long storeId, StoreHost host, KnownStores knownStores) {
    this.store = store;
    this.storeId = storeId;
    this.knownStores = knownStores;
    Content found = read(store);
    if (found != null && !found.storeId().equals(StoreIdentity.format(storeId))) {
      throw foreign(store, found.storeId(), storeId);
    }
    this.host = found == null || found.host().isEmpty() ? format(host) : found.host();
    this.chain = found == null ? GenerationChain.UNKNOWN : found.chain();
    this.place = found == null ? "" : found.place();
    this.written = found == null ? "" : found.format();
  }

  /**
   * Reads the generation of a store that a kernel opens.
   *
   * @throws ColophonException STORE_CORRUPT; STORE_FOREIGN if the file belongs to another store;
   *     IO_FAILED
   */
  public static StoreGeneration of(
      Path store, long storeId, StoreHost host, KnownStores knownStores) {
    return new StoreGeneration(store, storeId, host, knownStores);
  }

  private static ColophonException foreign(Path store, String found, long storeId) {
    return ErrorCode.STORE_FOREIGN.exception(
        "%s belongs to store %s, but this is store %s: restore the file of this store"
            .formatted(store.resolve(FILE), found, StoreIdentity.format(storeId)));
  }

  private static String format(StoreHost host) {
    return host.id() + " " + host.name();
  }

  private static @Nullable Content read(Path store) {
    Path file = store.resolve(FILE);
    try {
      return Files.exists(file)
          ? Content.parse(Files.readString(file, StandardCharsets.ISO_8859_1))
          : null;
    } catch (IllegalArgumentException e) {
      throw ErrorCode.STORE_CORRUPT.exception(
          "%s is damaged (%s): restore it from a copy; or delete it, and the store counts as an original without copies"
              .formatted(file, e.getMessage()),
          e);
    } catch (IOException e) {
      throw StoreDirectory.failed("read", file, e);
    }
  }

  private static String placeOf(Path store) {
    Path version = store.resolve("VERSION");
    try {
      FileTime changed = (FileTime) Files.getAttribute(version, "unix:ctime");
      return Files.getAttribute(version, "unix:ino") + "-" + changed.to(TimeUnit.NANOSECONDS);
    } catch (IOException e) {
      throw StoreDirectory.failed("read", version, e);
    }
  }

  /**
   * Begins a generation if the store is a copy.
   *
   * @param foundLsn the last LSN of the store
   * @param foundDataLsn the last LSN of an operation in its journal; 0 if unknown
   * @return the last LSN of data that was at this place; larger than {@code foundLsn} if it is lost
   */
  public long open(long foundLsn, long foundDataLsn) {
    KnownStores.Known before = knownStores.find(storeId, store);
    boolean isMoved = !place.equals(placeOf(store));
    boolean isSame = before.generation() == chain.newest();
    long expectedLsn =
        switch (place) {
          case COPY -> 0;
          case REPLACEMENT -> Math.max(foundLsn + 1, knownStores.lastLsn(storeId, chain.newest()));
          default -> isMoved || isSame ? before.lsn() : 0;
        };
    long data = Math.max(foundDataLsn, expectedLsn);
    dataLsn = data == 0 ? foundLsn : data;
    if (isMoved || expectedLsn > foundLsn) {
      chain = chain.branch(foundLsn);
    }
    return expectedLsn;
  }

  /** Stores the generation, after the loss is on disk that {@link #open} found. */
  public void opened() {
    write(placeOf(store));
    remember(0);
  }

  /**
   * Remembers the end of the store, so that an older copy at its place is noticed.
   *
   * @param lastDataLsn the last LSN of data in this run; 0 if it has none
   */
  public void remember(long lastDataLsn) {
    dataLsn = Math.max(dataLsn, lastDataLsn);
    knownStores.remember(storeId, store, new KnownStores.Known(chain.newest(), dataLsn));
  }

  /** Returns the id of the store, which all generations share. */
  public long storeId() {
    return storeId;
  }

  public GenerationChain chain() {
    return chain;
  }

  /**
   * Takes over the generations of the history that this store follows.
   *
   * @param lastLsn the last LSN of this store
   * @throws ColophonException STORE_FOREIGN if that history does not contain this one
   */
  public synchronized void follow(GenerationChain source, long lastLsn) {
    if (!source.contains(chain.newest(), lastLsn)) {
      throw ErrorCode.STORE_FOREIGN.exception(
          "the source is another copy of the store that %s has followed up to LSN %d, and has another history before that LSN: continue with the former source; or move the directory away, and copy this one as a whole"
              .formatted(store, lastLsn));
    }
    chain = source.generations().isEmpty() ? chain : source;
    write(FOLLOWER);
  }

  /**
   * Takes over the generations of the history from which a frame comes. A frame may be older than
   * the newest generation, as after a restart, if it belongs to this history.
   *
   * @param frameLsn the last LSN of the frame
   * @throws ColophonException STORE_FOREIGN as {@link #follow(GenerationChain, long)}
   */
  public synchronized void follow(GenerationChain source, long lastLsn, long frameLsn) {
    boolean isKnown = !chain.generations().isEmpty();
    if (!isKnown || !chain.contains(source.newest(), frameLsn)) {
      follow(source, lastLsn);
    }
  }

  private void write(String where) {
    write(store, new Content(StoreIdentity.format(storeId), where, host, chain));
  }

  private void write(Path directory, Content content) {
    String text = content.format();
    if (!text.equals(written)) {
      save(directory, text);
      written = text;
    }
  }

  private static void save(Path directory, String text) {
    try {
      PrivateFiles.write(directory.resolve(FILE), text);
    } catch (IOException e) {
      throw StoreDirectory.failed("write", directory.resolve(FILE), e);
    }
  }

  /**
   * Marks a restored store, before it is first opened.
   *
   * @param storeId id of the store
   * @param isReplacement true if it replaces the original, whose end is then lost; false if it is a
   *     complete copy
   */
  public static void mark(Path store, long storeId, boolean isReplacement) {
    Content found = read(store);
    save(
        store,
        new Content(
                StoreIdentity.format(storeId),
                isReplacement ? REPLACEMENT : COPY,
                found == null ? "" : found.host(),
                found == null ? GenerationChain.UNKNOWN : found.chain())
            .format());
  }

  /** Returns the generations of a store that need not be open. */
  public static GenerationChain chainOf(Path store) {
    Content found = read(store);
    return found == null ? GenerationChain.UNKNOWN : found.chain();
  }

  /** Returns true if a store is neither a copy nor a follower. */
  public static boolean isOriginal(Path store) {
    Content found = read(store);
    return found != null
        && found.chain().generations().size() == 1
        && !found.place().equals(FOLLOWER);
  }

  /**
   * Checks the file of a store, which every store has that this version has written.
   *
   * @return false if the file does not exist
   * @throws ColophonException STORE_CORRUPT, STORE_FOREIGN, IO_FAILED
   */
  public static boolean verify(Path store, long storeId) {
    Content found = read(store);
    if (found == null) {
      return false;
    }
    if (storeId != 0 && !found.storeId().equals(StoreIdentity.format(storeId))) {
      throw foreign(store, found.storeId(), storeId);
    }
    String host = StoreHost.of(store).map(StoreGeneration::format).orElse("nobody");
    if (!found.host().isEmpty() && !found.host().equals(host)) {
      throw ErrorCode.STORE_CORRUPT.exception(
          "%s names the host %s, but the store belongs to %s: restore the file"
              .formatted(store.resolve(StoreHost.FILE), host, found.host()));
    }
    return true;
  }
}
