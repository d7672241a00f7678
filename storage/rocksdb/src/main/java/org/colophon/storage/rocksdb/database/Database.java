// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.database;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.colophon.core.files.FileTree;
import org.colophon.core.model.Bytes;
import org.colophon.storage.rocksdb.damage.Cursor;
import org.colophon.storage.rocksdb.damage.Damages;
import org.colophon.storage.rocksdb.damage.LostFile;
import org.colophon.storage.rocksdb.damage.LostFiles;
import org.colophon.storage.rocksdb.format.StoreFormat;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.CompactionOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.DbPath;
import org.rocksdb.FlushOptions;
import org.rocksdb.LiveFileMetaData;
import org.rocksdb.MutableColumnFamilyOptions;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.SstFileReader;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * An open RocksDB with the store's column families. Every use holds a lock that {@link #close}
 * waits for: using a native handle after it was closed crashes the JVM.
 */
public final class Database implements Reads, AutoCloseable {
  private static final Logger LOG = System.getLogger(Database.class.getName());

  /** A reader retries if the writer replaces files while it opens. */
  private static final int OPEN_ATTEMPTS = 20;

  private final Path directory;

  /** The directory of the table files, also of a view. */
  private final Path tables;

  private final RocksOptions options;
  private final RocksDB db;
  private final List<ColumnFamilyHandle> families;
  private final WriteOptions unlogged = new WriteOptions().setDisableWAL(true);
  private final FlushOptions waiting = new FlushOptions().setWaitForFlush(true);
  private final CompactionOptions merging = new CompactionOptions();
  private final ReadOptions anywhere = new ReadOptions().setTotalOrderSeek(true);
  private final ReadOptions samePrefix = new ReadOptions().setPrefixSameAsStart(true);
  private final ReadWriteLock lifecycle = new ReentrantReadWriteLock();

  /** Set before the database is used. */
  private LostFiles lost;

  /** A directory to delete at the end. */
  private final @Nullable Path view;

  private boolean isClosed;

  private Database(
      Path directory,
      Path tables,
      RocksOptions options,
      RocksDB db,
      List<ColumnFamilyHandle> families,
      @Nullable Path view) {
    this.directory = directory;
    this.tables = tables;
    this.options = options;
    this.db = db;
    this.families = families;
    this.lost = new LostFiles(directory, List.of());
    this.view = view;
  }

  /** Opens the store for writing. Sets table files aside that cannot be opened. */
  public static Database openWriter(RocksDbConfig config) {
    try {
      return openWhole(config, "opening", false, StoreFormat.NAMES);
    } catch (ColophonException e) {
      if (e.code() != ErrorCode.STORE_CORRUPT) {
        throw e;
      }
      new Salvage(config, StoreFormat.NAMES).remove(e);
      return openWhole(config, "opening", false, StoreFormat.NAMES);
    }
  }

  /**
   * Opens the store in its current durable state; later writes stay invisible. Opens it without the
   * table files that are missing or cannot be opened.
   *
   * @param families the column families of the store
   */
  public static Database openReader(RocksDbConfig config, List<String> families) {
    String before = "";
    for (int attempt = 1; ; attempt++) {
      try {
        return openWhole(config, "reading", true, families);
      } catch (ColophonException e) {
        if (e.code() != ErrorCode.STORE_CORRUPT || attempt == OPEN_ATTEMPTS) {
          throw e;
        }
        // A file that the writer replaced is no longer listed at the next attempt.
        if (before.equals(e.getMessage())) {
          return new Salvage(config, families).read(e);
        }
        before = String.valueOf(e.getMessage());
      }
    }
  }

  /** Opens the store with its own list of files. */
  private static Database openWhole(
      RocksDbConfig config, String doing, boolean isReadOnly, List<String> families) {
    NativeLibrary.load();
    ReadAhead.small(config.directory());
    RocksOptions options = new RocksOptions(config);
    Database database =
        open(
            config.directory(),
            options,
            isReadOnly ? options.reader() : options.writer(),
            doing,
            isReadOnly,
            families,
            null);
    try {
      // Read after the list of files, which a writer shortens afterwards.
      database.lost = new RocksDbDirectory(config.directory()).lostFiles();
      return database;
    } catch (RuntimeException | Error e) {
      database.close();
      throw e;
    }
  }

  /** Opens the store for a list of its files. Damaged files do not matter. */
  static Database openUnchecked(RocksDbConfig config, List<String> families) {
    RocksOptions options = new RocksOptions(config);
    return open(config.directory(), options, options.unchecked(), "listing", true, families, null);
  }

  /**
   * Opens a view of the store for reading.
   *
   * @param view a directory with a list of the store's table files, deleted at the end
   * @param lost the files that the store has lost
   */
  static Database openView(RocksDbConfig config, Path view, List<String> families, LostFiles lost) {
    RocksOptions options = new RocksOptions(config);
    DBOptions from =
        options.reader().setDbPaths(List.of(new DbPath(config.directory(), Long.MAX_VALUE)));
    Database database = open(view, options, from, "reading", true, families, view);
    database.lost = lost;
    return database;
  }

  private static Database open(
      Path path,
      RocksOptions options,
      DBOptions dbOptions,
      String doing,
      boolean isReadOnly,
      List<String> families,
      @Nullable Path view) {
    try {
      List<ColumnFamilyDescriptor> descriptors = options.families(families);
      List<ColumnFamilyHandle> handles = new ArrayList<>();
      RocksDB db =
          isReadOnly
              ? RocksDB.openReadOnly(dbOptions, path.toString(), descriptors, handles)
              : RocksDB.open(dbOptions, path.toString(), descriptors, handles);
      return new Database(path, options.directory(), options, db, handles, view);
    } catch (RocksDBException e) {
      options.close();
      throw RocksFailures.translate(e, options.directory(), doing);
    }
  }

  /** Returns the table files that the store has lost. */
  public LostFiles lost() {
    return lost;
  }

  /** Returns RocksDB's list of the table files. */
  List<LiveFileMetaData> metadata() {
    return use("listing the files of", db::getLiveFilesMetaData);
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

  @Override
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

  /** Returns the largest key of a family, also of lost files; empty without any. Reads no data. */
  public Bytes lastKey(int family) {
    return Stream.concat(files().stream(), lost.files().stream().map(StoredFile::of))
        .filter(each -> each.family() == family)
        .map(StoredFile::lastKey)
        .max(Comparator.naturalOrder())
        .orElse(Bytes.EMPTY);
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

  /**
   * Verifies the checksums of all files, and names the damaged ones.
   *
   * @param checkedBytes receives the number of bytes checked so far, after each file
   * @param isReplaced tells of a missing file whether a writer has replaced it
   */
  public void verify(LongConsumer checkedBytes, Predicate<StoredFile> isReplaced) {
    List<String> damages = new ArrayList<>(lost.texts());
    long checked = 0;
    for (StoredFile file : files()) {
      try {
        verify(file);
      } catch (ColophonException e) {
        boolean isGone = !Files.exists(tables.resolve(file.name().substring(1)));
        if (e.code() != ErrorCode.STORE_CORRUPT) {
          throw e;
        }
        if (!isGone || !isReplaced.test(file)) {
          damages.add(String.valueOf(e.getMessage()));
        }
      }
      checked += file.bytes();
      checkedBytes.accept(checked);
    }
    readBlobs(checked, checkedBytes, damages);
    if (!damages.isEmpty()) {
      throw ErrorCode.STORE_CORRUPT.exception(String.join("; ", damages));
    }
  }

  private void verify(StoredFile file) {
    Path path = tables.resolve(file.name().substring(1));
    try (Options plain = new Options();
        SstFileReader reader = new SstFileReader(plain)) {
      reader.open(path.toString());
      reader.verifyChecksum();
    } catch (RocksDBException e) {
      throw RocksFailures.translate(e, tables, "verifying " + path + " of");
    }
  }

  /** Reads all values, since blob files are checked only on reading. */
  private void readBlobs(long before, LongConsumer checkedBytes, List<String> damages) {
    tolerating(damage -> damages.add(String.valueOf(damage.getMessage())))
        .scan(
            StoreFormat.EXTENDED,
            cursor -> {
              long checked = before;
              for (cursor.seek(new byte[0]); cursor.isValid(); cursor.next()) {
                checked += cursor.value().length;
                checkedBytes.accept(checked);
              }
              return true;
            });
  }

  @Override
  public byte @Nullable [] get(int family, byte[] key) {
    return get(family, key, Damages.REFUSE);
  }

  @Override
  public <T> T scan(int family, Function<Cursor, T> action) {
    return scan(family, anywhere, action, Damages.REFUSE);
  }

  @Override
  public <T> T scanGroup(int family, Function<Cursor, T> action) {
    return scan(family, samePrefix, action, Damages.REFUSE);
  }

  /** Returns reads that leave out damaged data and pass on each damage. */
  public Reads tolerating(Damages damages) {
    return new Tolerant(this, damages);
  }

  private record Tolerant(Database database, Damages damages) implements Reads {
    @Override
    public boolean has(int family) {
      return database.has(family);
    }

    @Override
    public byte @Nullable [] get(int family, byte[] key) {
      return database.get(family, key, damages);
    }

    @Override
    public <T> T scan(int family, Function<Cursor, T> action) {
      return database.scan(family, database.anywhere, action, damages);
    }

    @Override
    public <T> T scanGroup(int family, Function<Cursor, T> action) {
      return database.scan(family, database.samePrefix, action, damages);
    }
  }

  private byte @Nullable [] get(int family, byte[] key, Damages damages) {
    lost.check(family, key, key, damages);
    try {
      return use("reading", () -> db.get(families.get(family), anywhere, key));
    } catch (ColophonException e) {
      pass(e, damages);
      return null;
    }
  }

  private static void pass(ColophonException failure, Damages damages) {
    if (failure.code() != ErrorCode.STORE_CORRUPT) {
      throw failure;
    }
    damages.met(failure);
  }

  private <T> T scan(int family, ReadOptions how, Function<Cursor, T> action, Damages damages) {
    try {
      return use(
          "reading",
          () -> {
            try (RocksIterator iterator = db.newIterator(families.get(family), how)) {
              T result =
                  action.apply(lost.cursor(iterator, family, how.equals(samePrefix), damages));
              checkStatus(iterator, damages);
              return result;
            }
          });
    } catch (IndexOutOfBoundsException | ArithmeticException | NegativeArraySizeException e) {
      throw ErrorCode.STORE_CORRUPT.exception(
          "the adapter in "
              + directory
              + " holds a value that cannot be decoded; "
              + LostFile.ADVICE,
          e);
    }
  }

  private void checkStatus(RocksIterator iterator, Damages damages) {
    try {
      iterator.status();
    } catch (RocksDBException e) {
      pass(RocksFailures.translate(e, directory, "reading"), damages);
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
        deleteView();
      }
    } finally {
      lifecycle.writeLock().unlock();
    }
  }

  private void deleteView() {
    try {
      if (view != null) {
        FileTree.delete(view);
      }
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "not deleted: {0}", e.toString());
    }
  }
}
