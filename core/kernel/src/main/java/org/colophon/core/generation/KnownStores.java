// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.generation;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.colophon.core.adapters.StoreIdentity;
import org.colophon.core.files.PrivateFiles;
import org.jspecify.annotations.Nullable;

/**
 * The last LSN of data that each store had when a kernel last opened or closed it here. There is a
 * small file for each store and path, outside of all stores. If a store ends before this LSN, it
 * was replaced by an older copy. The store's own files cannot show that.
 *
 * <p>The files are best effort. If they cannot be read or written, older copies are not noticed,
 * and a line in the log reports it.
 *
 * @param directory null to remember nothing
 */
public record KnownStores(@Nullable Path directory) {
  private static final Logger LOG = System.getLogger(KnownStores.class.getName());

  /** The content of a file. */
  record Known(long generation, long lsn) {
    private static final Known NONE = new Known(0, 0);
  }

  /** Returns what is known of the store at a path; of LSN 0 if nothing is. */
  Known find(long storeId, Path store) {
    Path file = file(storeId, store);
    return file != null && Files.exists(file) ? read(file) : Known.NONE;
  }

  /** Returns the largest known LSN of a store's generation at any path; 0 if unknown. */
  long lastLsn(long storeId, long generation) {
    if (directory == null || !Files.isDirectory(directory)) {
      return 0;
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(each -> each.getFileName().toString().startsWith(prefix(storeId)))
          .map(KnownStores::read)
          .filter(each -> each.generation() == generation)
          .mapToLong(Known::lsn)
          .max()
          .orElse(0);
    } catch (IOException e) {
      LOG.log(Level.WARNING, "cannot read the last LSNs of stores in {0}: {1}", directory, e);
      return 0;
    }
  }

  private static Known read(Path file) {
    try {
      List<String> words = List.of(Files.readString(file).split("\\s+"));
      return new Known(StoreIdentity.parse(words.get(0)), Long.parseLong(words.get(1)));
    } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException e) {
      LOG.log(Level.WARNING, "cannot read the last LSN of the store from {0}: {1}", file, e);
      return Known.NONE;
    }
  }

  /** Remembers the last LSN of a store. */
  void remember(long storeId, Path store, Known state) {
    Path file = file(storeId, store);
    if (directory == null || file == null) {
      return;
    }
    try {
      Files.createDirectories(directory, PrivateFiles.DIRECTORY);
      String generation = StoreIdentity.format(state.generation());
      PrivateFiles.write(file, "%s %d %s\n".formatted(generation, state.lsn(), store));
    } catch (IOException e) {
      LOG.log(Level.INFO, "cannot write the last LSN of the store to {0}: {1}", file, e);
    }
  }

  private @Nullable Path file(long storeId, Path store) {
    UUID place = UUID.nameUUIDFromBytes(store.toString().getBytes(StandardCharsets.UTF_8));
    return directory == null ? null : directory.resolve(prefix(storeId) + place);
  }

  private static String prefix(long storeId) {
    return StoreIdentity.format(storeId) + "-";
  }
}
