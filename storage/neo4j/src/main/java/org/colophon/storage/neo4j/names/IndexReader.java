// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.names;

import java.util.function.LongPredicate;
import org.neo4j.exceptions.KernelException;
import org.neo4j.graphdb.Transaction;
import org.neo4j.internal.kernel.api.IndexQueryConstraints;
import org.neo4j.internal.kernel.api.IndexReadSession;
import org.neo4j.internal.kernel.api.NodeValueIndexCursor;
import org.neo4j.internal.kernel.api.PropertyIndexQuery;
import org.neo4j.internal.kernel.api.RelationshipValueIndexCursor;
import org.neo4j.internal.schema.IndexOrder;
import org.neo4j.kernel.api.KernelTransaction;
import org.neo4j.kernel.impl.coreapi.InternalTransaction;

/**
 * Reads indexes in order, which Neo4j's core API does not offer. So it finds one of thousands of
 * names at a position without reading the others. Belongs to one transaction.
 */
public final class IndexReader {
  private final InternalTransaction transaction;
  private final KernelTransaction kernel;

  public IndexReader(Transaction transaction) {
    this.transaction = (InternalTransaction) transaction;
    this.kernel = this.transaction.kernelTransaction();
  }

  public Transaction transaction() {
    return transaction;
  }

  /** Returns the Neo4j id of a property key, for queries. */
  public int key(String property) {
    return kernel.tokenRead().propertyKey(property);
  }

  /**
   * Visits Neo4j ids of relationships in ascending order of values until the visitor returns false.
   */
  public void relationships(String index, LongPredicate visitor, PropertyIndexQuery... query) {
    try (RelationshipValueIndexCursor cursor =
        kernel
            .cursors()
            .allocateRelationshipValueIndexCursor(kernel.cursorContext(), kernel.memoryTracker())) {
      kernel
          .dataRead()
          .relationshipIndexSeek(
              kernel.queryContext(),
              session(index),
              cursor,
              IndexQueryConstraints.ordered(IndexOrder.ASCENDING),
              query);
      boolean isWanted = true;
      while (isWanted && cursor.next()) {
        isWanted = visitor.test(cursor.relationshipReference());
      }
    } catch (KernelException e) {
      throw failure(index, e);
    }
  }

  /** Visits Neo4j ids of nodes in an order of values until the visitor returns false. */
  public void nodes(
      String index, IndexOrder order, LongPredicate visitor, PropertyIndexQuery query) {
    try (NodeValueIndexCursor cursor =
        kernel
            .cursors()
            .allocateNodeValueIndexCursor(kernel.cursorContext(), kernel.memoryTracker())) {
      kernel
          .dataRead()
          .nodeIndexSeek(
              kernel.queryContext(),
              session(index),
              cursor,
              IndexQueryConstraints.ordered(order),
              query);
      boolean isWanted = true;
      while (isWanted && cursor.next()) {
        isWanted = visitor.test(cursor.nodeReference());
      }
    } catch (KernelException e) {
      throw failure(index, e);
    }
  }

  private IndexReadSession session(String index) throws KernelException {
    return kernel.dataRead().indexReadSession(kernel.schemaRead().indexGetForName(index));
  }

  private static IllegalStateException failure(String index, KernelException cause) {
    return new IllegalStateException(
        "index " + index + " cannot be read: " + cause.getMessage(), cause);
  }
}
