package org.colophon.storage.rocksdb;

import java.util.Arrays;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.spi.storage.StorageAdapter;
import org.rocksdb.RocksIterator;

/**
 * Gathers batches, and seals them into RocksDB when enough have come. A seal is one atomic batch
 * that also holds the LSN it reaches to; the write-ahead log is off, and all column families are
 * flushed atomically, so that a reopened store holds whole batches up to an LSN that it knows.
 */
final class RocksDbStorageAdapter implements StorageAdapter {
  /** Declarations and names are sealed early if they take this much. */
  private static final long MAX_BUFFER_BYTES = 16 << 20;

  private final RocksDbConfig config;
  private final StoreFolder folder;
  private final BatchEncoder batch = new BatchEncoder();
  private Database database;
  private FileMerger merger;
  private FactMemtables memtables;
  private GroupCache groups;
  private GroupSealer sealer;
  private WriteBuffer buffer;
  private volatile StoreState visible = StoreState.EMPTY;
  private volatile long heldLsn;

  /** False after a batch failed half-way: what is gathered must not be written any more. */
  private boolean isWhole = true;

  RocksDbStorageAdapter(RocksDbConfig config) {
    this.config = config;
    this.folder = new StoreFolder(config.folder());
  }

  @Override
  public void open() {
    boolean isOlder = folder.prepare() < StoreFormat.VERSION;
    database = Database.openWriter(config);
    if (isOlder) {
      folder.writeFormat(); // what it holds is read as it is; now it has all families
    }
    merger = new FileMerger(database);
    memtables = new FactMemtables(database, config.memtableBytes());
    visible = readState(database);
    heldLsn = visible.lastLsn();
    groups = new GroupCache(database, config.readCacheBytes());
    sealer = new GroupSealer(lastGroups(database));
    buffer = new WriteBuffer(config.bufferItems(), visible);
  }

  /** Ids ascend, so that the last of a family is the last that a seal had. */
  private static long[] lastGroups(Database database) {
    long[] last = new long[StoreFormat.NAMES.size()];
    Arrays.fill(last, -1);
    for (int family : new int[] {StoreFormat.BY_OBJECT, StoreFormat.BY_PROCESS}) {
      last[family] = database.scan(family, RocksDbStorageAdapter::lastGroup);
    }
    return last;
  }

  private static long lastGroup(RocksIterator iterator) {
    iterator.seekToLast();
    return iterator.isValid() ? ByteReader.longAt(iterator.key(), 0) : -1;
  }

  static StoreState readState(Database database) {
    byte[] value = database.get(StoreFormat.META, new byte[] {StoreFormat.STATE_KEY});
    return value == null ? StoreState.EMPTY : StoreState.decode(value);
  }

  @Override
  public long heldLsn() {
    return heldLsn;
  }

  /** Seals before it takes the batch, so that a refused batch leaves nothing behind. */
  @Override
  public void append(RecordBatch records) {
    requireOpen();
    requireNew(records);
    if (buffer.items() >= config.bufferItems() || buffer.bytes() >= MAX_BUFFER_BYTES) {
      flush();
    }
    isWhole = false;
    buffer.append(records);
    isWhole = true;
  }

  @Override
  public void flush() {
    requireOpen();
    if (!buffer.isEmpty()) {
      batch.clear();
      sealer.seal(buffer, batch);
      buffer.keys.writeTo(batch);
      buffer.writeSealKeys(batch);
      byte[] encoded = batch.encode();
      database.write(encoded);
      memtables.written(encoded.length);
      sealer.sealed(groups);
      visible = buffer.state();
      buffer.clear();
    }
  }

  @Override
  public long sync() {
    flush();
    if (heldLsn != visible.lastLsn()) {
      database.flush();
      heldLsn = visible.lastLsn();
      merger.synced();
    }
    return heldLsn;
  }

  @Override
  public LineageReader reader() {
    requireOpen();
    return new RocksDbLineageReader(database, groups, folder, () -> visible, () -> {});
  }

  @Override
  public void close() {
    if (database != null) {
      try {
        if (isWhole) {
          sync();
        }
      } finally {
        merger.close();
        database.close();
        database = null;
      }
    }
  }

  /** A batch that comes twice would take the place of another seal. */
  private void requireNew(RecordBatch records) {
    if (records.firstLsn() <= buffer.state().lastLsn()) {
      throw new ColophonException(
          ErrorCode.ADAPTER_FAILED,
          "a batch that begins at LSN %d was appended to the store in %s, which holds up to %d"
              .formatted(records.firstLsn(), config.folder(), buffer.state().lastLsn()));
    }
  }

  private void requireOpen() {
    if (database == null) {
      throw new ColophonException(
          ErrorCode.ADAPTER_FAILED, "the store in " + config.folder() + " is not open");
    }
  }
}
