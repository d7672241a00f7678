package org.colophon.storage.neo4j.names;

import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.NameBinding;
import org.colophon.core.spi.storage.NameVisitor;
import org.colophon.storage.neo4j.database.GraphDatabase;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;

/**
 * The tree of names. One thread writes, within the writer's transaction and in LSN order; any
 * thread reads, within a transaction of its own.
 */
@SuppressWarnings("DoNotCallSuggester") // until its bodies are filled in
public final class GraphNames {
  public GraphNames(GraphDatabase database) {}

  /** The transaction of what was written since the last call here was rolled back, or begins. */
  public void begin() {}

  /** A path is bound to an object; what it was bound to before is unbound. */
  public void bind(Transaction transaction, Bytes path, Node object, long lsn) {
    throw new UnsupportedOperationException();
  }

  /** A path, with whatever lay below it, is bound no more. */
  public void unbind(Transaction transaction, Bytes path, long lsn) {
    throw new UnsupportedOperationException();
  }

  /**
   * A path and whatever lies below it moved to another; what lay there before is unbound.
   *
   * @param object what was moved, if the record says so, else null
   */
  public void rename(Transaction transaction, Bytes from, Bytes to, Node object, long lsn) {
    throw new UnsupportedOperationException();
  }

  /** Two paths, and whatever lies below them, changed places. */
  public void exchange(Transaction transaction, Bytes one, Bytes other, long lsn) {
    throw new UnsupportedOperationException();
  }

  /** Tells of an object that a path is bound to. */
  @FunctionalInterface
  public interface BoundVisitor {
    /** Returns false to end the visit. */
    boolean bound(Bytes path, Node object);
  }

  /** Visits what is bound now at or below a path, this transaction's changes included. */
  public void visitBound(Transaction transaction, Bytes directory, BoundVisitor visitor) {
    throw new UnsupportedOperationException();
  }

  /** As {@link org.colophon.core.spi.storage.LineageReader#resolve}. */
  public long resolve(Transaction transaction, Bytes path, long asOfLsn) {
    throw new UnsupportedOperationException();
  }

  /** As {@link org.colophon.core.spi.storage.LineageReader#bindingsOf}. */
  public List<NameBinding> bindingsOf(Transaction transaction, Bytes path) {
    throw new UnsupportedOperationException();
  }

  /**
   * As {@link org.colophon.core.spi.storage.LineageReader#namesOf}.
   *
   * @param object its node
   */
  public List<NameBinding> namesOf(Transaction transaction, Node object) {
    throw new UnsupportedOperationException();
  }

  /** As {@link org.colophon.core.spi.storage.LineageReader#under}. */
  public void under(Transaction transaction, Bytes directory, long asOfLsn, NameVisitor visitor) {
    throw new UnsupportedOperationException();
  }

  /** As {@link org.colophon.core.spi.storage.LineageReader#pathsFrom}. */
  public void pathsFrom(Transaction transaction, Bytes prefix, NameVisitor visitor) {
    throw new UnsupportedOperationException();
  }
}
