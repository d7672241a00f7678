// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.spi.storage.CheckpointStorage;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.threads.BackgroundThreads;
import org.colophon.storage.common.CollectingAdapter;
import org.colophon.storage.rocksdb.database.Database;
import org.colophon.storage.rocksdb.database.FactMemtables;
import org.colophon.storage.rocksdb.database.FileMerger;
import org.colophon.storage.rocksdb.database.RocksDbConfig;
import org.colophon.storage.rocksdb.database.RocksDbDirectory;
import org.colophon.storage.rocksdb.encode.BatchEncoder;
import org.colophon.storage.rocksdb.encode.GroupSealer;
import org.colophon.storage.rocksdb.encode.WriteBuffer;
import org.colophon.storage.rocksdb.format.ByteReader;
import org.colophon.storage.rocksdb.format.ByteWriter;
import org.colophon.storage.rocksdb.format.StoreFormat;
import org.colophon.storage.rocksdb.format.StoreState;
import org.colophon.storage.rocksdb.read.GroupCache;
import org.jspecify.annotations.Nullable;

/**
 * Buffers batches and seals them into RocksDB. A seal is one atomic batch that also holds its last
 * LSN. The write-ahead log is off and all column families flush atomically, so a reopened store
 * holds whole batches up to a known LSN.
 */
final class RocksDbStorageAdapter extends CollectingAdapter implements CheckpointStorage {
  /** Bound of buffered declarations and names. */
  private static final long MAX_BUFFER_BYTES = 16 << 20;

  private final RocksDbConfig config;
  private final RocksDbDirectory directory;
  private final BackgroundThreads threads;
  private final BatchEncoder batch = new BatchEncoder();
  private @Nullable Database database;
  private long markedLsn;
  private FileMerger merger;
  private FactMemtables memtables;
  private GroupCache groups;
  private GroupSealer sealer;
  private WriteBuffer buffer;
  private volatile StoreState visible = StoreState.EMPTY;

  RocksDbStorageAdapter(RocksDbConfig config, BackgroundThreads threads) {
    this.threads = threads;
    this.config = config;
    this.directory = new RocksDbDirectory(config.directory());
  }

  @Override
  public void open() {
    boolean isOlder = directory.prepare() < StoreFormat.VERSION;
    database = Database.openWriter(config);
    visible = readState(database);
    if (isOlder) {
      upgrade(); // older data stays readable; the missing families exist now
    }
    markedLsn = readMarkedLsn(database);
    merger = new FileMerger(database, threads);
    memtables = new FactMemtables(database, config.memtableBytes());
    groups = new GroupCache(database, config.readCacheBytes(), markedLsn);
    sealer = new GroupSealer(lastGroups(database));
    buffer = new WriteBuffer(visible);
    opened(visible.lastLsn());
  }

  /** Stores the LSN from which all seals have marks, before the format promises it. */
  private void upgrade() {
    byte[] key = {StoreFormat.MARKED_KEY};
    batch.clear();
    batch.put(StoreFormat.META, key, new ByteWriter(9).putVarint(visible.lastLsn() + 1));
    database().write(batch.encode());
    database().flush();
    directory.writeFormat(database().lost());
  }

  /** Returns the last group of each family. Ids ascend, so the last key has it. */
  private static long[] lastGroups(Database database) {
    long[] last = new long[StoreFormat.NAMES.size()];
    Arrays.fill(last, -1);
    for (int family : new int[] {StoreFormat.BY_OBJECT, StoreFormat.BY_PROCESS}) {
      Bytes key = database.lastKey(family);
      last[family] = key.isEmpty() ? -1 : ByteReader.longAt(key.toArray(), 0);
    }
    return last;
  }

  /** Reads the state, or its copy if it is damaged. */
  static StoreState readState(Database database) {
    byte[] key = {StoreFormat.STATE_KEY};
    byte[] value;
    try {
      value = database.get(StoreFormat.META, key);
    } catch (ColophonException e) {
      value = e.code() == ErrorCode.STORE_CORRUPT ? database.get(StoreFormat.LOOKUP, key) : null;
      if (value == null) {
        throw e;
      }
    }
    return value == null ? StoreState.EMPTY : StoreState.decode(value);
  }

  /**
   * Returns the first LSN of seals of version 4, 0 if the store has no others. If it is damaged,
   * all seals are read as those of older versions.
   */
  static long readMarkedLsn(Database database) {
    try {
      byte[] value = database.get(StoreFormat.META, new byte[] {StoreFormat.MARKED_KEY});
      return value == null ? 0 : new ByteReader(value).getVarint();
    } catch (ColophonException e) {
      if (e.code() != ErrorCode.STORE_CORRUPT) {
        throw e;
      }
      return Lsn.LATEST;
    }
  }

  private Database database() {
    return Objects.requireNonNull(database);
  }

  @Override
  protected Object store() {
    return config.directory();
  }

  @Override
  protected boolean isFull() {
    return buffer.items() >= config.bufferItems() || buffer.bytes() >= MAX_BUFFER_BYTES;
  }

  @Override
  protected void collect(RecordBatch records) {
    buffer.append(records);
  }

  @Override
  protected void write() {
    batch.clear();
    sealer.seal(buffer, batch);
    buffer.writeKeys(batch);
    byte[] encoded = batch.encode();
    database().write(encoded);
    memtables.written(encoded.length);
    sealer.sealed(groups::changed);
    visible = buffer.state();
    buffer.clear();
  }

  @Override
  protected void force() {
    database().flush();
    merger.synced();
  }

  @Override
  public void checkpoint(Path target) {
    requireOpen();
    database().checkpoint(target);
    new RocksDbDirectory(target).writeFormat(database().lost());
  }

  @Override
  public LineageReader reader() {
    requireOpen();
    return new RocksDbLineageReader(
        database(), groups, markedLsn, directory, () -> visible, () -> {});
  }

  @Override
  protected void release() {
    if (database != null) {
      merger.close();
      groups.close();
      database.close();
      database = null;
    }
  }
}
