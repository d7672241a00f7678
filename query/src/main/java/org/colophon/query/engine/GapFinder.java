package org.colophon.query.engine;

import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.Gap;
import org.colophon.core.model.Lsn;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.Direction;

/**
 * Finds the known losses that a lineage crosses. A loss of one process counts if the process is in
 * the lineage and the loss became known within the time for which the process matters; a loss that
 * may concern any process, if it became known within the time that the lineage spans. The LSN of a
 * loss is when it became known: what was lost may be a little older, so losses that sources report
 * afterwards count without regard to the bound.
 */
final class GapFinder {
  private final LineageReader reader;
  private final LineageSearch search;
  private final Direction direction;

  GapFinder(LineageReader reader, LineageSearch search, Direction direction) {
    this.reader = reader;
    this.search = search;
    this.direction = direction;
  }

  List<Gap> find(long earliest, long latest) {
    List<Gap> all = reader.gaps();
    if (all.isEmpty()) {
      return all;
    }
    List<Gap> crossed = new ArrayList<>();
    for (Gap gap : all) {
      if (gap.process() == 0 ? isWithin(gap, earliest, latest) : concerns(gap)) {
        crossed.add(gap);
      }
    }
    return crossed;
  }

  private boolean isWithin(Gap gap, long earliest, long latest) {
    return gap.lsn() >= earliest
        && (direction == Direction.DESCENDANTS || isReportedLater(gap) || gap.lsn() <= latest);
  }

  private boolean concerns(Gap gap) {
    long bound = search.boundOfProcess(gap.process());
    if (bound == Lsn.NONE) {
      return false;
    }
    boolean isAncestor = direction == Direction.ANCESTORS;
    return isReportedLater(gap) || (isAncestor ? gap.lsn() <= bound : gap.lsn() >= bound);
  }

  private static boolean isReportedLater(Gap gap) {
    return switch (gap.cause()) {
      case EVENTS_LOST, DROPPED, JOURNAL_DAMAGE -> true;
      case UNDECODABLE, IO_URING, STARTED_BEFORE, LOST_SIGHT, UNKNOWN_CALL -> false;
    };
  }
}
