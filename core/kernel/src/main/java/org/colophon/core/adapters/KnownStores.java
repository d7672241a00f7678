package org.colophon.core.adapters;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import org.colophon.core.files.PrivateFiles;
import org.jspecify.annotations.Nullable;

/**
 * The LSN that each store had reached when a kernel last opened or closed it here. Each store has a
 * small file outside of all stores. If a store ends before this LSN, it was replaced by an older
 * copy. The store's own files cannot show that.
 *
 * <p>The files are best effort. If they cannot be read or written, older copies are not noticed,
 * and a line in the log reports it.
 *
 * @param directory null to remember nothing
 */
public record KnownStores(@Nullable Path directory) {
  private static final Logger LOG = System.getLogger(KnownStores.class.getName());

  /** Returns the LSN that a store had reached; 0 if it was not seen here. */
  public long lsn(StoreIdentity store) {
    if (directory == null) {
      return 0;
    }
    Path file = file(directory, store);
    try {
      return Files.exists(file) ? Long.parseLong(Files.readString(file).strip()) : 0;
    } catch (IOException | NumberFormatException e) {
      LOG.log(Level.WARNING, "cannot read the last LSN of the store from {0}: {1}", file, e);
      return 0;
    }
  }

  /** Remembers the LSN that a store has reached. */
  public void remember(StoreIdentity store, long lsn) {
    if (directory == null) {
      return;
    }
    Path file = file(directory, store);
    try {
      Files.createDirectories(directory, PrivateFiles.DIRECTORY);
      PrivateFiles.write(file, lsn + "\n");
    } catch (IOException e) {
      LOG.log(Level.INFO, "cannot write the last LSN of the store to {0}: {1}", file, e);
    }
  }

  private static Path file(Path directory, StoreIdentity store) {
    return directory.resolve(StoreIdentity.format(store.id()));
  }
}
