package org.colophon.core.prune;

import java.nio.file.Path;
import java.util.BitSet;
import org.colophon.core.journal.Journal;
import org.colophon.core.retention.rule.Placeholders;
import org.colophon.core.spi.storage.LineageReader;

/** The services of a kernel that a pruning uses. */
public interface PruningHost {
  Path directory();

  /** The open reads. */
  OpenReads readings();

  Journal journal();

  /** LSNs at which names are or will be looked up; 0 is a placeholder. */
  long[] askedLsns();

  /** The smallest process id that was given out in this run. */
  long firstProcess();

  /** Returns the placeholder processes of removed history, and declares them if need be. */
  Placeholders declarePlaceholders(long cutLsn, long cutNanos);

  /**
   * Sets the ids to declare again at their next use.
   *
   * @return the LSN behind which all records have been checked
   */
  long setDeparted(PrunedIds gone);

  /**
   * Sends questions about forgotten history to the first adapter that sees up to an LSN, and never
   * to a replaced one.
   *
   * @param successor an adapter that sees up to it
   */
  void movePast(long lsn, LineageReader successor);

  /** The ids to declare again at their next use. */
  PrunedIds departed();

  /** Forgets identities; if they appear again, they get new ids. */
  void forget(BitSet processes, BitSet objects);
}
