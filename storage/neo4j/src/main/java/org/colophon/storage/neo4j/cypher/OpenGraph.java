// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.cypher;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.function.Function;
import java.util.function.Predicate;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.LinkKind;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.storage.neo4j.database.AccessMapping;
import org.colophon.storage.neo4j.database.EntityIds;
import org.colophon.storage.neo4j.database.GraphDatabase;
import org.colophon.storage.neo4j.database.NodeLabel;
import org.colophon.storage.neo4j.database.PropertyKey;
import org.colophon.storage.neo4j.database.RelationType;
import org.jspecify.annotations.Nullable;
import org.neo4j.function.ThrowingFunction;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.NotFoundException;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.Transaction;
import org.neo4j.internal.kernel.api.exceptions.ProcedureException;
import org.neo4j.kernel.api.KernelTransaction;
import org.neo4j.kernel.api.procedure.Context;

/**
 * The open database for one call of a procedure or function: Colophon's reader, and the nodes and
 * relationships of the calling transaction by Colophon's ids. A node is found by the unique index,
 * and a relationship from the node with fewer relationships of its type. Both are cached. One
 * thread.
 */
public final class OpenGraph {
  private static final Bytes ROOT_DIRECTORY = Bytes.of("/");

  private static final int ENTRY_BYTES = 128;

  /** Divisor of the read cache: each of the two caches gets an eighth. */
  private static final int CACHE_PART = 8;

  private static final String CODE = "code";
  private static final int FIRST_LINK = AccessMode.COUNT;
  private static final int DERIVATION = FIRST_LINK + LinkKind.values().length;

  /** Identifies a relationship by Colophon's ids. */
  private record Edge(int type, long from, long to, long lsn) {}

  /**
   * State that all calls in a database share. Neo4j's ids never change, so the caches never become
   * stale.
   *
   * @param nodes Neo4j's ids of nodes; the key is twice Colophon's id, plus one for objects
   */
  private record Share(
      GraphDatabase database,
      LineageReader reader,
      Cache<Long, Long> nodes,
      Cache<Edge, Long> relationships) {}

  /** Creates the graphs of the calls in a database. */
  static ThrowingFunction<Context, OpenGraph, ProcedureException> in(
      GraphDatabase database, LineageReader reader) {
    long cacheBytes = database.config().readCacheBytes();
    Share share = new Share(database, reader, cache(cacheBytes), cache(cacheBytes));
    return context -> new OpenGraph(share, context.transaction(), context.kernelTransaction());
  }

  private static <K> Cache<K, Long> cache(long readCacheBytes) {
    return Caffeine.newBuilder()
        .maximumSize(readCacheBytes / CACHE_PART / ENTRY_BYTES)
        .executor(Runnable::run)
        .build();
  }

  private final Share share;
  private final Transaction transaction;
  private final KernelTransaction statement;
  private final LineageReader reader;

  private OpenGraph(Share share, Transaction transaction, KernelTransaction statement) {
    this.share = share;
    this.transaction = transaction;
    this.statement = statement;
    this.reader = WatchedReader.of(share.reader, this::requireRunning);
  }

  /** Returns the reader of the store. It fails after the statement was terminated. */
  public LineageReader reader() {
    return reader;
  }

  /**
   * Fails if the statement was terminated. Called during long work with {@link #shared} objects.
   */
  public void requireRunning() {
    statement.assertOpen();
  }

  /**
   * Returns the default time of the call; null if unset. Statements and Bolt clients set it as
   * {@code asOf} in the metadata of their transaction.
   */
  public @Nullable Object asOf() {
    return statement.getMetaData().get(Neo4jCypherEngine.AS_OF);
  }

  /**
   * Returns the directory for relative names, which is set like {@link #asOf}; the root by default.
   */
  public Bytes directory() {
    return statement.getMetaData().get(Neo4jCypherEngine.DIRECTORY) instanceof String directory
        ? Bytes.of(directory)
        : ROOT_DIRECTORY;
  }

  /** Returns the one object of a type that all calls share, created on first use. */
  public <T> T shared(Class<T> type, Function<LineageReader, T> maker) {
    return share.database.shared(type, opened -> maker.apply(share.reader));
  }

  /** Returns the node of a process, or null. */
  public Node process(long id) {
    return node(false, id);
  }

  /** Returns the node of an object, or null. */
  public Node object(long id) {
    return node(true, id);
  }

  private Node node(boolean isObject, long id) {
    Long key = id << 1 | (isObject ? 1 : 0);
    Long known = share.nodes.getIfPresent(key);
    if (known != null) {
      try {
        return EntityIds.node(transaction, known);
      } catch (NotFoundException e) {
        share.nodes.invalidate(key); // a statement that might write deleted it
      }
    }
    Node node =
        transaction.findNode(isObject ? NodeLabel.OBJECT : NodeLabel.PROCESS, PropertyKey.ID, id);
    if (node != null) {
      share.nodes.put(key, EntityIds.of(node));
    }
    return node;
  }

  /** Returns the relationship of an access interval, or null. */
  public @Nullable Relationship access(long process, long object, AccessMode mode, long firstLsn) {
    RelationType type = AccessMapping.type(mode);
    boolean isFromProcess = AccessMapping.isFromProcess(mode);
    boolean isCode = mode == AccessMode.CODE;
    Edge edge =
        isFromProcess
            ? new Edge(mode.code(), process, object, firstLsn)
            : new Edge(mode.code(), object, process, firstLsn);
    return find(
        edge,
        type,
        !isFromProcess,
        isFromProcess,
        PropertyKey.FIRST_LSN,
        found ->
            type != RelationType.USED
                || isCode == CODE.equals(found.getProperty(PropertyKey.ROLE, null)));
  }

  /** Returns the relationship of a link between processes, or null. */
  public @Nullable Relationship link(long effect, long cause, LinkKind kind, long lsn) {
    return find(
        new Edge(FIRST_LINK + kind.code(), effect, cause, lsn),
        RelationType.WAS_INFORMED_BY,
        false,
        false,
        PropertyKey.LSN,
        found -> kind.name().equals(found.getProperty(PropertyKey.KIND, null)));
  }

  /** Returns the relationship of a derivation, or null. */
  public @Nullable Relationship derivation(long effect, long cause, long lsn) {
    return find(
        new Edge(DERIVATION, effect, cause, lsn),
        RelationType.WAS_DERIVED_FROM,
        true,
        true,
        PropertyKey.LSN,
        found -> true);
  }

  private @Nullable Relationship find(
      Edge edge,
      RelationType type,
      boolean isFromObject,
      boolean isToObject,
      String lsnKey,
      Predicate<Relationship> fits) {
    Long known = share.relationships.getIfPresent(edge);
    if (known != null) {
      try {
        return EntityIds.relationship(transaction, known);
      } catch (NotFoundException e) {
        share.relationships.invalidate(edge); // a statement that might write deleted it
      }
    }
    Node from = node(isFromObject, edge.from());
    Node to = node(isToObject, edge.to());
    if (from == null || to == null) {
      return null;
    }
    Relationship found =
        EntityIds.between(
            from, to, type, each -> lsn(each, lsnKey) == edge.lsn() && fits.test(each));
    if (found != null) {
      share.relationships.put(edge, EntityIds.of(found));
    }
    return found;
  }

  private static long lsn(Relationship relationship, String key) {
    return relationship.getProperty(key, null) instanceof Long lsn ? lsn : -1;
  }
}
