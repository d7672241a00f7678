// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.jdbc;

import java.util.Set;
import java.util.function.LongConsumer;
import org.colophon.core.model.Lsn;
import org.colophon.core.plugin.NamedPlugin;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.Predecessor;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.core.spi.storage.StorageCapability;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.core.spi.storage.VerifiableStorage;
import org.colophon.storage.jdbc.database.Engine;
import org.colophon.storage.jdbc.database.JdbcConfig;
import org.colophon.storage.jdbc.database.JdbcDirectory;
import org.colophon.storage.jdbc.database.Schema;
import org.colophon.storage.jdbc.database.Sessions;

/** Creates adapters that keep their store in a relational database. */
public final class JdbcStorageAdapterFactory extends NamedPlugin
    implements StorageAdapterFactory, VerifiableStorage {
  /** The adapter's name. */
  public static final String NAME = "jdbc";

  public JdbcStorageAdapterFactory() {
    super(
        NAME,
        "keeps everything in tables for SQL: H2 in a directory, or a PostgreSQL server",
        JdbcConfig.OPTIONS);
  }

  /**
   * Returns the capabilities that both databases have. PostgreSQL also allows reading while another
   * process writes; an H2 database belongs to one process.
   */
  @Override
  public Set<StorageCapability> capabilities() {
    return Set.of(StorageCapability.READ, StorageCapability.DURABLE, StorageCapability.VERIFY);
  }

  @Override
  public StorageAdapter create(StorageConfig config) {
    return new JdbcStorageAdapter(JdbcConfig.of(config));
  }

  /** Returns a replacement. Tables in a server are emptied in place. */
  @Override
  public StorageAdapter createReplacement(StorageConfig config, Predecessor predecessor) {
    JdbcConfig its = JdbcConfig.of(config);
    return its.isPostgres() && !predecessor.isOpen()
        ? new JdbcStorageAdapter(its, new JdbcDirectory(predecessor.directory()))
        : new JdbcStorageAdapter(its);
  }

  @Override
  public long verify(StorageConfig config, LongConsumer checkedBytes) {
    return new TableCheck(Engine.of(JdbcConfig.of(config)), checkedBytes).run();
  }

  @Override
  public LineageReader openReader(StorageConfig config) {
    Engine engine = Engine.of(JdbcConfig.of(config));
    engine.requireStore();
    Sessions sessions = new Sessions(engine);
    try {
      sessions.call("opening", session -> new Schema(engine).check(session));
      return new JdbcLineageReader(sessions, Lsn.LATEST, sessions::close);
    } catch (RuntimeException e) {
      sessions.close();
      throw e;
    }
  }
}
