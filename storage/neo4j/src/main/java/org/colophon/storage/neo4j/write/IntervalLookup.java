// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.write;

import org.colophon.storage.common.facts.AccessInterval;
import org.colophon.storage.neo4j.database.AccessMapping;
import org.colophon.storage.neo4j.database.EntityIds;
import org.jspecify.annotations.Nullable;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.NotFoundException;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.Transaction;

/**
 * Finds the relationships of intervals that may still change. An evicted relationship is searched
 * from the node with fewer relationships. One thread.
 */
final class IntervalLookup {
  private final LongCache relations;

  IntervalLookup(int remembered) {
    this.relations = new LongCache(remembered);
  }

  void remember(AccessInterval.Key key, Relationship relation) {
    relations.put(hash(key), EntityIds.of(relation));
  }

  /** Returns the relationship of an interval, or null. */
  @Nullable Relationship find(
      Transaction transaction, AccessInterval.Key key, Node process, Node object) {
    final boolean isFromProcess = AccessMapping.isFromProcess(key.mode());
    final Node start = isFromProcess ? process : object;
    final Node end = isFromProcess ? object : process;
    final long known = relations.get(hash(key));
    if (known != LongCache.ABSENT) {
      Relationship relation = relationship(transaction, known);
      if (relation != null
          && EntityIds.start(relation) == EntityIds.of(start)
          && EntityIds.end(relation) == EntityIds.of(end)
          && AccessRelation.isOf(key, relation)) {
        return relation;
      }
    }
    Relationship found =
        EntityIds.between(
            start,
            end,
            AccessMapping.type(key.mode()),
            relation -> AccessRelation.isOf(key, relation));
    if (found != null) {
      remember(key, found);
    }
    return found;
  }

  /** Returns the identity of an interval as one number; collisions are very rare. */
  private static long hash(AccessInterval.Key key) {
    long h = mix(key.process() + 0x9E3779B97F4A7C15L);
    h = mix(h ^ key.object());
    return mix(h ^ ((key.firstLsn() << 3) | key.mode().code()));
  }

  /** Applies Stafford's variant 13 of MurmurHash3's finalizer. */
  private static long mix(long value) {
    long h = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    h = (h ^ (h >>> 27)) * 0x94D049BB133111EBL;
    return h ^ (h >>> 31);
  }

  private static @Nullable Relationship relationship(Transaction transaction, long id) {
    try {
      return EntityIds.relationship(transaction, id);
    } catch (NotFoundException e) {
      return null; // a statement deleted it
    }
  }

  /** Forgets everything after a rollback. */
  void forget() {
    relations.clear();
  }
}
