package org.colophon.query.search;

import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.fact.Gap;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.Direction;

/**
 * Finds the known losses that a lineage crosses. A loss of one process counts if the process is in
 * the lineage and the loss became known within the time for which the process matters; a loss that
 * may concern any process, if it became known within the time that the lineage spans. The LSN of a
 * loss is when it became known: what was lost may be a little older, so losses that sources report
 * afterwards count without regard to the bound.
 *
 * @param limit nothing that began later counted
 */
public record GapFinder(
    LineageReader reader, LineageSearch search, Direction direction, long limit) {
  public List<Gap> find(long earliest, long latest) {
    List<Gap> all = reader.gaps();
    if (all.isEmpty()) {
      return all;
    }
    List<Gap> crossed = new ArrayList<>();
    boolean saysPruned = false;
    for (Gap gap : all) {
      boolean isCrossed = gap.process() == 0 ? isWithin(gap, earliest, latest) : concerns(gap);
      boolean isBeforePruning = isAskedOfThePruned(gap);
      if (isCrossed || (isBeforePruning && !saysPruned)) {
        crossed.add(gap);
        saysPruned |= isBeforePruning;
      }
    }
    return crossed;
  }

  /**
   * Returns whether the query concerns a pruned process. Its mark is at its end, so an earlier
   * bound excludes the mark.
   */
  private boolean isAskedOfThePruned(Gap gap) {
    return gap.cause() == GapCause.PRUNED
        && direction == Direction.DESCENDANTS
        && limit < gap.lsn();
  }

  private boolean isWithin(Gap gap, long earliest, long latest) {
    long until = direction == Direction.DESCENDANTS ? limit : latest;
    return gap.lsn() >= earliest && isKnownBy(gap, until);
  }

  private boolean concerns(Gap gap) {
    long bound = search.boundOfProcess(gap.process());
    if (bound == Lsn.NONE) {
      return false;
    }
    return direction == Direction.ANCESTORS
        ? isKnownBy(gap, bound)
        : isReportedLater(gap) || (gap.lsn() >= bound && gap.lsn() <= limit);
  }

  /** Returns whether the gap counts as of an LSN. */
  public static boolean isKnownBy(Gap gap, long lsn) {
    return gap.lsn() <= lsn || isReportedLater(gap);
  }

  private static boolean isReportedLater(Gap gap) {
    return switch (gap.cause()) {
      case EVENTS_LOST, DROPPED, JOURNAL_DAMAGE, PRUNED -> true;
      case UNDECODABLE, IO_URING, STARTED_BEFORE, LOST_SIGHT, UNKNOWN_CALL, PRIVILEGE_LOST -> false;
    };
  }
}
