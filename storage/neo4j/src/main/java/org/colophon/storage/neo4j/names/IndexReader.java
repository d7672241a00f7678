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
 * Looks into indexes in their order, which Neo4j's core API cannot: it knows no order, and a folder
 * that was swapped in a thousand times would have to be looked through for the one time that is
 * asked for. Belongs to one transaction.
 */
final class IndexReader {
  private final InternalTransaction transaction;
  private final KernelTransaction kernel;

  IndexReader(Transaction transaction) {
    this.transaction = (InternalTransaction) transaction;
    this.kernel = this.transaction.kernelTransaction();
  }

  Transaction transaction() {
    return transaction;
  }

  /** The Neo4j id of a property's name, for queries. */
  int key(String property) {
    return kernel.tokenRead().propertyKey(property);
  }

  /** Visits the Neo4j ids of relationships in rising order of values until told to stop. */
  void relationships(String index, LongPredicate visitor, PropertyIndexQuery... query) {
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

  /** Visits the Neo4j ids of nodes in falling order of values until told to stop. */
  void nodesBackwards(String index, LongPredicate visitor, PropertyIndexQuery query) {
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
              IndexQueryConstraints.ordered(IndexOrder.DESCENDING),
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
