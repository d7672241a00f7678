// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.store;

import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.function.UnaryOperator;
import org.colophon.core.adapters.AttachedAdapter;
import org.colophon.core.adapters.AttachedAdapters;
import org.colophon.core.adapters.StoreDirectory;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.core.spi.storage.StorageCapability;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.engine.LineageEngine;
import org.colophon.query.target.Target;
import org.colophon.query.target.Targets;

/**
 * A closed store, opened for queries. It needs the store's adapter on the class path, such as the
 * artifact {@code colophon-storage-rocksdb}. While a service has opened the store, query the
 * service.
 *
 * <p>Any number of threads may query. The history does not change while it is open.
 */
public final class StoredHistory implements AutoCloseable {
  private final LineageReader reader;
  private final LineageEngine engine;

  private StoredHistory(LineageReader reader) {
    this.reader = reader;
    this.engine = new LineageEngine(reader);
  }

  /**
   * Opens the first adapter of a store that can be read.
   *
   * @throws ColophonException NOT_FOUND if the store, or on the class path an engine that can read
   *     it, does not exist. STORE_LOCKED if the store is not closed: a program writes it, or was
   *     killed. Another code if the store cannot be read
   */
  public static StoredHistory open(Path store) {
    Path directory = store.toAbsolutePath().normalize();
    if (!StoreDirectory.exists(directory)) {
      throw ErrorCode.NOT_FOUND.exception(
          "there is no store in " + directory + ": record into it first");
    }
    AttachedAdapter adapter = readableAdapter(directory);
    StoreDirectory.requireOwnParts(directory, adapter.name());
    StorageConfig config =
        new StorageConfig(StoreDirectory.adapterIn(directory, adapter.name()), adapter.options());
    LineageReader reader = factories().get(adapter.engine()).openReader(config);
    try {
      requireWhole(directory, reader.visibleLsn());
      return new StoredHistory(reader);
    } catch (RuntimeException | Error e) {
      reader.close();
      throw e;
    }
  }

  private static PluginLoader<StorageAdapterFactory> factories() {
    return new PluginLoader<>(StorageAdapterFactory.class);
  }

  private static AttachedAdapter readableAdapter(Path directory) {
    return AttachedAdapters.of(directory).stream()
        .filter(adapter -> canRead(adapter.engine()))
        .findFirst()
        .orElseThrow(
            () ->
                ErrorCode.NOT_FOUND.exception(
                    "no engine on the class path reads the adapters of %s: %s; add the artifact of one"
                        .formatted(
                            directory,
                            AttachedAdapters.of(directory).stream()
                                .map(AttachedAdapter::engine)
                                .toList())));
  }

  private static boolean canRead(String engine) {
    return factories()
        .find(engine)
        .filter(factory -> factory.capabilities().contains(StorageCapability.READ))
        .isPresent();
  }

  /** Refuses a store whose answers may lack records, or the gaps of a killed program. */
  private static void requireWhole(Path directory, long visibleLsn) {
    if (StoreDirectory.isLeftOpen(directory)
        || StoreDirectory.isJournalAhead(directory, visibleLsn)) {
      throw ErrorCode.STORE_LOCKED.exception(
          directory
              + " is not closed: end the program that writes it; if it was killed, open the store"
              + " with Recorder.embed and close it");
    }
  }

  /**
   * Returns all ancestors of a target.
   *
   * @param target a TARGET as the command accepts it: a path, {@code path@TIME}, an id, or another
   *     name such as {@code index://words}. Relative paths start from the working directory
   * @throws ColophonException NOT_FOUND if the store does not know the target, BAD_REQUEST if it is
   *     malformed
   */
  public Lineage lineage(String target) {
    return lineage(target, query -> query);
  }

  /**
   * Returns the lineage of a target.
   *
   * @param options changes the query, for example its direction or depth
   * @throws ColophonException see {@link #lineage(String)}
   */
  public Lineage lineage(String target, UnaryOperator<LineageQuery.Builder> options) {
    Targets targets = new Targets(reader, Instant.now(), ZoneId.systemDefault());
    Target found = targets.parse(target, Bytes.of(Path.of("").toAbsolutePath().toString()));
    LineageQuery.Builder query = LineageQuery.builder().roots(found.roots());
    return engine.collect(options.apply(query).build());
  }

  /** Returns the engine, for other questions. It must not be used after {@link #close}. */
  public LineageEngine engine() {
    return engine;
  }

  @Override
  public void close() {
    reader.close();
  }
}
