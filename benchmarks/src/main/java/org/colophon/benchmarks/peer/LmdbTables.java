// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.peer;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lmdbjava.Cursor;
import org.lmdbjava.Dbi;
import org.lmdbjava.DbiFlags;
import org.lmdbjava.Env;
import org.lmdbjava.EnvFlags;
import org.lmdbjava.GetOp;
import org.lmdbjava.SeekOp;
import org.lmdbjava.Txn;

/**
 * LMDB tables. Each transaction has many operations and is committed without a sync; {@link #sync}
 * syncs. The memory map is large, but the file grows only with used pages.
 */
final class LmdbTables implements OrderedTables {
  private static final long MAP_BYTES = 256L << 30;
  private static final int PUTS_PER_COMMIT = 400_000;

  private final Env<ByteBuffer> env;
  private final List<Dbi<ByteBuffer>> tables;
  private @Nullable Txn<ByteBuffer> writing;
  private List<Cursor<ByteBuffer>> writers = List.of();
  private int puts;
  private @Nullable Txn<ByteBuffer> reading;
  private List<Cursor<ByteBuffer>> readers = List.of();

  LmdbTables(Path directory) {
    env =
        Env.create()
            .setMapSize(MAP_BYTES)
            .setMaxDbs(2)
            .open(directory.toFile(), EnvFlags.MDB_NOSYNC, EnvFlags.MDB_NORDAHEAD);
    tables =
        List.of(
            env.openDbi("by-object", DbiFlags.MDB_CREATE),
            env.openDbi("by-process", DbiFlags.MDB_CREATE));
  }

  @Override
  public ByteBuffer newBuffer(int bytes) {
    return ByteBuffer.allocateDirect(bytes);
  }

  @Override
  public void put(int table, ByteBuffer key, ByteBuffer value) {
    if (writing == null) {
      endReading();
      Txn<ByteBuffer> begun = env.txnWrite();
      writing = begun;
      writers = tables.stream().map(dbi -> dbi.openCursor(begun)).toList();
    }
    writers.get(table).put(key, value);
    if (++puts == PUTS_PER_COMMIT) {
      commit();
    }
  }

  private void commit() {
    puts = 0;
    if (writing != null) {
      writers.forEach(Cursor::close);
      writing.commit();
      writing.close();
      writing = null;
    }
  }

  @Override
  public void scan(int table, ByteBuffer from, EntryVisitor visitor) {
    if (reading == null) {
      Txn<ByteBuffer> begun = env.txnRead();
      reading = begun;
      readers = tables.stream().map(dbi -> dbi.openCursor(begun)).toList();
    }
    Cursor<ByteBuffer> cursor = readers.get(table);
    boolean found = cursor.get(from, GetOp.MDB_SET_RANGE);
    while (found && visitor.entry(cursor.key(), cursor.val())) {
      found = cursor.seek(SeekOp.MDB_NEXT);
    }
  }

  private void endReading() {
    if (reading != null) {
      readers.forEach(Cursor::close);
      reading.close();
      reading = null;
    }
  }

  @Override
  public void sync() {
    commit();
    env.sync(true);
  }

  @Override
  public void close() {
    commit();
    endReading();
    env.close();
  }
}
