// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.servers;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.colophon.core.adapters.AdapterConfig;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelConfig;
import org.colophon.core.kernel.ReporterHandle;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.fact.ObjectInfo;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.ReporterFactory;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.query.api.Direction;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageNode;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.NodeType;
import org.colophon.query.api.Root;
import org.colophon.query.engine.LineageEngine;

/** Kernel with a store, and queries for the tests. */
public final class Runs implements AutoCloseable {
  /** The server's name in all tests. */
  public static final String SERVER = "db:3306";

  public static final String PREFIX = "mysql://" + SERVER + "/";

  public final Kernel kernel;
  private final LineageReader reader;

  public Runs(java.nio.file.Path directory) {
    StorageAdapterFactory factory = new PluginLoader<>(StorageAdapterFactory.class).get("memory");
    kernel =
        Kernel.open(KernelConfig.builder(directory).adapter(AdapterConfig.of(factory)).build());
    reader = kernel.reader("memory");
  }

  /** Attaches the reporter, without waiting for it. */
  public ReporterHandle attach(Map<String, String> options) {
    ReporterFactory factory = new PluginLoader<>(ReporterFactory.class).get("mysql");
    Map<String, String> all = new java.util.HashMap<>(options);
    all.putIfAbsent("server", SERVER);
    all.putIfAbsent("literals", "true");
    return kernel.attach("mysql", factory.create(all), SinkOptions.DEFAULT);
  }

  /** Reads a log to its end and stores its content. */
  public void read(java.nio.file.Path log, String... options) {
    Map<String, String> all = new java.util.HashMap<>(Map.of("from", log.toString()));
    for (int i = 0; i < options.length; i += 2) {
      all.put(options[i], options[i + 1]);
    }
    read(all);
  }

  /** Reads a binary log alone to its end. */
  public void readBinlog(java.nio.file.Path index) {
    read(Map.of("binlog", index.toString(), "follow", "false"));
  }

  private void read(Map<String, String> options) {
    ReporterHandle handle = attach(options);
    handle.await();
    handle.failure().ifPresent(Runs::rethrow);
    kernel.drain();
  }

  private static void rethrow(Throwable failure) {
    if (failure instanceof RuntimeException known) {
      throw known;
    }
    throw new AssertionError(failure);
  }

  public LineageReader reader() {
    return reader;
  }

  /** Returns the object of a name, such as database.table. */
  public long object(String name) {
    String full = name.startsWith("/") ? name : PREFIX + name.replace('.', '/');
    return reader.resolve(Bytes.of(full), Lsn.LATEST);
  }

  /** Returns the object of a table, given as database.table. Only the first dot separates. */
  public long table(String name) {
    int dot = name.indexOf('.');
    String full =
        name.startsWith("/")
            ? name
            : PREFIX + name.substring(0, dot) + "/" + name.substring(dot + 1);
    return reader.resolve(Bytes.of(full), Lsn.LATEST);
  }

  /** Returns the tables and files that are ancestors of a table or file, without itself. */
  public Set<String> ancestors(String name) {
    return objects(name, Direction.ANCESTORS);
  }

  /** Returns the tables and files that are descendants of a table or file, without itself. */
  public Set<String> descendants(String name) {
    return objects(name, Direction.DESCENDANTS);
  }

  private Set<String> objects(String name, Direction direction) {
    Set<String> names = new TreeSet<>();
    for (LineageNode node : lineage(name, direction).nodes()) {
      if (node.type() == NodeType.OBJECT && node.id() != object(name)) {
        names.add(plain(node.name().toString()));
      }
    }
    return names;
  }

  public Lineage lineage(String name, Direction direction) {
    long object = object(name);
    if (object == 0) {
      throw new AssertionError("no object has the name " + name);
    }
    return lineage(object, direction);
  }

  public Lineage lineage(long object, Direction direction) {
    return new LineageEngine(reader)
        .collect(LineageQuery.builder().root(Root.object(object)).direction(direction).build());
  }

  /** Returns database.table for a table, and a file's name unchanged. */
  static String plain(String name) {
    return name.startsWith(PREFIX) ? name.substring(PREFIX.length()).replace('/', '.') : name;
  }

  /** Returns the names of the statements that are ancestors of a table. */
  public Set<String> statements(String table) {
    Set<String> names = new TreeSet<>();
    for (LineageNode node : lineage(table, Direction.ANCESTORS).nodes()) {
      if (node.type() == NodeType.PROCESS) {
        names.add(node.name().toString());
      }
    }
    return names;
  }

  /** Returns the statements that wrote a table, without those that created it. */
  public List<String> writers(String table) {
    List<String> names = new ArrayList<>();
    reader.accessesOfObject(
        object(table),
        AccessMode.WRITE.bit(),
        (process, object, mode, first, last, times, bytes, t1, t2) -> {
          String name = reader.process(process).declaration().executable().toString();
          if (!name.startsWith("create")) {
            names.add(name);
          }
        });
    return names;
  }

  /** Returns the number of processes whose names match. */
  public long count(Predicate<String> fits) {
    long count = 0;
    for (long id = 1; id <= reader.lastProcess(); id++) {
      ProcessInfo info = reader.process(id);
      if (info != null && fits.test(info.declaration().executable().toString())) {
        count++;
      }
    }
    return count;
  }

  /** Returns the users in the store. */
  public Set<String> agents() {
    Set<String> names = new TreeSet<>();
    for (long id = 1; id <= reader.lastObject(); id++) {
      ObjectInfo info = reader.object(id);
      if (info != null && info.declaration().kind() == ObjectKind.AGENT) {
        names.add(info.declaration().label().toString());
      }
    }
    return names;
  }

  /** Waits for an event of another thread, and fails after a while. */
  public static void await(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + 60_000_000_000L;
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("timed out while waiting for: " + what);
      }
      java.util.concurrent.locks.LockSupport.parkNanos(2_000_000);
    }
  }

  @Override
  public void close() {
    kernel.close();
  }
}
