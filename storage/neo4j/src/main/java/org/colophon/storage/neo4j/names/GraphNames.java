package org.colophon.storage.neo4j.names;

import org.colophon.core.model.Bytes;
import org.colophon.storage.neo4j.database.GraphDatabase;
import org.colophon.storage.neo4j.database.StoreState;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;

/**
 * Writes the tree of names, in LSN order within the writer's transactions. {@link NameReader} reads
 * it. One thread.
 */
public final class GraphNames {
  private final GraphDatabase database;
  private final NameWriter writer = new NameWriter();
  private StoreState before;

  public GraphNames(GraphDatabase database) {
    this.database = database;
  }

  /** Begins a transaction. Forgets cached nodes if the one before was rolled back. */
  public void begin() {
    StoreState now = database.state();
    if (now.equals(before)) {
      forget();
    }
    before = now;
  }

  /** Forgets all cached nodes. */
  void forget() {
    writer.forget();
  }

  /** Binds a path to an object, and ends its earlier binding. */
  public void bind(Transaction transaction, Bytes path, Node object, long lsn) {
    writer.at(transaction, lsn).bind(path, object);
  }

  /** Ends the bindings of a path and of all paths below it. */
  public void unbind(Transaction transaction, Bytes path, long lsn) {
    writer.at(transaction, lsn).unbind(path);
  }

  /**
   * Moves a path and all paths below it; ends the bindings at the destination.
   *
   * @param object the moved object if the record contains it, else null
   */
  public void rename(Transaction transaction, Bytes from, Bytes to, Node object, long lsn) {
    writer.at(transaction, lsn).rename(from, to, object);
  }

  /** Exchanges two paths and all paths below them. */
  public void exchange(Transaction transaction, Bytes one, Bytes other, long lsn) {
    writer.at(transaction, lsn).exchange(one, other);
  }

  /** Receives the object of a path. */
  @FunctionalInterface
  public interface BoundVisitor {
    /** Returns false to end the visit. */
    boolean bound(Bytes path, Node object);
  }

  /**
   * Visits the current bindings at or below a path, including changes of this transaction, the
   * nearest first. The writer's thread only.
   */
  public void visitBound(Transaction transaction, Bytes directory, BoundVisitor visitor) {
    writer.in(transaction).visitBound(directory, visitor);
  }
}
