// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.names;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.colophon.core.files.FileTree;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.core.spi.storage.visitor.NameVisitor;
import org.colophon.storage.neo4j.database.GraphDatabase;
import org.colophon.storage.neo4j.database.Neo4jConfig;
import org.colophon.storage.neo4j.database.NodeLabel;
import org.colophon.storage.neo4j.database.OpenDatabases;
import org.colophon.storage.neo4j.database.PropertyKey;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;

/** Names in a database of their own, for tests. Many tests share one database. */
public final class NameStore implements AutoCloseable {
  public final NameWriter names;
  private final Path directory;
  private OpenDatabases.Lease lease;

  public NameStore() {
    directory = temporary();
    lease = lease(Map.of());
    names = new NameWriter();
  }

  private static Path temporary() {
    try {
      return Files.createTempDirectory("names");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private OpenDatabases.Lease lease(Map<String, String> options) {
    StorageConfig config = new StorageConfig(directory.resolve("neo4j"), options);
    return OpenDatabases.openWriter(Neo4jConfig.of(config), true);
  }

  /** Opens the same database with other options; the old {@link #names} becomes invalid. */
  public void reopen(Map<String, String> options) {
    lease.close();
    lease = lease(options);
  }

  public GraphDatabase database() {
    return lease.database();
  }

  /** Writes in a transaction. */
  public void write(Consumer<Transaction> work) {
    try (Transaction transaction = database().service().beginTx()) {
      work.accept(transaction);
      transaction.commit();
    }
  }

  public <T> T read(Function<Transaction, T> question) {
    return database().read(question);
  }

  /** Deletes everything that tests wrote. */
  public void clear() {
    write(
        transaction -> {
          try (Stream<Node> all = transaction.getAllNodes().stream()) {
            all.filter(node -> !node.hasLabel(NodeLabel.COLOPHON)).forEach(NameStore::delete);
          }
        });
    names.forget();
  }

  private static void delete(Node node) {
    node.getRelationships().forEach(each -> each.delete());
    node.delete();
  }

  /** Returns the node of an object, creating a missing one; null for 0. */
  public Node object(Transaction transaction, long id) {
    if (id == 0) {
      return null;
    }
    Node found = transaction.findNode(NodeLabel.OBJECT, PropertyKey.ID, id);
    if (found == null) {
      found = transaction.createNode(NodeLabel.OBJECT);
      found.setProperty(PropertyKey.ID, id);
    }
    return found;
  }

  private NameWriter at(Transaction transaction, RecordBatch r) {
    return names.at(transaction, r.lsn());
  }

  public void apply(Transaction transaction, RecordBatch r) {
    while (r.next()) {
      switch (r.type()) {
        case BIND -> at(transaction, r).bind(r.path(), object(transaction, r.object()));
        case UNBIND -> at(transaction, r).unbind(r.path());
        case RENAME ->
            at(transaction, r).rename(r.path(), r.toPath(), object(transaction, r.object()));
        case EXCHANGE -> at(transaction, r).exchange(r.path(), r.toPath());
        default -> throw new AssertionError(r.type());
      }
    }
  }

  /** Returns a reader that answers about names only. */
  public LineageReader reader(Transaction transaction) {
    return (LineageReader)
        Proxy.newProxyInstance(
            NameStore.class.getClassLoader(),
            new Class<?>[] {LineageReader.class},
            (proxy, method, arguments) -> answer(transaction, method.getName(), arguments));
  }

  private Object answer(Transaction transaction, String method, Object... arguments) {
    return switch (method) {
      case "resolve" ->
          new NameReader(transaction).resolve((Bytes) arguments[0], (long) arguments[1]);
      case "bindingsOf" -> new NameReader(transaction).bindingsOf((Bytes) arguments[0]);
      case "namesOf" -> namesOf(transaction, (long) arguments[0]);
      case "under" -> {
        new NameReader(transaction)
            .under((Bytes) arguments[0], (long) arguments[1], (NameVisitor) arguments[2]);
        yield null;
      }
      case "pathsFrom" -> {
        int limit = arguments.length == 2 ? Integer.MAX_VALUE : (int) arguments[1];
        NameVisitor visitor = (NameVisitor) arguments[arguments.length - 1];
        new NameReader(transaction).pathsFrom((Bytes) arguments[0], limit, visitor);
        yield null;
      }
      case "pathsEverUnder" -> new NameReader(transaction).pathsEverUnder((Bytes) arguments[0]);
      default -> throw new AssertionError(method);
    };
  }

  private List<?> namesOf(Transaction transaction, long id) {
    Node object = transaction.findNode(NodeLabel.OBJECT, PropertyKey.ID, id);
    return object == null ? List.of() : new NameReader(transaction).namesOf(object);
  }

  @Override
  public void close() {
    lease.close();
    try {
      FileTree.delete(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
