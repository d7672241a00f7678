// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.jdbc;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;
import org.colophon.core.plugin.PluginOption;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.core.spi.storage.StorageCapability;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.core.spi.storage.VerifiableStorage;

/**
 * The factory under test, which stores each directory in a schema of its own on the tests' server.
 * If the contract copies a directory, the copy gets a copy of the committed schema.
 */
final class PostgresFactory implements StorageAdapterFactory, VerifiableStorage {
  private static final List<String> TABLES =
      List.of(
          "process",
          "object",
          "former_identity",
          "access",
          "link",
          "derivation",
          "cut",
          "name_event",
          "extended_record",
          "snapshot",
          "gap",
          "moment",
          "held");

  private final JdbcStorageAdapterFactory factory = new JdbcStorageAdapterFactory();
  private final PostgresServer server = PostgresServer.shared();

  @Override
  public String name() {
    return factory.name();
  }

  @Override
  public String description() {
    return factory.description();
  }

  @Override
  public List<PluginOption> options() {
    return factory.options();
  }

  /** Returns the capabilities, with those that PostgreSQL has beyond H2. */
  @Override
  public Set<StorageCapability> capabilities() {
    return Set.of(
        StorageCapability.READ,
        StorageCapability.DURABLE,
        StorageCapability.SHARED_READ,
        StorageCapability.VERIFY);
  }

  @Override
  public long verify(StorageConfig config, LongConsumer checkedBytes) {
    return factory.verify(onServer(config), checkedBytes);
  }

  @Override
  public StorageAdapter create(StorageConfig config) {
    if (config.directory().endsWith("image")) {
      copy(schema(config.directory().resolveSibling("store")), schema(config.directory()));
    }
    return factory.create(onServer(config));
  }

  @Override
  public LineageReader openReader(StorageConfig config) {
    return factory.openReader(onServer(config));
  }

  private StorageConfig onServer(StorageConfig config) {
    Map<String, String> options = new HashMap<>(config.options());
    options.putAll(server.options(schema(config.directory())));
    return new StorageConfig(config.directory(), options);
  }

  static String schema(Path directory) {
    return "s" + Integer.toHexString(directory.toString().hashCode());
  }

  private void copy(String from, String to) {
    server.execute("CREATE SCHEMA IF NOT EXISTS " + to);
    for (String table : TABLES) {
      server.execute(
          "CREATE TABLE %2$s.%3$s (LIKE %1$s.%3$s INCLUDING ALL)".formatted(from, to, table));
      server.execute("INSERT INTO %2$s.%3$s SELECT * FROM %1$s.%3$s".formatted(from, to, table));
    }
  }
}
