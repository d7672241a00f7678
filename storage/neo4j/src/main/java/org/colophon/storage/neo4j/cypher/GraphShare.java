package org.colophon.storage.neo4j.cypher;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.colophon.core.spi.storage.LineageReader;

/**
 * State that all calls of procedures in a database share: the reader, objects made from it, and
 * caches of Neo4j's ids. Those ids never change, so the caches never become stale.
 */
final class GraphShare {
  private static final int ENTRY_BYTES = 128;

  /** Each of the two caches gets one part of the read cache. */
  private static final int PART = 8;

  /** Identifies a relationship by Colophon's ids. */
  record Edge(int type, long from, long to, long lsn) {}

  private final LineageReader reader;
  private final Cache<Long, Long> nodes;
  private final Cache<Edge, Long> relationships;
  private final Map<Class<?>, Object> made = new ConcurrentHashMap<>();

  GraphShare(LineageReader reader, long cacheBytes) {
    this.reader = reader;
    this.nodes = cache(cacheBytes);
    this.relationships = cache(cacheBytes);
  }

  private static <K> Cache<K, Long> cache(long bytes) {
    return Caffeine.newBuilder()
        .maximumSize(bytes / PART / ENTRY_BYTES)
        .executor(Runnable::run)
        .build();
  }

  LineageReader reader() {
    return reader;
  }

  /** Neo4j's ids of nodes by twice Colophon's id, plus one for objects. */
  Cache<Long, Long> nodes() {
    return nodes;
  }

  Cache<Edge, Long> relationships() {
    return relationships;
  }

  <T> T made(Class<T> type, Function<LineageReader, T> maker) {
    return type.cast(made.computeIfAbsent(type, each -> maker.apply(reader)));
  }
}
