package org.colophon.core.adapters;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.journal.RecoveryReport;

/**
 * What the adapters of a kernel that is being opened lack of what the journal cannot give them any
 * more, since it let go of it or lost it. One that misses nothing is what others are filled from.
 */
public final class MissingParts {
  private static final Logger LOG = System.getLogger(MissingParts.class.getName());

  private final RecoveryReport journal;
  private final long endLsn;
  private final List<RunningAdapter> running;

  /** Those that go on without what they lack. */
  private final List<RunningAdapter> forgiven = new ArrayList<>();

  private long lostLsns;

  /**
   * Looks when it is asked.
   *
   * @param endLsn the largest LSN that the journal or one of the adapters has
   */
  public MissingParts(RecoveryReport journal, long endLsn, List<RunningAdapter> running) {
    this.journal = journal;
    this.endLsn = endLsn;
    this.running = running;
  }

  /** Whether an adapter lacks something that the journal has let go of, or lost its end of. */
  private boolean isMissing(RunningAdapter each) {
    long heldLsn = each.runner().heldLsn();
    boolean isBehind = heldLsn < endLsn && journal.lastLsn() < endLsn;
    return !forgiven.contains(each) && (isBeforeBegin(each) || isBehind);
  }

  private boolean isBeforeBegin(RunningAdapter each) {
    return journal.firstLsn() > each.runner().heldLsn() + 1;
  }

  /** Whether the journal has lost something in its midst that an adapter has not been fed. */
  private boolean isBeforeDamage(RunningAdapter each) {
    return journal.wholeFromLsn() > each.runner().heldLsn() + 1;
  }

  /**
   * The first that can be read and misses nothing; rather one that has also what the journal has
   * lost in its midst. Null if there is none.
   */
  public RunningAdapter whole() {
    List<RunningAdapter> whole =
        running.stream().filter(each -> each.isReadable() && !isMissing(each)).toList();
    return whole.stream()
        .filter(each -> !isBeforeDamage(each))
        .findFirst()
        .orElse(whole.isEmpty() ? null : whole.get(0));
  }

  /** Those that lack what another one has, and cannot get it from the journal. */
  public List<RunningAdapter> lacking(RunningAdapter source) {
    boolean isDamageMended = !isBeforeDamage(source);
    return running.stream()
        .filter(each -> isMissing(each) || (isDamageMended && isBeforeDamage(each)))
        .toList();
  }

  /**
   * Refuses a part that the journal has let go of, that an adapter missed, and that no other one
   * can give it.
   *
   * @param isAccepted instead, the one that has most goes on without it, and the others get what it
   *     has
   */
  public void refuse(boolean isAccepted) {
    List<RunningAdapter> before = running.stream().filter(this::isBeforeBegin).toList();
    if (before.isEmpty() || whole() != null) {
      return;
    }
    if (!isAccepted) {
      RunningAdapter first = before.get(0);
      throw new ColophonException(
          ErrorCode.PART_LOST,
          "store %s holds everything up to LSN %d, but the journal begins at %d: what is between is not there to feed it from, unless an adapter that holds it is run as well; to go on without it, with a gap in the record: colophon adapters accept-loss %s"
              .formatted(first.name(), first.runner().heldLsn(), journal.firstLsn(), first.name()));
    }
    before.stream()
        .filter(RunningAdapter::isReadable)
        .max(Comparator.comparingLong(each -> each.runner().heldLsn()))
        .ifPresentOrElse(forgiven::add, () -> forgiven.addAll(before));
    long heldLsn = forgiven.stream().mapToLong(each -> each.runner().heldLsn()).min().orElseThrow();
    lostLsns = journal.firstLsn() - heldLsn - 1;
    LOG.log(
        Level.WARNING,
        "LSNs {0} to {1} are lost: the journal has let go of them, and no adapter that runs has them",
        Long.toString(heldLsn + 1),
        Long.toString(journal.firstLsn() - 1));
  }

  /** How many LSNs were lost, and that was accepted. */
  public long lostLsns() {
    return lostLsns;
  }
}
