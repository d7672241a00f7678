// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.cypher;

import java.util.Optional;

/** Runs Cypher over a store's graph. Any number of threads may call it at once. */
public interface CypherEngine {
  /**
   * Runs a statement and streams its answer on the calling thread. Later parts of the statement may
   * see records that were stored meanwhile. A query as of an LSN has a stable view.
   *
   * @throws org.colophon.core.error.ColophonException BAD_REQUEST for an invalid statement or a
   *     forbidden write, with the engine's reason and the position; LIMIT_REACHED when it exceeded
   *     its time or memory limit
   */
  void run(CypherStatement statement, CypherResult result);

  /**
   * Ends the running statements as soon as possible: their {@link #run} throws INTERRUPTED. Any
   * thread. Bolt clients are not affected. An engine that cannot do this does nothing. {@link
   * CypherResult#row} can end any statement.
   */
  default void cancel() {}

  /** Returns the current vocabulary of the graph, for completion and help. */
  CypherVocabulary vocabulary();

  /** Returns the address for Bolt clients; empty unless it was configured to listen. */
  Optional<BoltEndpoint> bolt();
}
