package org.colophon.storage.neo4j.database;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/**
 * The databases that are open in this process, by folder. Neo4j wants a folder for itself, so
 * readers and the writer of one share one database, which is shut down when the last of them gives
 * it back. Its options are those of whoever came first.
 */
public final class OpenDatabases {
  /** State of the process, as the locks of the folders are. Guarded by itself. */
  private static final Map<Path, Entry> OPEN_HERE = new HashMap<>();

  private static final class Entry {
    final GraphDatabase database;
    int users;
    boolean isWritten;

    Entry(GraphDatabase database) {
      this.database = database;
    }
  }

  /** One use of a database; closing it twice is harmless. */
  public static final class Lease implements AutoCloseable {
    private final Path key;
    private final Entry entry;
    private final boolean isWriter;
    private boolean isClosed;

    private Lease(Path key, Entry entry, boolean isWriter) {
      this.key = key;
      this.entry = entry;
      this.isWriter = isWriter;
    }

    public GraphDatabase database() {
      return entry.database;
    }

    @Override
    public void close() {
      synchronized (OPEN_HERE) {
        if (!isClosed) {
          isClosed = true;
          entry.isWritten &= !isWriter;
          giveBack(key, entry);
        }
      }
    }
  }

  private OpenDatabases() {}

  /**
   * A database to write to, created if there is none.
   *
   * @throws ColophonException STORE_LOCKED if it is being written, here or by another process
   */
  public static Lease openWriter(Neo4jConfig config) {
    new StoreFolder(config.folder()).create();
    return open(config, true, true);
  }

  /**
   * As {@link #openWriter}, but Bolt clients are not listened for before {@link
   * GraphDatabase#listen}.
   */
  public static Lease openSuccessor(Neo4jConfig config) {
    new StoreFolder(config.folder()).create();
    return open(config, true, false);
  }

  /**
   * A database to read from. While a writer is open in this process, its own readers are to be
   * asked.
   *
   * @throws ColophonException NOT_FOUND where there is no store yet; STORE_LOCKED if it is being
   *     written, here or by another process
   */
  public static Lease openReader(Neo4jConfig config) {
    new StoreFolder(config.folder()).requireStore();
    return open(config, false, true);
  }

  /** The database of a folder if it is open in this process, else null. For what runs inside it. */
  public static GraphDatabase openAt(Path folder) {
    synchronized (OPEN_HERE) {
      Entry entry = OPEN_HERE.get(real(folder));
      return entry == null ? null : entry.database;
    }
  }

  private static Lease open(Neo4jConfig config, boolean isWriter, boolean listens) {
    Path key = real(config.folder());
    synchronized (OPEN_HERE) {
      Entry entry = OPEN_HERE.get(key);
      if (entry != null && entry.isWritten) {
        throw new ColophonException(
            ErrorCode.STORE_LOCKED,
            "this process is writing the graph in " + key + "; read through the adapter itself");
      }
      if (entry == null) {
        entry = new Entry(GraphDatabase.start(config, new StoreFolder(config.folder()), listens));
        OPEN_HERE.put(key, entry);
      }
      entry.users++;
      entry.isWritten = isWriter;
      return new Lease(key, entry, isWriter);
    }
  }

  private static void giveBack(Path key, Entry entry) {
    entry.users--;
    if (entry.users == 0) {
      OPEN_HERE.remove(key);
      entry.database.shutDown();
    }
  }

  private static Path real(Path folder) {
    try {
      return folder.toRealPath();
    } catch (IOException e) {
      throw new ColophonException(
          ErrorCode.IO_FAILED, "the folder " + folder + " cannot be used: " + e, e);
    }
  }
}
