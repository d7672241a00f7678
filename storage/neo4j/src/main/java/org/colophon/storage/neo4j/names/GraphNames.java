package org.colophon.storage.neo4j.names;

import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.spi.storage.visitor.NameVisitor;
import org.colophon.storage.neo4j.database.GraphDatabase;
import org.colophon.storage.neo4j.database.StoreState;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;

/**
 * The tree of names. One thread writes, within the writer's transactions and in LSN order; any
 * thread reads, within a transaction of its own.
 */
public final class GraphNames {
  private final GraphDatabase database;
  private final NameWriter writer = new NameWriter();
  private StoreState before;

  public GraphNames(GraphDatabase database) {
    this.database = database;
  }

  /** A transaction begins. If the one before it was not committed, what it wrote is forgotten. */
  public void begin() {
    StoreState now = database.state();
    if (now.equals(before)) {
      forget();
    }
    before = now;
  }

  /** Keeps nothing in mind. */
  void forget() {
    writer.forget();
  }

  /** A path is bound to an object; what it was bound to before is unbound. */
  public void bind(Transaction transaction, Bytes path, Node object, long lsn) {
    writer.at(transaction, lsn).bind(path, object);
  }

  /** A path, with whatever lay below it, is bound no more. */
  public void unbind(Transaction transaction, Bytes path, long lsn) {
    writer.at(transaction, lsn).unbind(path);
  }

  /**
   * A path and whatever lies below it moved to another; what lay there before is unbound.
   *
   * @param object what was moved, if the record says so, else null
   */
  public void rename(Transaction transaction, Bytes from, Bytes to, Node object, long lsn) {
    writer.at(transaction, lsn).rename(from, to, object);
  }

  /** Two paths, and whatever lies below them, changed places. */
  public void exchange(Transaction transaction, Bytes one, Bytes other, long lsn) {
    writer.at(transaction, lsn).exchange(one, other);
  }

  /** Tells of an object that a path is bound to. */
  @FunctionalInterface
  public interface BoundVisitor {
    /** Returns false to end the visit. */
    boolean bound(Bytes path, Node object);
  }

  /**
   * Visits what is bound now at or below a path, this transaction's changes included, nearest
   * first. The writer's thread only.
   */
  public void visitBound(Transaction transaction, Bytes directory, BoundVisitor visitor) {
    writer.in(transaction).visitBound(directory, visitor);
  }

  /** As {@link org.colophon.core.spi.storage.LineageReader#resolve}. */
  public long resolve(Transaction transaction, Bytes path, long asOfLsn) {
    return new NameReader(transaction).resolve(path, asOfLsn);
  }

  /** As {@link org.colophon.core.spi.storage.LineageReader#bindingsOf}. */
  public List<NameBinding> bindingsOf(Transaction transaction, Bytes path) {
    return new NameReader(transaction).bindingsOf(path);
  }

  /**
   * As {@link org.colophon.core.spi.storage.LineageReader#namesOf}.
   *
   * @param object its node
   */
  public List<NameBinding> namesOf(Transaction transaction, Node object) {
    return new NameReader(transaction).namesOf(object);
  }

  /** As {@link org.colophon.core.spi.storage.LineageReader#under}. */
  public void under(Transaction transaction, Bytes directory, long asOfLsn, NameVisitor visitor) {
    new NameReader(transaction).under(directory, asOfLsn, visitor);
  }

  /** As {@link org.colophon.core.spi.storage.LineageReader#pathsFrom}. */
  public void pathsFrom(Transaction transaction, Bytes prefix, int limit, NameVisitor visitor) {
    PathIndex.visit(transaction, prefix, limit, visitor);
  }
}
