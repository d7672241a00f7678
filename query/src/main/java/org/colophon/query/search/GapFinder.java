package org.colophon.query.search;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.fact.Gap;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.Direction;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.LineageSummary;
import org.colophon.query.api.LineageVisitor;

/**
 * Finds the known losses that a lineage crosses. A loss of one process counts if the process is in
 * the lineage and the loss became known within the bound of the process. It also counts if the
 * process opened an object of the lineage, but no read or write was recorded. A loss that may
 * concern any process counts if it became known within the LSN range of the lineage.
 *
 * <p>The LSN of a loss is the moment at which it became known; the lost operations may be older. So
 * a loss that a source reports afterwards counts for any bound.
 *
 * @param limit the last LSN that counts
 */
public record GapFinder(LineageReader reader, Reached search, Direction direction, long limit) {
  /**
   * Returns the losses that the whole lineage of a query crosses, including nodes that its limits
   * or patterns omit.
   *
   * @param summary summary of the original query
   */
  public static List<Gap> ofWhole(
      LineageReader reader, LineageQuery query, LineageSummary summary) {
    boolean isWhole = !summary.isCutOff() && summary.hidden() + summary.hiddenCode() == 0;
    return isWhole || reader.gaps().isEmpty() ? summary.gaps() : ofWhole(reader, query);
  }

  /** Returns the losses that a lineage crosses, regardless of the query's depth and patterns. */
  public static List<Gap> ofWhole(LineageReader reader, LineageQuery query) {
    LineageQuery whole =
        LineageQuery.builder()
            .roots(query.roots())
            .direction(query.direction())
            .asOfLsn(query.asOfLsn())
            .maxNodes(Math.max(query.maxNodes(), LineageQuery.DEFAULT_MAX_NODES))
            .dataOnly(query.dataOnly())
            .includeNames(query.includeNames())
            .build();
    return new LineageSearch(reader).run(whole, LineageVisitor.NONE).gaps();
  }

  List<Gap> find(long earliest, long latest) {
    List<Gap> all = reader.gaps();
    if (all.isEmpty()) {
      return all;
    }
    List<Gap> crossed = new ArrayList<>();
    boolean saysPruned = false;
    for (Gap gap : all) {
      boolean isCrossed =
          gap.process() == 0 ? isWithin(gap, earliest, latest) : concerns(gap) || isOfOpened(gap);
      boolean isBeforePruning = isAskedOfThePruned(gap);
      if (isCrossed || (isBeforePruning && !saysPruned)) {
        crossed.add(gap);
        saysPruned |= isBeforePruning;
      }
    }
    return crossed;
  }

  /**
   * Returns whether a gap of pruning counts for a query of descendants. Such a gap has the LSN of
   * its end, so a query as of an earlier LSN would miss it.
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

  /**
   * Returns whether the loss may be a read or write of an object of the lineage. That is so if the
   * process had opened the object and no access was recorded. The record of an open may have the
   * LSN of the close, so only the end of the open is compared.
   */
  private boolean isOfOpened(Gap gap) {
    if (!losesAccesses(gap)) {
      return false;
    }
    boolean isAncestors = direction == Direction.ANCESTORS;
    LinkedHashSet<Long> opened = new LinkedHashSet<>();
    long end = Expander.endOf(reader, gap.process());
    long since = isReportedLater(gap) ? Lsn.NONE : gap.lsn();
    reader.accessesOfProcess(
        gap.process(),
        AccessMode.TOUCH.bit(),
        (process, object, mode, first, last, count, bytes, firstNanos, lastNanos) -> {
          long until = last == Lsn.OPEN ? end : last;
          long bound = search.boundOfObject(object);
          boolean isInTime = isAncestors ? isKnownBy(gap, bound) : isKnownBy(gap, limit);
          if (bound != Lsn.NONE && isInTime && until >= (isAncestors ? since : bound)) {
            opened.add(object);
          }
        });
    return !opened.isEmpty();
  }

  /** Returns whether the gap counts as of an LSN. */
  public static boolean isKnownBy(Gap gap, long lsn) {
    return gap.lsn() <= lsn || isReportedLater(gap);
  }

  /** Returns whether the gap may include lost reads and writes of a watched process. */
  private static boolean losesAccesses(Gap gap) {
    return switch (gap.cause()) {
      case UNDECODABLE, EVENTS_LOST, IO_URING, DROPPED, LOST_SIGHT, UNKNOWN_CALL -> true;
      case STARTED_BEFORE, JOURNAL_DAMAGE, PRUNED, PRIVILEGE_LOST -> false;
      case NOT_FOLLOWED, UNKNOWN_INSTRUCTION, NOT_TRACED, COPY_STOPPED, KNOWN_BY_NAME -> false;
    };
  }

  private static boolean isReportedLater(Gap gap) {
    return switch (gap.cause()) {
      case EVENTS_LOST, DROPPED, JOURNAL_DAMAGE, PRUNED -> true;
      case NOT_FOLLOWED, UNKNOWN_INSTRUCTION, NOT_TRACED -> true;
      case UNDECODABLE, IO_URING, STARTED_BEFORE, LOST_SIGHT, UNKNOWN_CALL -> false;
      case PRIVILEGE_LOST, COPY_STOPPED, KNOWN_BY_NAME -> false;
    };
  }
}
