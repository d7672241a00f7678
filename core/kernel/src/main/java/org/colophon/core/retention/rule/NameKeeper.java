// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.retention.rule;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.colophon.core.model.encoding.FileDigest;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.spi.storage.LineageReader;
import org.jspecify.annotations.Nullable;

/**
 * Selects the names to keep: current names, names that held after the cut, and every name of an
 * object with kept accesses. Also keeps names for queries as of the start of this run.
 *
 * <p>A kept name that ended before the cut also keeps the name that replaced it. If the replay
 * lacked the second name, the end of the first would remove all names below.
 */
public final class NameKeeper {
  private final LineageReader reader;
  private final RetentionDecision decision;
  private final long[] askedLsns;
  private final BitSet edged;

  /**
   * @param askedLsns the LSNs of name queries
   * @param edged objects with kept accesses
   */
  public NameKeeper(
      LineageReader reader, RetentionDecision decision, long[] askedLsns, BitSet edged) {
    this.reader = reader;
    this.decision = decision;
    this.askedLsns = askedLsns;
    this.edged = edged;
  }

  public boolean keeps(NameBinding binding) {
    return keepsItself(binding) || keepsForPlace(binding);
  }

  /** The name of a content keeps no object, because nobody removes it when the file is deleted. */
  private boolean keepsItself(NameBinding binding) {
    boolean isOfTheTime = isOfTheTime(binding);
    boolean isForContent = FileDigest.isName(binding.path());
    return (isOfTheTime && (!isForContent || isNamedNow(binding.object())))
        || edged.get((int) binding.object())
        || decision.reach().has(binding.object())
        || (isAskedFor(binding) && isNamedNow(binding.object()));
  }

  private boolean isOfTheTime(NameBinding binding) {
    return binding.toLsn() > decision.cutLsn();
  }

  private boolean isAskedFor(NameBinding binding) {
    return Arrays.stream(askedLsns).anyMatch(binding::holdsAt);
  }

  private boolean isNamedNow(long object) {
    return reader.placesOf(object).stream().anyMatch(this::isOfTheTime);
  }

  /** Returns true if the binding replaced a kept name, at the LSN at which that name ended. */
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

  private static @Nullable NameBinding before(List<NameBinding> all, NameBinding binding) {
    for (NameBinding each : all) {
      if (each.toLsn() == binding.fromLsn() && each.fromLsn() < binding.fromLsn()) {
        return each;
      }
    }
    return null;
  }
}
