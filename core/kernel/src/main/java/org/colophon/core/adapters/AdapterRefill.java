// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.adapters;

import java.nio.file.Path;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.journal.Journal;
import org.colophon.core.spi.storage.Predecessor;
import org.colophon.core.threads.BackgroundThreads;

/**
 * Empties an adapter, so that its next run fills it again. Files of the adapter other than its
 * data, such as passwords, are kept. The empty adapter replaces the old one, in another directory.
 */
public final class AdapterRefill {
  private AdapterRefill() {}

  /**
   * Empties an adapter. No reader may have it open.
   *
   * @throws ColophonException NOT_FOUND; BAD_REQUEST if nothing else holds its content;
   *     STORE_LOCKED; the engine's error if the successor cannot be created: then nothing has
   *     changed
   */
  public static void renew(Path store, AdapterConfig config) {
    if (!StoreDirectory.exists(store)) {
      throw ErrorCode.NOT_FOUND.exception(
          "there is no store in " + store + ": name its place with --store DIR");
    }
    try (StoreDirectory locked = StoreDirectory.lock(store)) {
      AttachedAdapters attached = AttachedAdapters.load(locked.path());
      long firstLsn = Journal.peekFirstLsn(StoreDirectory.journalIn(locked.path()));
      renew(attached, config, attached.requireDetachable(config.name(), firstLsn));
    }
  }

  private static void renew(
      AttachedAdapters attached, AdapterConfig config, AttachedAdapters.Entry old) {
    String name = config.name();
    Path directory = attached.directory(name);
    Path next = attached.nextDirectory(name);
    AttachedAdapters.delete(next); // an earlier attempt may have left it
    makeEmpty(config, next, directory);
    attached.mark(next);
    attached.moveDirectory(name, 1);
    attached.setCutLsn(name, 0);
    attached.put(
        new AttachedAdapter(name, config.factory().name(), config.options(), 0), old.readable());
    attached.save();
    AttachedAdapters.delete(directory);
  }

  private static void makeEmpty(AdapterConfig config, Path directory, Path predecessor) {
    try {
      Predecessor old = new Predecessor(predecessor, false);
      RunningAdapter.openReplacement(config, directory, old, new BackgroundThreads()).close();
    } catch (RuntimeException | Error e) {
      AttachedAdapters.delete(directory);
      throw e;
    }
  }
}
