// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.database;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.colophon.storage.rocksdb.format.StoreFormat;
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
 * waits for: using a native handle after it was closed crashes the JVM.
 */
public final class Database implements AutoCloseable {
  /** A reader retries if the writer replaces files while it opens. */
  private static final int OPEN_ATTEMPTS = 20;

  private final Path directory;
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
      Path directory, RocksOptions options, RocksDB db, List<ColumnFamilyHandle> families) {
    this.directory = directory;
    this.options = options;
    this.db = db;
    this.families = families;
  }

  public static Database openWriter(RocksDbConfig config) {
    return open(config, "opening", false, StoreFormat.NAMES);
  }

  /**
   * Opens the store in its current durable state; later writes stay invisible.
   *
   * @param families the column families of the store
   */
  public static Database openReader(RocksDbConfig config, List<String> families) {
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
    ReadAhead.small(config.directory());
    RocksOptions options = new RocksOptions(config);
    try {
      List<ColumnFamilyDescriptor> descriptors = options.families(families);
      List<ColumnFamilyHandle> handles = new ArrayList<>();
      String path = config.directory().toString();
      RocksDB db =
          isReadOnly
              ? RocksDB.openReadOnly(options.reader(), path, descriptors, handles)
              : RocksDB.open(options.writer(), path, descriptors, handles);
      return new Database(config.directory(), options, db, handles);
    } catch (RocksDBException e) {
      options.close();
      throw RocksFailures.translate(e, config.directory(), doing);
    }
  }

  /** An action on the open database that returns a result. */
  @FunctionalInterface
  private interface Use<T> {
    T on() throws RocksDBException;
  }

  /** An action on the open database without a result. */
  @FunctionalInterface
  private interface Action {
    void run() throws RocksDBException;
  }

  private void run(String doing, Action action) {
    use(
        doing,
        () -> {
          action.run();
          return true;
        });
  }

  /**
   * Runs an action and keeps the database open meanwhile.
   *
   * @param doing names the activity in messages
   */
  private <T> T use(String doing, Use<T> use) {
    lifecycle.readLock().lock();
    try {
      requireOpen();
      return use.on();
    } catch (RocksDBException e) {
      throw RocksFailures.translate(e, directory, doing);
    } finally {
      lifecycle.readLock().unlock();
    }
  }

  /** Copies everything durable to a directory that does not exist yet. */
  public void checkpoint(Path target) {
    run(
        "copying",
        () -> {
          try {
            DurableCopy.make(db, directory, target);
          } catch (IOException e) {
            throw IoFailure.of("copy", directory + " to " + target, e);
          }
        });
  }

  /** Applies an encoded write batch. It is visible at once, and durable after {@link #flush}. */
  public void write(byte[] encoded) {
    run(
        "writing",
        () -> {
          try (WriteBatch batch = new WriteBatch(encoded)) {
            db.write(unlogged, batch);
          }
        });
  }

  /** Makes everything written durable. */
  public void flush() {
    run("flushing", () -> db.flush(waiting, families));
  }

  /** Returns whether the store has a family; stores of older versions lack some. */
  public boolean has(int family) {
    return family < families.size();
  }

  /** Sets the size of the memtables of facts. */
  public void setFactMemtables(long bytes) {
    MutableColumnFamilyOptions size =
        MutableColumnFamilyOptions.builder().setWriteBufferSize(bytes).build();
    run(
        "setting options of",
        () -> {
          for (int family = 0; family < families.size(); family++) {
            if (StoreFormat.isGrouped(family)) {
              db.setOptions(families.get(family), size);
            }
          }
        });
  }

  /** Returns the memtable size of a family. */
  public long memtableBytes(int family) {
    return use("reading options of", () -> db.getOptions(families.get(family)).writeBufferSize());
  }

  /** Returns the files with durable data. */
  public List<StoredFile> files() {
    return use(
        "listing the files of",
        () -> db.getLiveFilesMetaData().stream().map(StoredFile::of).toList());
  }

  /** Returns the total size of the files. */
  public long fileBytes() {
    return files().stream().mapToLong(StoredFile::bytes).sum();
  }

  /** Merges neighbouring files of a level, unless RocksDB is replacing some of them. */
  public void merge(List<StoredFile> run) {
    StoredFile first = run.get(0);
    List<String> names = run.stream().map(StoredFile::name).toList();
    run(
        "merging small files of",
        () -> {
          try {
            db.compactFiles(merging, families.get(first.family()), names, first.level(), -1, null);
          } catch (RocksDBException e) {
            if (!RocksFailures.areFilesTaken(e)) {
              throw e;
            }
          }
        });
  }

  /** Verifies all checksums; fails at the first damage. */
  public void verify() {
    run("verifying", db::verifyChecksum);
    scan(StoreFormat.EXTENDED, Database::readAll); // blob files are checked only on reading
  }

  private static Void readAll(RocksIterator iterator) {
    for (iterator.seekToFirst(); iterator.isValid(); iterator.next()) {
      iterator.value();
    }
    return null;
  }

  /** Returns the value of a key, or null. */
  public byte[] get(int family, byte[] key) {
    return use("reading", () -> db.get(families.get(family), anywhere, key));
  }

  /** Runs an action with an iterator over a snapshot of a family. */
  public <T> T scan(int family, Function<RocksIterator, T> action) {
    return scan(family, anywhere, action);
  }

  /** Same as {@link #scan}, for an action that stays within the group prefix of its first seek. */
  public <T> T scanGroup(int family, Function<RocksIterator, T> action) {
    return scan(family, samePrefix, action);
  }

  private <T> T scan(int family, ReadOptions how, Function<RocksIterator, T> action) {
    try {
      return use(
          "reading",
          () -> {
            try (RocksIterator iterator = db.newIterator(families.get(family), how)) {
              T result = action.apply(iterator);
              iterator.status();
              return result;
            }
          });
    } catch (IndexOutOfBoundsException | ArithmeticException | NegativeArraySizeException e) {
      throw ErrorCode.STORE_CORRUPT.exception(
          "the adapter in "
              + directory
              + " holds a value that cannot be decoded; restore the directory from a copy",
          e);
    }
  }

  private void requireOpen() {
    if (isClosed) {
      throw ErrorCode.ADAPTER_FAILED.exception(
          "the adapter in " + directory + " is closed; open it again");
    }
  }

  /** Closes the handles before the database, and the options after it. */
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
