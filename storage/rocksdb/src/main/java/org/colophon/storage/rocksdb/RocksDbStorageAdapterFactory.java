// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb;

import java.util.Set;
import java.util.function.LongConsumer;
import org.colophon.core.model.Lsn;
import org.colophon.core.plugin.NamedPlugin;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.core.spi.storage.StorageCapability;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.core.spi.storage.VerifiableStorage;
import org.colophon.storage.rocksdb.database.Database;
import org.colophon.storage.rocksdb.database.RocksDbConfig;
import org.colophon.storage.rocksdb.database.RocksDbDirectory;
import org.colophon.storage.rocksdb.database.StoredFile;
import org.colophon.storage.rocksdb.format.StoreFormat;
import org.colophon.storage.rocksdb.format.StoreState;
import org.colophon.storage.rocksdb.read.GroupCache;

/** Creates adapters that keep their store in a directory with RocksDB. */
public final class RocksDbStorageAdapterFactory extends NamedPlugin
    implements StorageAdapterFactory, VerifiableStorage {
  /** The adapter's name. */
  public static final String NAME = "rocksdb";

  public RocksDbStorageAdapterFactory() {
    super(
        NAME,
        "keeps everything in a directory with RocksDB; small, fast, the default",
        RocksDbConfig.OPTIONS);
  }

  @Override
  public Set<StorageCapability> capabilities() {
    return Set.of(
        StorageCapability.READ,
        StorageCapability.DURABLE,
        StorageCapability.SHARED_READ,
        StorageCapability.VERIFY);
  }

  @Override
  public StorageAdapter create(StorageConfig config) {
    return new RocksDbStorageAdapter(RocksDbConfig.of(config), config.backgroundThreads());
  }

  @Override
  public LineageReader openReader(StorageConfig config) {
    RocksDbConfig checked = RocksDbConfig.of(config);
    RocksDbDirectory directory = new RocksDbDirectory(checked.directory());
    int format = directory.requireStore();
    Database database = open(checked, format);
    StoreState state = RocksDbStorageAdapter.readState(database);
    long markedLsn =
        format < StoreFormat.VERSION ? Lsn.LATEST : RocksDbStorageAdapter.readMarkedLsn(database);
    GroupCache groups = new GroupCache(database, checked.readCacheBytes(), markedLsn);
    return new RocksDbLineageReader(
        database,
        groups,
        markedLsn,
        directory,
        () -> state,
        () -> {
          groups.close();
          database.close();
        });
  }

  @Override
  public long verify(StorageConfig config, LongConsumer checkedBytes) {
    RocksDbConfig checked = RocksDbConfig.of(config);
    int format = new RocksDbDirectory(checked.directory()).requireStore();
    try (Database database = open(checked, format)) {
      database.verify(checkedBytes, file -> !isListed(checked, format, file));
      return RocksDbStorageAdapter.readState(database).lastLsn();
    }
  }

  /** Returns whether a file still belongs to a store. */
  private static boolean isListed(RocksDbConfig config, int format, StoredFile file) {
    try (Database now = open(config, format)) {
      return now.files().stream().anyMatch(each -> each.name().equals(file.name()))
          || now.lost().files().stream().anyMatch(each -> file.name().endsWith(each.name()));
    }
  }

  /**
   * Opens a store for reading. Opens it again if a writer upgraded the format meanwhile, since the
   * store has more families then.
   *
   * @param format the format that was read before
   */
  static Database open(RocksDbConfig config, int format) {
    if (format < StoreFormat.LATER_FAMILIES) {
      Database database = Database.openReader(config, StoreFormat.OLDER_NAMES);
      if (new RocksDbDirectory(config.directory()).format() < StoreFormat.LATER_FAMILIES) {
        return database;
      }
      database.close();
    }
    return Database.openReader(config, StoreFormat.NAMES);
  }
}
