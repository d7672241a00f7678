// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.fake;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.plugin.PluginOption;
import org.colophon.core.spi.cypher.CypherEngine;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.Predecessor;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.core.spi.storage.StorageCapability;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.storage.memory.MemoryStorageAdapterFactory;

/**
 * Stores memory adapters by directory, so that their content survives kernels and readers of this
 * process, as in a store on disk. Another process sees no content. Its readers run the statements
 * of {@link FakeCypher}.
 */
public final class FakeGraphFactory implements StorageAdapterFactory {
  /** Name of the engine. */
  public static final String NAME = "fakegraph";

  private static final Map<Path, StorageAdapter> KEPT = new ConcurrentHashMap<>();

  /** Used by {@link java.util.ServiceLoader}. */
  public FakeGraphFactory() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "pretends to understand Cypher";
  }

  @Override
  public List<PluginOption> options() {
    return List.of(new PluginOption("bolt", "where to pretend to listen", "off"));
  }

  @Override
  public Set<StorageCapability> capabilities() {
    return Set.of(StorageCapability.READ, StorageCapability.DURABLE, StorageCapability.CYPHER);
  }

  @Override
  public StorageAdapter create(StorageConfig config) {
    if (!Set.of("bolt").containsAll(config.options().keySet())) {
      throw new ColophonException(
          ErrorCode.BAD_REQUEST, "fakegraph has no option " + config.options().keySet());
    }
    return new Kept(config, null);
  }

  @Override
  public StorageAdapter createReplacement(StorageConfig config, Predecessor predecessor) {
    return new Kept(config, predecessor.directory().resolve("password"));
  }

  @Override
  public LineageReader openReader(StorageConfig config) {
    if (!Files.exists(config.directory())) {
      throw new ColophonException(ErrorCode.NOT_FOUND, "no fake graph in " + config.directory());
    }
    return withCypher(KEPT.computeIfAbsent(config.directory(), Kept::newAdapter).reader(), config);
  }

  private static LineageReader withCypher(LineageReader reader, StorageConfig config) {
    CypherEngine engine = new FakeCypher(reader, config);
    return (LineageReader)
        Proxy.newProxyInstance(
            FakeGraphFactory.class.getClassLoader(),
            new Class<?>[] {LineageReader.class, CypherEngine.class},
            (proxy, method, arguments) -> {
              boolean isCypher = method.getDeclaringClass() == CypherEngine.class;
              try {
                return method.invoke(isCypher ? engine : reader, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  /** Delegates to the adapter of a directory. Does not close that adapter. */
  private static final class Kept implements StorageAdapter {
    private final StorageConfig config;
    private final Path directory;
    private final Path password;
    private StorageAdapter adapter;

    Kept(StorageConfig config, Path password) {
      this.config = config;
      this.password = password;
      this.directory = config.directory();
    }

    @Override
    public void open() {
      if (!Files.exists(directory)) {
        KEPT.remove(directory);
      }
      adapter = KEPT.computeIfAbsent(directory, Kept::newAdapter);
      if (password != null && Files.exists(password)) {
        keepPassword();
      }
    }

    private void keepPassword() {
      try {
        Files.copy(password, directory.resolve(password.getFileName()));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static StorageAdapter newAdapter(Path directory) {
      try {
        Files.createDirectories(directory);
        Files.writeString(directory.resolve("data"), "not really");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      StorageAdapter fresh = new MemoryStorageAdapterFactory().create(StorageConfig.at(directory));
      fresh.open();
      return fresh;
    }

    @Override
    public long heldLsn() {
      return adapter.heldLsn();
    }

    @Override
    public void append(RecordBatch batch) {
      adapter.append(batch);
    }

    @Override
    public void flush() {
      adapter.flush();
    }

    @Override
    public long sync() {
      return adapter.sync();
    }

    @Override
    public LineageReader reader() {
      return withCypher(adapter.reader(), config);
    }

    @Override
    public void close() {
      adapter.sync();
    }
  }
}
