// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.colophon.core.adapters.AdapterConfig;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelConfig;
import org.colophon.core.kernel.ReporterHandle;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.query.api.Direction;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageNode;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.NodeType;
import org.colophon.query.api.Root;
import org.colophon.query.engine.LineageEngine;

/** A growing log of a server. Also queries the store for tables of the database {@code d}. */
final class ReadLog implements AutoCloseable {
  private static final String PREFIX = "mysql://db:3306/d/";

  private final Path log;
  private final Kernel kernel;
  private final LineageReader reader;

  private ReadLog(Path directory, String head) {
    log = directory.resolve("server.log");
    append(head);
    StorageAdapterFactory factory = new PluginLoader<>(StorageAdapterFactory.class).get("memory");
    AdapterConfig memory = AdapterConfig.of(factory);
    kernel = Kernel.open(KernelConfig.builder(directory.resolve("store")).adapter(memory).build());
    reader = kernel.reader("memory");
  }

  static ReadLog general(Path directory) {
    return new ReadLog(
        directory,
        """
        mariadbd, Version: 10.11.19-MariaDB-log (Debian 12). started with:
        Tcp port: 3306  Unix socket: /lab/db/s
        Time\t\t    Id Command\tArgument
        261121  3:02:57\t     4 Connect\troot@localhost on d using Socket
        \t\t     5 Connect\troot@localhost on d using Socket
        """);
  }

  static ReadLog audit(Path directory) {
    return new ReadLog(directory, "20261121 03:02:57,host,ann,localhost,4,0,CONNECT,d,,0\n");
  }

  private void append(String text) {
    append(text, StandardCharsets.UTF_8);
  }

  private void append(String text, Charset charset) {
    try {
      Files.writeString(log, text, charset, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes statements to a general query log. */
  void ran(int connection, String... statements) {
    for (String statement : statements) {
      append("\t\t     " + connection + " Query\t" + statement + "\n");
    }
  }

  /**
   * Writes a statement to an audit log.
   *
   * @param error 0 if the statement succeeded
   * @param events accesses to tables: {@code READ a}
   */
  void audited(int query, String statement, int error, String... events) {
    opened(query, events);
    append(audit(query) + "QUERY,d,'" + statement.replace("'", "\\'") + "'," + error + "\n");
  }

  /** Writes a statement whose characters are bytes to an audit log. */
  void auditedBytes(int query, String statement, String... events) {
    opened(query, events);
    append(audit(query) + "QUERY,d,'" + statement + "',0\n", StandardCharsets.ISO_8859_1);
  }

  /** Writes accesses of a statement without a record, such as a cursor, to an audit log. */
  void opened(int query, String... events) {
    for (String event : events) {
      append(audit(query) + event.replace(" ", ",d,") + ",\n");
    }
  }

  private static String audit(int query) {
    return "20261121 03:02:57,host,ann,localhost,4," + query + ",";
  }

  /** Copies the log to a file with a suffix, and truncates it. */
  void copyAndTruncate(int suffix) {
    try {
      Path copy = Files.copy(log, log.resolveSibling(log.getFileName() + "." + suffix));
      Files.setLastModifiedTime(copy, FileTime.from(Instant.EPOCH.plusSeconds(suffix)));
      Files.writeString(log, "", StandardOpenOption.TRUNCATE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs a reporter to the end of the log. It resumes at the position of the previous run. */
  void read() {
    Map<String, String> options =
        Map.of("log", log.toString(), "follow", "false", "server", "db:3306");
    ReporterHandle handle =
        kernel.attach("mysql", new MysqlReporterFactory().create(options), SinkOptions.DEFAULT);
    handle.await();
    handle
        .failure()
        .ifPresent(
            failure -> {
              throw new AssertionError(failure);
            });
    kernel.drain();
  }

  boolean hasTable(String name) {
    return object(name) != 0;
  }

  private long object(String table) {
    return reader.resolve(Bytes.of(PREFIX + table), Lsn.LATEST);
  }

  /** Returns the names of a table's ancestors, without unnamed ancestors and the table itself. */
  Set<String> ancestors(String table) {
    long object = object(table);
    Set<String> names = new TreeSet<>();
    for (LineageNode node : lineage(object).nodes()) {
      boolean isOther = node.type() == NodeType.OBJECT && node.id() != object;
      String name = node.name().toString();
      if (isOther && name.startsWith(PREFIX)) {
        names.add(name.substring(PREFIX.length()));
      }
    }
    return names;
  }

  private Lineage lineage(long object) {
    LineageQuery query =
        LineageQuery.builder().root(Root.object(object)).direction(Direction.ANCESTORS).build();
    return new LineageEngine(reader).collect(query);
  }

  /** Returns whether the lineage of a table crosses no known loss. */
  boolean isComplete(String table) {
    return lineage(object(table)).summary().gaps().isEmpty();
  }

  @Override
  public void close() {
    kernel.close();
  }
}
