package org.colophon.core.prune;

import java.nio.file.Path;
import java.util.BitSet;
import org.colophon.core.journal.Journal;
import org.colophon.core.retention.rule.Placeholders;
import org.colophon.core.spi.storage.LineageReader;

/** What a pruning needs of the kernel around it. */
public interface PruningHost {
  Path directory();

  /** Who reads. */
  OpenReads readings();

  Journal journal();

  /** As of these LSNs names are asked for, now or later; 0 stands for none. */
  long[] askedLsns();

  /** The smallest process id that was given out in this run. */
  long firstProcess();

  /** The processes that stand for what goes, declared if need be. */
  Placeholders declareMarkers(long cutLsn, long cutNanos);

  /**
   * Sets what is declared anew when it is met again.
   *
   * @return what was recorded behind this LSN has been looked at
   */
  long setDeparted(PrunedIds gone);

  /**
   * What is not in memory any more is asked of the first adapter that sees everything up to an LSN,
   * and in no case of one that was replaced.
   *
   * @param successor one that does
   */
  void movePast(long lsn, LineageReader successor);

  /** What is declared anew when it is met again. */
  PrunedIds departed();

  /** Identities of these are forgotten: should they come again, they get new ids. */
  void forget(BitSet processes, BitSet objects);
}
