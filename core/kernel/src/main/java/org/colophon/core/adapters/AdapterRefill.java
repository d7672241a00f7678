package org.colophon.core.adapters;

import java.nio.file.Path;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.journal.Journal;

/**
 * Empties an adapter, so that it is filled anew when it is run next. What it keeps beside the data,
 * such as passwords, stays: the empty one is made as the old one's successor, in another folder.
 */
public final class AdapterRefill {
  private AdapterRefill() {}

  /**
   * Empties an adapter. Nobody may be reading it.
   *
   * @throws ColophonException NOT_FOUND; BAD_REQUEST if nothing else holds what it does;
   *     STORE_LOCKED; what the engine says if it cannot be made anew, and then nothing has changed
   */
  public static void renew(Path store, AdapterConfig config) {
    if (!StoreDirectory.exists(store)) {
      throw new ColophonException(ErrorCode.NOT_FOUND, "there is no store in " + store);
    }
    try (StoreDirectory locked = StoreDirectory.lock(store)) {
      AttachedAdapters attached = AttachedAdapters.load(locked.path());
      long firstLsn = Journal.peekFirstLsn(StoreDirectory.journalIn(locked.path()));
      attached.refuseToDetach(config.name(), firstLsn);
      renew(attached, config);
    }
  }

  private static void renew(AttachedAdapters attached, AdapterConfig config) {
    String name = config.name();
    AttachedAdapters.Entry old = attached.find(name);
    Path folder = attached.folder(name);
    Path next = attached.nextFolder(name);
    AttachedAdapters.delete(next); // left if this was cut short before
    makeEmpty(config, next, folder);
    attached.mark(next);
    attached.moveFolder(name, 1);
    attached.setCutLsn(name, 0);
    attached.put(
        new AttachedAdapter(name, config.factory().name(), config.options(), 0), old.readable());
    attached.save();
    AttachedAdapters.delete(folder);
  }

  private static void makeEmpty(AdapterConfig config, Path folder, Path predecessor) {
    try {
      RunningAdapter.openEmptied(config, folder, predecessor).close();
    } catch (RuntimeException | Error e) {
      AttachedAdapters.delete(folder);
      throw e;
    }
  }
}
