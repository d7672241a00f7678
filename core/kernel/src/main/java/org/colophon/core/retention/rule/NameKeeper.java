package org.colophon.core.retention.rule;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.spi.storage.LineageReader;

/**
 * Says which names stay: those that hold now or held behind the cut, every name of an object whose
 * accesses stay, and what somebody who asks as of the begin of this run still has to find.
 *
 * <p>A name that stays though it ended before the cut also keeps the name that took its place: told
 * anew without it, the end of the first would take along whatever lay below.
 */
public final class NameKeeper {
  private final LineageReader reader;
  private final RetentionDecision judge;
  private final long[] askedLsns;
  private final BitSet edged;

  /**
   * @param askedLsns names are asked for as of here
   * @param edged objects of which accesses stay
   */
  public NameKeeper(LineageReader reader, RetentionDecision judge, long[] askedLsns, BitSet edged) {
    this.reader = reader;
    this.judge = judge;
    this.askedLsns = askedLsns;
    this.edged = edged;
  }

  public boolean keeps(NameBinding binding) {
    return keepsItself(binding) || keepsForPlace(binding);
  }

  private boolean keepsItself(NameBinding binding) {
    return isOfTheTime(binding)
        || edged.get((int) binding.object())
        || judge.reach().has(binding.object())
        || (isAskedFor(binding) && isNamedNow(binding.object()));
  }

  private boolean isOfTheTime(NameBinding binding) {
    return binding.toLsn() > judge.cutLsn();
  }

  private boolean isAskedFor(NameBinding binding) {
    return Arrays.stream(askedLsns).anyMatch(binding::holdsAt);
  }

  private boolean isNamedNow(long object) {
    return reader.namesOf(object).stream().anyMatch(this::isOfTheTime);
  }

  /** Whether it took the place of a name that stays, at the LSN at which that ended. */
  private boolean keepsForPlace(NameBinding binding) {
    List<NameBinding> all = reader.bindingsOf(binding.path());
    NameBinding at = binding;
    for (NameBinding before = before(all, at); before != null; before = before(all, at)) {
      if (keepsItself(before)) {
        return true;
      }
      at = before;
    }
    return false;
  }

  private static NameBinding before(List<NameBinding> all, NameBinding binding) {
    for (NameBinding each : all) {
      if (each.toLsn() == binding.fromLsn() && each.fromLsn() < binding.fromLsn()) {
        return each;
      }
    }
    return null;
  }
}
