// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.database;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * The open databases of this process by directory. Neo4j allows one database per directory, so
 * readers and the writer share an instance. The last one that releases the instance shuts it down.
 * The first opener sets the options.
 */
public final class OpenDatabases {
  /** Static, since directory locks belong to the whole process too. Guarded by itself. */
  private static final Map<Path, Entry> OPEN_HERE = new HashMap<>();

  private static final class Entry {
    final GraphDatabase database;
    int users;
    boolean isWritten;

    Entry(GraphDatabase database) {
      this.database = database;
    }
  }

  /** One use of a database. Closing it twice is harmless. */
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
          release(key, entry);
        }
      }
    }
  }

  private OpenDatabases() {}

  /**
   * Opens a database for writing; creates a missing one.
   *
   * @param listens whether Bolt clients may connect at once; false delays them until {@link
   *     GraphDatabase#listen}
   * @throws ColophonException STORE_LOCKED if it is being written, here or by another process
   */
  public static Lease openWriter(Neo4jConfig config, boolean listens) {
    new Neo4jDirectory(config.directory()).create();
    return open(config, true, listens);
  }

  /**
   * Opens a database for reading. While this process writes the database, it can be read only
   * through the adapter.
   *
   * @throws ColophonException NOT_FOUND without a store; STORE_LOCKED if it is being written, here
   *     or by another process
   */
  public static Lease openReader(Neo4jConfig config) {
    new Neo4jDirectory(config.directory()).requireStore();
    return open(config, false, true);
  }

  /** Returns the open database of a directory, or null. */
  public static @Nullable GraphDatabase openAt(Path directory) {
    synchronized (OPEN_HERE) {
      Entry entry = OPEN_HERE.get(real(directory));
      return entry == null ? null : entry.database;
    }
  }

  private static Lease open(Neo4jConfig config, boolean isWriter, boolean listens) {
    Path key = real(config.directory());
    synchronized (OPEN_HERE) {
      Entry entry = OPEN_HERE.get(key);
      if (entry != null && entry.isWritten) {
        throw ErrorCode.STORE_LOCKED.exception(
            "this process is writing the graph in " + key + "; read through the adapter itself");
      }
      if (entry == null) {
        entry =
            new Entry(GraphDatabase.start(config, new Neo4jDirectory(config.directory()), listens));
        OPEN_HERE.put(key, entry);
      }
      entry.users++;
      entry.isWritten = isWriter;
      return new Lease(key, entry, isWriter);
    }
  }

  private static void release(Path key, Entry entry) {
    entry.users--;
    if (entry.users == 0) {
      OPEN_HERE.remove(key);
      entry.database.shutDown();
    }
  }

  private static Path real(Path directory) {
    try {
      return directory.toRealPath();
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception(
          "the directory " + directory + " cannot be used: " + e, e);
    }
  }
}
