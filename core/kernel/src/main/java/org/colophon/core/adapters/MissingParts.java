// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.adapters;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.journal.RecoveryReport;
import org.jspecify.annotations.Nullable;

/**
 * The history that adapters lack at opening and that the journal cannot supply, since it was
 * released or lost. An adapter that misses nothing is the source for filling others.
 */
public final class MissingParts {
  private static final Logger LOG = System.getLogger(MissingParts.class.getName());

  private final RecoveryReport journal;
  private final long endLsn;
  private final List<RunningAdapter> running;

  /** Adapters that continue without the history that they lack. */
  private final List<RunningAdapter> accepted = new ArrayList<>();

  private long lostLsns;

  /**
   * Constructs a comparison of the adapters with the journal.
   *
   * @param endLsn the largest LSN that the journal or one of the adapters has
   */
  public MissingParts(RecoveryReport journal, long endLsn, List<RunningAdapter> running) {
    this.journal = journal;
    this.endLsn = endLsn;
    this.running = running;
  }

  /** Returns true if an adapter lacks history that the journal has released, or lost at its end. */
  private boolean isMissing(RunningAdapter each) {
    long heldLsn = each.runner().heldLsn();
    boolean isBehind = heldLsn < endLsn && journal.lastLsn() < endLsn;
    return !accepted.contains(each) && (isBeforeBegin(each) || isBehind);
  }

  private boolean isBeforeBegin(RunningAdapter each) {
    return journal.firstLsn() > each.runner().heldLsn() + 1;
  }

  /** Returns true if the journal lost records in its middle that an adapter has not received. */
  private boolean isBeforeDamage(RunningAdapter each) {
    return journal.wholeFromLsn() > each.runner().heldLsn() + 1;
  }

  /**
   * Returns the first readable adapter that misses nothing, or null. An adapter that also has the
   * records lost in the journal's middle is preferred.
   */
  public @Nullable RunningAdapter firstComplete() {
    List<RunningAdapter> whole =
        running.stream().filter(each -> each.isReadable() && !isMissing(each)).toList();
    return whole.stream()
        .filter(each -> !isBeforeDamage(each))
        .findFirst()
        .orElse(whole.isEmpty() ? null : whole.get(0));
  }

  /** Returns the adapters that lack history of another adapter which the journal no longer has. */
  public List<RunningAdapter> incompleteBeside(RunningAdapter source) {
    boolean isDamageMended = !isBeforeDamage(source);
    return running.stream()
        .filter(each -> isMissing(each) || (isDamageMended && isBeforeDamage(each)))
        .toList();
  }

  /**
   * Refuses to open if an adapter lacks history that neither the journal nor another one has.
   *
   * @param isAccepted true to continue with the adapter that has most history, and to fill the
   *     others from that
   */
  public void refuse(boolean isAccepted) {
    List<RunningAdapter> before = running.stream().filter(this::isBeforeBegin).toList();
    if (before.isEmpty() || firstComplete() != null) {
      return;
    }
    if (!isAccepted) {
      RunningAdapter first = before.get(0);
      throw ErrorCode.PART_LOST.exception(
          "adapter %s holds everything up to LSN %d, but the journal begins at %d: the records in between are missing, unless an adapter that holds them runs as well; to continue without them, with a gap in the record: colophon adapters accept-loss %s"
              .formatted(first.name(), first.runner().heldLsn(), journal.firstLsn(), first.name()));
    }
    before.stream()
        .filter(RunningAdapter::isReadable)
        .max(Comparator.comparingLong(each -> each.runner().heldLsn()))
        .ifPresentOrElse(accepted::add, () -> accepted.addAll(before));
    long heldLsn = accepted.stream().mapToLong(each -> each.runner().heldLsn()).min().orElseThrow();
    lostLsns = journal.firstLsn() - heldLsn - 1;
    LOG.log(
        Level.WARNING,
        "LSNs {0} to {1} are lost: the journal has released them, and no running adapter has them",
        Long.toString(heldLsn + 1),
        Long.toString(journal.firstLsn() - 1));
  }

  /** Returns the number of LSNs whose loss was accepted. */
  public long lostLsns() {
    return lostLsns;
  }
}
