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
 * The open database as one call of a procedure or function sees it: Colophon's reader on one side,
 * the nodes and relationships of the calling statement's transaction on the other. One thread.
 */
public final class OpenGraph {
  private static final Bytes ROOT_FOLDER = Bytes.of("/");

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

  /** What is recorded. It answers no more once the statement was ended. */
  public LineageReader reader() {
    return reader;
  }

  /**
   * To be called now and then by whatever takes long with a {@link #shared} object: throws what
   * ends the call if the statement took too long or somebody ended it.
   */
  public void requireRunning() {
    statement.assertOpen();
  }

  /**
   * As of when the statement asks, where a call is not told: {@link Neo4jCypherEngine}'s statements
   * say it, and Bolt clients may, as {@code asOf} in their transaction's metadata. Null if nobody
   * did.
   */
  public Object asOf() {
    return statement.getMetaData().get(Neo4jCypherEngine.AS_OF);
  }

  /** The folder that relative names are relative to, said as {@link #asOf} is; else the root. */
  public Bytes directory() {
    return statement.getMetaData().get(Neo4jCypherEngine.DIRECTORY) instanceof String folder
        ? Bytes.of(folder)
        : ROOT_FOLDER;
  }

  /** The one object of a type that all calls share, made from the reader when first asked for. */
  public <T> T shared(Class<T> type, Function<LineageReader, T> maker) {
    return share.made(type, maker);
  }

  /** The node of a process, null if there is none. */
  public Node process(long id) {
    return entities.node(false, id);
  }

  /** The node of an object, null if there is none. */
  public Node object(long id) {
    return entities.node(true, id);
  }

  /** The relationship of an access interval, null if there is none. */
  public Relationship access(long process, long object, AccessMode mode, long firstLsn) {
    return entities.access(process, object, mode, firstLsn);
  }

  /** The relationship of a link between processes, null if there is none. */
  public Relationship link(long effect, long cause, LinkKind kind, long lsn) {
    return entities.link(effect, cause, kind, lsn);
  }

  /** The relationship of a derivation, null if there is none. */
  public Relationship derivation(long effect, long cause, long lsn) {
    return entities.derivation(effect, cause, lsn);
  }
}
