package org.colophon.benchmarks.peer;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.LRUCache;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * RocksDB as one would use it first: a key an operation, batches of a thousand operations, no log
 * of its own (durable after {@link #sync}), LZ4, a large block cache.
 */
final class RocksDbTables implements OrderedTables {
  static {
    RocksDB.loadLibrary();
  }

  private static final int PUTS_PER_BATCH = 2_000;
  private static final long CACHE_BYTES = 512L << 20;

  private final List<AutoCloseable> owned = new ArrayList<>();
  private final List<ColumnFamilyHandle> tables = new ArrayList<>();
  private final RocksDB db;
  private final WriteBatch batch = new WriteBatch();
  private final WriteOptions writeOptions = new WriteOptions().setDisableWAL(true);
  private final RocksIterator[] readers = new RocksIterator[3];
  private final ByteBuffer foundKey = ByteBuffer.allocateDirect(64);
  private final ByteBuffer foundValue = ByteBuffer.allocateDirect(64);

  RocksDbTables(Path directory) {
    LRUCache cache = own(new LRUCache(CACHE_BYTES));
    BloomFilter bloom = own(new BloomFilter(10));
    BlockBasedTableConfig table =
        new BlockBasedTableConfig().setBlockCache(cache).setFilterPolicy(bloom);
    ColumnFamilyOptions family =
        own(new ColumnFamilyOptions())
            .setTableFormatConfig(table)
            .setCompressionType(CompressionType.LZ4_COMPRESSION)
            .setWriteBufferSize(64L << 20);
    DBOptions options =
        own(new DBOptions())
            .setCreateIfMissing(true)
            .setCreateMissingColumnFamilies(true)
            .setIncreaseParallelism(2);
    List<ColumnFamilyDescriptor> families =
        List.of(
            new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, family),
            new ColumnFamilyDescriptor(new byte[] {'o'}, family),
            new ColumnFamilyDescriptor(new byte[] {'p'}, family));
    try {
      db = RocksDB.open(options, directory.toString(), families, tables);
    } catch (RocksDBException e) {
      throw failed(e);
    }
    own(writeOptions);
    own(batch);
  }

  private <T extends AutoCloseable> T own(T resource) {
    owned.add(0, resource);
    return resource;
  }

  @Override
  public ByteBuffer newBuffer(int bytes) {
    return ByteBuffer.allocateDirect(bytes);
  }

  @Override
  public void put(int table, ByteBuffer key, ByteBuffer value) {
    try {
      batch.put(tables.get(table + 1), key.rewind(), value.rewind());
      if (batch.count() >= PUTS_PER_BATCH) {
        write();
      }
      key.rewind();
      value.rewind();
    } catch (RocksDBException e) {
      throw failed(e);
    }
  }

  private void write() throws RocksDBException {
    db.write(writeOptions, batch);
    batch.clear();
  }

  @Override
  public void scan(int table, ByteBuffer from, EntryVisitor visitor) {
    RocksIterator reader = reader(table + 1);
    reader.seek(from.rewind());
    from.rewind();
    while (reader.isValid()) {
      reader.key(foundKey.clear());
      reader.value(foundValue.clear());
      if (!visitor.entry(foundKey, foundValue)) {
        return;
      }
      reader.next();
    }
  }

  private RocksIterator reader(int table) {
    if (readers[table] == null) {
      readers[table] = db.newIterator(tables.get(table));
    }
    return readers[table];
  }

  @Override
  public void sync() {
    try (FlushOptions wait = new FlushOptions().setWaitForFlush(true)) {
      write();
      db.flush(wait, tables);
    } catch (RocksDBException e) {
      throw failed(e);
    }
  }

  @Override
  public void close() {
    for (RocksIterator reader : readers) {
      if (reader != null) {
        reader.close();
      }
    }
    tables.forEach(ColumnFamilyHandle::close);
    db.close();
    owned.forEach(RocksDbTables::closeQuietly);
  }

  private static void closeQuietly(AutoCloseable resource) {
    try {
      resource.close();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static ColophonException failed(RocksDBException e) {
    return new ColophonException(ErrorCode.IO_FAILED, "RocksDB: " + e.getMessage(), e);
  }
}
