// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.adapters;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.regex.Pattern;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.files.PrivateFiles;
import org.colophon.core.journal.Journal;
import org.colophon.core.journal.JournalIdentity;

/**
 * Random number that identifies the parts of a store. The journal's segments, the files {@code
 * adapters} and {@code synced}, and a {@code STORE_ID} in each adapter's directory contain it. A
 * part with another number belongs to another store and is refused.
 *
 * <p>A store of an older Colophon without an id gets one when it is next opened for writing.
 *
 * @param id never 0.
 * @param isEstablished true if the store had it before, so that a part without it is refused.
 */
public record StoreIdentity(long id, boolean isEstablished) {
  /** Name of the file with the id in an adapter's directory. */
  public static final String MARKER = "STORE_ID";

  /** Name of the file with the acknowledged LSN in a store's directory. */
  public static final String SYNCED = "synced";

  private static final Pattern HEX = Pattern.compile("[0-9a-f]{16}\n");

  /**
   * Returns the id of a store from its list of adapters or its journal. A store that an older
   * Colophon wrote has no id there. It gets the id in an adapter's directory, or else a new one.
   */
  public static StoreIdentity of(Path store, AttachedAdapters attached) {
    long listed = attached.storeId();
    long id = listed != 0 ? listed : Journal.peekStoreId(StoreDirectory.journalIn(store));
    if (id != 0) {
      return new StoreIdentity(id, true);
    }
    return attached.entries().stream()
        .map(each -> marker(attached.directory(each.name())))
        .filter(marker -> HEX.matcher(marker).matches())
        .findFirst()
        .map(marker -> new StoreIdentity(parse(marker.strip()), false))
        .orElseGet(() -> new StoreIdentity(newId(), false));
  }

  private static long newId() {
    SecureRandom random = new SecureRandom();
    long id;
    do {
      id = random.nextLong();
    } while (id == 0);
    return id;
  }

  /** Returns the id in its written form. */
  public static String format(long id) {
    return "%016x".formatted(id);
  }

  /**
   * Parses the written form of an id.
   *
   * @throws IllegalArgumentException if it is not an id
   */
  public static long parse(String text) {
    if (!HEX.matcher(text + "\n").matches()) {
      throw new IllegalArgumentException("a store id of 16 hexadecimal digits, not '" + text + "'");
    }
    return Long.parseUnsignedLong(text, 16);
  }

  /** Returns the identity of the store's journal. */
  public JournalIdentity ofJournal(Path store) {
    return new JournalIdentity(id, store.resolve(SYNCED), isEstablished);
  }

  /**
   * Refuses the directory of an adapter that belongs to another store.
   *
   * @param heldLsn the LSN that the adapter holds or is listed with. With 0, or without a
   *     directory, no marker is required
   * @throws ColophonException STORE_FOREIGN with both ids
   */
  public void check(Path directory, long heldLsn) {
    String found = marker(directory);
    boolean isUnmarked =
        found.isEmpty() && isEstablished && heldLsn > 0 && Files.isDirectory(directory);
    if (isUnmarked || (!found.isEmpty() && !found.equals(format(id) + "\n"))) {
      throw ErrorCode.STORE_FOREIGN.exception(
          "%s belongs to %s, but this is store %s: put the directory of this store there; if another adapter holds the same, move this one away, and fill it again with: colophon adapters catch-up %s"
              .formatted(
                  directory,
                  isUnmarked ? "a store without an id" : "store " + found.strip(),
                  format(id),
                  directory.getFileName().toString().replaceAll("\\.[0-9]+$", "")));
    }
  }

  /**
   * Refuses a journal that belongs to another store, without opening it.
   *
   * @throws ColophonException STORE_FOREIGN with both ids
   */
  void checkJournal(Path journal) {
    long found = Journal.peekStoreId(journal);
    if (found != 0 && found != id) {
      throw ErrorCode.STORE_FOREIGN.exception(
          "the journal in %s belongs to store %s, but this is store %s: restore the journal of this store"
              .formatted(journal, format(found), format(id)));
    }
  }

  /** Writes the id into an adapter's directory if it exists without one. */
  public void mark(Path directory) {
    if (Files.isDirectory(directory) && marker(directory).isEmpty()) {
      Path file = directory.resolve(MARKER);
      try {
        PrivateFiles.write(file, format(id) + "\n");
      } catch (IOException e) {
        throw StoreDirectory.failed("write", file, e);
      }
    }
  }

  private static String marker(Path directory) {
    Path file = directory.resolve(MARKER);
    try {
      return Files.exists(file) ? Files.readString(file, StandardCharsets.ISO_8859_1) : "";
    } catch (IOException e) {
      throw StoreDirectory.failed("read", file, e);
    }
  }
}
