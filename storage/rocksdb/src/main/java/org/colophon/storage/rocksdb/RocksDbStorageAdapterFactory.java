package org.colophon.storage.rocksdb;

import java.util.List;
import java.util.Set;
import java.util.function.LongConsumer;
import org.colophon.core.plugin.PluginOption;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.core.spi.storage.StorageCapability;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.core.spi.storage.VerifiableStorage;

/** Makes adapters that keep their store in a folder with RocksDB. */
public final class RocksDbStorageAdapterFactory
    implements StorageAdapterFactory, VerifiableStorage {
  /** The adapter's name. */
  public static final String NAME = "rocksdb";

  /** For {@link java.util.ServiceLoader}. */
  public RocksDbStorageAdapterFactory() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "keeps everything in a folder with RocksDB; small, fast, the default";
  }

  @Override
  public List<PluginOption> options() {
    return RocksDbConfig.OPTIONS;
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
    return new RocksDbStorageAdapter(RocksDbConfig.of(config));
  }

  @Override
  public LineageReader openReader(StorageConfig config) {
    RocksDbConfig checked = RocksDbConfig.of(config);
    Database database = open(checked, new StoreFolder(checked.folder()).requireStore());
    StoreState state = RocksDbStorageAdapter.readState(database);
    GroupCache groups = new GroupCache(database, checked.readCacheBytes());
    return new RocksDbLineageReader(
        database, groups, new StoreFolder(checked.folder()), () -> state, database::close);
  }

  @Override
  public long verify(StorageConfig config, LongConsumer checkedBytes) {
    RocksDbConfig checked = RocksDbConfig.of(config);
    try (Database database = open(checked, new StoreFolder(checked.folder()).requireStore())) {
      database.verify();
      checkedBytes.accept(database.files().stream().mapToLong(StoredFile::bytes).sum());
      return RocksDbStorageAdapter.readState(database).lastLsn();
    }
  }

  /**
   * Opens a store to read it. A writer may bring it to the present format meanwhile: then it has
   * more families than were opened, and is opened again.
   *
   * @param format the store's, a moment ago
   */
  static Database open(RocksDbConfig config, int format) {
    if (format < StoreFormat.VERSION) {
      Database database = Database.openReader(config, StoreFormat.OLDER_NAMES);
      if (new StoreFolder(config.folder()).check() < StoreFormat.VERSION) {
        return database;
      }
      database.close();
    }
    return Database.openReader(config, StoreFormat.NAMES);
  }
}
