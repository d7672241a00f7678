package org.colophon.core.spi.cypher;

import java.util.Optional;

/** Runs Cypher over a store's graph. Any number of threads may call it at once. */
public interface CypherEngine {
  /**
   * Runs a statement and streams its answer on the calling thread. What is stored meanwhile may be
   * seen by the rest of the statement; who needs a firm ground asks as of an LSN.
   *
   * @throws org.colophon.core.error.ColophonException BAD_REQUEST for a statement that is wrong, or
   *     would write where it must not, with the engine's reason and the place; LIMIT_REACHED when
   *     it took longer or more memory than it may
   */
  void run(CypherStatement statement, CypherResult result);

  /**
   * Ends the statements that run at this moment, as soon as can be: their {@link #run} throws
   * INTERRUPTED. Any thread; for one who waits at a terminal and wants no longer. Bolt clients are
   * not concerned. An engine that cannot do so lets them run on; a result may always refuse rows.
   */
  default void cancel() {}

  /** The words of the graph at this moment, for completion and help. */
  CypherVocabulary vocabulary();

  /** Where Bolt clients reach this engine; empty unless it was configured to listen. */
  Optional<BoltEndpoint> bolt();
}
