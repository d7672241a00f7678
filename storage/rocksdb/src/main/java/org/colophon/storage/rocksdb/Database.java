package org.colophon.storage.rocksdb;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.CompactionOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.MutableColumnFamilyOptions;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * An open RocksDB with the store's column families. Every use holds a lock that {@link #close}
 * waits for, since a native handle that is used after it was closed takes the JVM down.
 */
final class Database implements AutoCloseable {
  /** A reader that opens while the writer replaces files finds some gone and looks again. */
  private static final int OPEN_ATTEMPTS = 20;

  private final Path folder;
  private final RocksOptions options;
  private final RocksDB db;
  private final List<ColumnFamilyHandle> families;
  private final WriteOptions unlogged = new WriteOptions().setDisableWAL(true);
  private final FlushOptions waiting = new FlushOptions().setWaitForFlush(true);
  private final CompactionOptions merging = new CompactionOptions();
  private final ReadOptions anywhere = new ReadOptions().setTotalOrderSeek(true);
  private final ReadOptions samePrefix = new ReadOptions().setPrefixSameAsStart(true);
  private final ReadWriteLock lifecycle = new ReentrantReadWriteLock();
  private boolean isClosed;

  private Database(
      Path folder, RocksOptions options, RocksDB db, List<ColumnFamilyHandle> families) {
    this.folder = folder;
    this.options = options;
    this.db = db;
    this.families = families;
  }

  static Database openWriter(RocksDbConfig config) {
    return open(config, "opening", false, StoreFormat.NAMES);
  }

  /**
   * Opens what is durable now; later writes stay unseen.
   *
   * @param families those that the store has
   */
  static Database openReader(RocksDbConfig config, List<String> families) {
    for (int attempt = 1; ; attempt++) {
      try {
        return open(config, "reading", true, families);
      } catch (ColophonException e) {
        if (attempt == OPEN_ATTEMPTS || e.code() != ErrorCode.STORE_CORRUPT) {
          throw e;
        }
      }
    }
  }

  private static Database open(
      RocksDbConfig config, String doing, boolean isReadOnly, List<String> families) {
    NativeLibrary.load();
    ReadAhead.small(config.folder());
    RocksOptions options = new RocksOptions(config);
    try {
      List<ColumnFamilyDescriptor> descriptors = options.families(families);
      List<ColumnFamilyHandle> handles = new ArrayList<>();
      String path = config.folder().toString();
      RocksDB db =
          isReadOnly
              ? RocksDB.openReadOnly(options.reader(), path, descriptors, handles)
              : RocksDB.open(options.writer(), path, descriptors, handles);
      return new Database(config.folder(), options, db, handles);
    } catch (RocksDBException e) {
      options.close();
      throw RocksFailures.translate(e, config.folder(), doing);
    }
  }

  /** Applies a batch from {@link BatchEncoder}. Visible at once, durable after {@link #flush}. */
  void write(byte[] encoded) {
    lifecycle.readLock().lock();
    try (WriteBatch batch = new WriteBatch(encoded)) {
      requireOpen();
      db.write(unlogged, batch);
    } catch (RocksDBException e) {
      throw RocksFailures.translate(e, folder, "writing");
    } finally {
      lifecycle.readLock().unlock();
    }
  }

  /** Makes everything written durable. */
  void flush() {
    lifecycle.readLock().lock();
    try {
      requireOpen();
      db.flush(waiting, families);
    } catch (RocksDBException e) {
      throw RocksFailures.translate(e, folder, "flushing");
    } finally {
      lifecycle.readLock().unlock();
    }
  }

  /** Whether the store has a family; one of an older version lacks some, until it is written. */
  boolean has(int family) {
    return family < families.size();
  }

  /** Lets more, or less, gather for facts before RocksDB writes a file of them. */
  void setFactMemtables(long bytes) {
    MutableColumnFamilyOptions size =
        MutableColumnFamilyOptions.builder().setWriteBufferSize(bytes).build();
    lifecycle.readLock().lock();
    try {
      requireOpen();
      for (int family = 0; family < families.size(); family++) {
        if (StoreFormat.isGrouped(family)) {
          db.setOptions(families.get(family), size);
        }
      }
    } catch (RocksDBException e) {
      throw RocksFailures.translate(e, folder, "setting options of");
    } finally {
      lifecycle.readLock().unlock();
    }
  }

  /** How much gathers for a family before RocksDB writes a file of it. */
  long memtableBytes(int family) {
    lifecycle.readLock().lock();
    try {
      requireOpen();
      return db.getOptions(families.get(family)).writeBufferSize();
    } catch (RocksDBException e) {
      throw RocksFailures.translate(e, folder, "reading options of");
    } finally {
      lifecycle.readLock().unlock();
    }
  }

  /** The files that everything durable lies in. */
  List<StoredFile> files() {
    lifecycle.readLock().lock();
    try {
      requireOpen();
      return db.getLiveFilesMetaData().stream().map(StoredFile::of).toList();
    } finally {
      lifecycle.readLock().unlock();
    }
  }

  /** Makes one file of neighbours on a level, unless RocksDB is about to replace some itself. */
  void merge(List<StoredFile> run) {
    StoredFile first = run.get(0);
    List<String> names = run.stream().map(StoredFile::name).toList();
    lifecycle.readLock().lock();
    try {
      requireOpen();
      db.compactFiles(merging, families.get(first.family()), names, first.level(), -1, null);
    } catch (RocksDBException e) {
      if (!RocksFailures.saysFilesAreTaken(e)) {
        throw RocksFailures.translate(e, folder, "merging small files of");
      }
    } finally {
      lifecycle.readLock().unlock();
    }
  }

  /** Compares everything durable with its checksums; fails at the first damage. */
  void verify() {
    lifecycle.readLock().lock();
    try {
      requireOpen();
      db.verifyChecksum();
    } catch (RocksDBException e) {
      throw RocksFailures.translate(e, folder, "verifying");
    } finally {
      lifecycle.readLock().unlock();
    }
    scan(StoreFormat.EXTENDED, Database::readAll); // files of blobs are checked when they are read
  }

  private static Void readAll(RocksIterator iterator) {
    for (iterator.seekToFirst(); iterator.isValid(); iterator.next()) {
      iterator.value();
    }
    return null;
  }

  /** The value of a key, or null. */
  byte[] get(int family, byte[] key) {
    lifecycle.readLock().lock();
    try {
      requireOpen();
      return db.get(families.get(family), anywhere, key);
    } catch (RocksDBException e) {
      throw RocksFailures.translate(e, folder, "reading");
    } finally {
      lifecycle.readLock().unlock();
    }
  }

  /** Lets an action move about a family, on a view that stays as it was at the call. */
  <T> T scan(int family, Function<RocksIterator, T> action) {
    return scan(family, anywhere, action);
  }

  /** As {@link #scan}, for an action that stays within the group prefix it seeks first. */
  <T> T scanGroup(int family, Function<RocksIterator, T> action) {
    return scan(family, samePrefix, action);
  }

  private <T> T scan(int family, ReadOptions how, Function<RocksIterator, T> action) {
    lifecycle.readLock().lock();
    try {
      requireOpen();
      try (RocksIterator iterator = db.newIterator(families.get(family), how)) {
        T result = action.apply(iterator);
        iterator.status();
        return result;
      }
    } catch (RocksDBException e) {
      throw RocksFailures.translate(e, folder, "reading");
    } catch (IndexOutOfBoundsException | ArithmeticException | NegativeArraySizeException e) {
      throw new ColophonException(
          ErrorCode.STORE_CORRUPT,
          "the store in "
              + folder
              + " holds a value that cannot be decoded; restore it from a copy",
          e);
    } finally {
      lifecycle.readLock().unlock();
    }
  }

  private void requireOpen() {
    if (isClosed) {
      throw new ColophonException(
          ErrorCode.ADAPTER_FAILED, "the store in " + folder + " is closed; open it again");
    }
  }

  /** Closes handles before the database and options after it. */
  @Override
  public void close() {
    lifecycle.writeLock().lock();
    try {
      if (!isClosed) {
        isClosed = true;
        families.forEach(ColumnFamilyHandle::close);
        db.close();
        unlogged.close();
        waiting.close();
        merging.close();
        anywhere.close();
        samePrefix.close();
        options.close();
      }
    } finally {
      lifecycle.writeLock().unlock();
    }
  }
}
