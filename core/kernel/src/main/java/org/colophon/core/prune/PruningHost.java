// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.prune;

import java.nio.file.Path;
import java.util.BitSet;
import org.colophon.core.journal.Journal;
import org.colophon.core.retention.rule.Placeholders;
import org.colophon.core.spi.storage.LineageReader;

/** The services of a kernel that a pruning uses. */
public interface PruningHost {
  Path directory();

  OpenReads readings();

  Journal journal();

  /** Returns the LSNs as of which names are or will be looked up; 0 is a placeholder. */
  long[] askedLsns();

  /** Returns the smallest process id that was assigned in this run. */
  long firstProcess();

  /** Returns the placeholder processes of removed history, and declares them if need be. */
  Placeholders declarePlaceholders(long cutLsn, long cutNanos);

  /**
   * Sets the ids to declare again at their next use.
   *
   * @return the LSN after which all records are checked
   */
  long setPrunedIds(PrunedIds ids);

  /**
   * Sends queries for evicted data to the first adapter that sees everything up to an LSN, and no
   * longer to replaced ones.
   *
   * @param successor an adapter that sees everything up to the LSN
   */
  void movePast(long lsn, LineageReader successor);

  /** Returns the ids to declare again at their next use. */
  PrunedIds prunedIds();

  /** Forgets identities; if they appear again, they get new ids. */
  void forget(BitSet processes, BitSet objects);
}
