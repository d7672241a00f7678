package org.colophon.storage.neo4j.cypher;

import java.util.function.Function;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.LinkKind;
import org.colophon.core.spi.storage.LineageReader;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.internal.kernel.api.exceptions.ProcedureException;
import org.neo4j.kernel.api.KernelTransaction;
import org.neo4j.kernel.api.procedure.Context;

/**
 * The open database for one call of a procedure or function: Colophon's reader, and the nodes and
 * relationships of the calling transaction. One thread.
 */
public final class OpenGraph {
  private static final Bytes ROOT_DIRECTORY = Bytes.of("/");

  private final GraphShare share;
  private final GraphEntities entities;
  private final KernelTransaction statement;
  private final LineageReader reader;

  private OpenGraph(GraphShare share, GraphEntities entities, KernelTransaction statement) {
    this.share = share;
    this.entities = entities;
    this.statement = statement;
    this.reader = WatchedReader.of(share.reader(), this::requireRunning);
  }

  static OpenGraph of(GraphShare share, Context context) throws ProcedureException {
    return new OpenGraph(
        share, new GraphEntities(share, context.transaction()), context.kernelTransaction());
  }

  /** The reader of the store. It fails after the statement was terminated. */
  public LineageReader reader() {
    return reader;
  }

  /** Fails if the statement was terminated. Long work with {@link #shared} objects calls it. */
  public void requireRunning() {
    statement.assertOpen();
  }

  /**
   * The default time of the call. Statements and Bolt clients set it as {@code asOf} in the
   * metadata of their transaction. Null if unset.
   */
  public Object asOf() {
    return statement.getMetaData().get(Neo4jCypherEngine.AS_OF);
  }

  /** The directory for relative names, set as {@link #asOf} is; the root by default. */
  public Bytes directory() {
    return statement.getMetaData().get(Neo4jCypherEngine.DIRECTORY) instanceof String directory
        ? Bytes.of(directory)
        : ROOT_DIRECTORY;
  }

  /** Returns the one object of a type that all calls share, created on first use. */
  public <T> T shared(Class<T> type, Function<LineageReader, T> maker) {
    return share.made(type, maker);
  }

  /** Returns the node of a process, or null. */
  public Node process(long id) {
    return entities.node(false, id);
  }

  /** Returns the node of an object, or null. */
  public Node object(long id) {
    return entities.node(true, id);
  }

  /** Returns the relationship of an access interval, or null. */
  public Relationship access(long process, long object, AccessMode mode, long firstLsn) {
    return entities.access(process, object, mode, firstLsn);
  }

  /** Returns the relationship of a link between processes, or null. */
  public Relationship link(long effect, long cause, LinkKind kind, long lsn) {
    return entities.link(effect, cause, kind, lsn);
  }

  /** Returns the relationship of a derivation, or null. */
  public Relationship derivation(long effect, long cause, long lsn) {
    return entities.derivation(effect, cause, lsn);
  }
}
