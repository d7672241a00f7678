// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.search;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.fact.Gap;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.Direction;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.LineageSummary;
import org.colophon.query.api.LineageVisitor;

/**
 * Finds the known losses that a lineage crosses. A loss of one process counts if the process is in
 * the lineage and the loss became known within the bound of the process. It also counts if the
 * process used an object of the lineage, and is not known to have closed it before. A loss that may
 * concern any process counts if it became known within the LSN range of the lineage.
 *
 * <p>The LSN of a loss is the moment at which it became known; the lost operations may be older. So
 * a loss that a source reports afterwards counts for any bound.
 *
 * @param limit the last LSN that counts
 */
public record GapFinder(LineageReader reader, Reached search, Direction direction, long limit) {
  private static final int CONTENT =
      AccessMode.READ.bit() | AccessMode.WRITE.bit() | AccessMode.CODE.bit();

  /**
   * Returns the losses that the whole lineage of a query crosses, including nodes that its limits
   * or patterns omit.
   *
   * @param summary summary of the original query
   */
  public static List<Gap> ofWhole(
      LineageReader reader, LineageQuery query, LineageSummary summary) {
    boolean isWhole = !summary.isCutOff() && summary.hidden() + summary.hiddenCode() == 0;
    boolean isUnbroken = reader.gaps().isEmpty() && reader.damages().isEmpty();
    return isWhole || isUnbroken ? summary.gaps() : ofWhole(reader, query);
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
    List<Gap> crossed = new ArrayList<>();
    boolean saysPruned = false;
    for (Gap gap : all) {
      if (gap.cause() == GapCause.STORE_DAMAGE) {
        continue;
      }
      boolean isCrossed =
          gap.process() == 0 ? isWithin(gap, earliest, latest) : concerns(gap) || isOfUsed(gap);
      boolean isBeforePruning = isAskedOfThePruned(gap);
      if (isCrossed || (isBeforePruning && !saysPruned)) {
        crossed.add(gap);
        saysPruned |= isBeforePruning;
      }
    }
    // Last, since the search for other losses may meet damage too.
    reader.gaps().stream()
        .filter(gap -> gap.cause() == GapCause.STORE_DAMAGE)
        .forEach(crossed::add);
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
   * process used the object in the same way before, and neither ended nor closed it until then.
   */
  private boolean isOfUsed(Gap gap) {
    if (!losesAccesses(gap)) {
      return false;
    }
    Map<Long, Use> uses = new HashMap<>();
    reader.accessesOfProcess(
        gap.process(),
        CONTENT | AccessMode.TOUCH.bit(),
        (process, object, mode, first, last, count, bytes, firstNanos, lastNanos) -> {
          if (isReached(gap, object)) {
            Use use = uses.computeIfAbsent(object, id -> new Use());
            use.access(mode, first, last, search.boundOfObject(object));
          }
        });
    if (!uses.isEmpty()) {
      reader.operations(
          gap.process(),
          0,
          (lsn, kind, process, object, bytes, nanos) -> {
            Use use = kind.mode() == AccessMode.TOUCH ? uses.get(object) : null;
            if (use != null) {
              use.touch(kind, lsn, useLsn(gap, object));
            }
          });
    }
    long end = Expander.endOf(reader, gap.process());
    return uses.entrySet().stream()
        .anyMatch(each -> each.getValue().isOpen() && end >= useLsn(gap, each.getKey()));
  }

  private boolean isReached(Gap gap, long object) {
    long bound = search.boundOfObject(object);
    return bound != Lsn.NONE && isKnownBy(gap, direction == Direction.ANCESTORS ? bound : limit);
  }

  /** Returns the first LSN at which a lost access of an object would matter. */
  private long useLsn(Gap gap, long object) {
    long since = isReportedLater(gap) ? Lsn.NONE : gap.lsn();
    return direction == Direction.ANCESTORS ? since : Math.max(since, search.boundOfObject(object));
  }

  /** The recorded uses of an object by a process. */
  private final class Use {
    private long contentLsn = Lsn.NONE;
    private long lastLsn = Lsn.NONE;
    private long touchedLsn = Lsn.NONE;
    private long closedLsn = Lsn.NONE;

    void access(AccessMode mode, long first, long last, long bound) {
      boolean isAncestors = direction == Direction.ANCESTORS;
      if (mode == AccessMode.TOUCH || first > limit) {
        return;
      }
      contentLsn = Math.max(contentLsn, last);
      boolean isSameWay = (mode == AccessMode.WRITE) == isAncestors;
      if (isSameWay && (!isAncestors || first <= bound)) {
        lastLsn = Math.max(lastLsn, last);
      }
    }

    void touch(OperationKind kind, long lsn, long useLsn) {
      if (lsn > limit) {
        return;
      }
      if (kind != OperationKind.CLOSE) {
        touchedLsn = Math.max(touchedLsn, lsn);
      } else if (lsn <= useLsn) {
        closedLsn = Math.max(closedLsn, lsn);
      }
    }

    /** Returns whether a use is not closed. An open without an access may be for either way. */
    boolean isOpen() {
      return Math.max(lastLsn, touchedLsn > contentLsn ? touchedLsn : Lsn.NONE) > closedLsn;
    }
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
      case STORE_DAMAGE -> false;
    };
  }

  private static boolean isReportedLater(Gap gap) {
    return switch (gap.cause()) {
      case EVENTS_LOST, DROPPED, JOURNAL_DAMAGE, PRUNED -> true;
      case NOT_FOLLOWED, UNKNOWN_INSTRUCTION, NOT_TRACED, STORE_DAMAGE -> true;
      case UNDECODABLE, IO_URING, STARTED_BEFORE, LOST_SIGHT, UNKNOWN_CALL -> false;
      case PRIVILEGE_LOST, COPY_STOPPED, KNOWN_BY_NAME -> false;
    };
  }
}
