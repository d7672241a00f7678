// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.prompt;

import java.util.List;

/** Keywords that the prompt completes. */
final class CypherKeywords {
  /** Keywords of Cypher. Those of reading clauses are first. */
  static final List<String> KEYWORDS =
      List.of(
          ("MATCH OPTIONAL WHERE RETURN DISTINCT WITH UNWIND CALL YIELD ORDER BY SKIP LIMIT UNION"
                  + " ALL AS ASC DESC AND OR XOR NOT IN IS NULL TRUE FALSE CONTAINS STARTS ENDS"
                  + " CASE WHEN THEN ELSE END EXISTS COUNT COLLECT ANY NONE SINGLE EXPLAIN PROFILE"
                  + " SHOW PROCEDURES FUNCTIONS INDEXES CONSTRAINTS CREATE MERGE SET REMOVE DELETE"
                  + " DETACH FOREACH ON shortestPath allShortestPaths")
              .split(" "));

  static final List<String> FUNCTIONS =
      List.of(
          ("abs avg ceil coalesce collect count datetime duration elementId endNode exists floor"
                  + " head id keys labels last left length lower ltrim max min nodes properties"
                  + " range reduce relationships replace reverse right round rtrim size split"
                  + " startNode substring sum tail toFloat toInteger toLower toString toUpper trim"
                  + " type")
              .split(" "));

  private CypherKeywords() {}
}
