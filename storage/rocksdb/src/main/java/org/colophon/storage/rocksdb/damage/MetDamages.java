// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.damage;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.colophon.core.error.ColophonException;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.fact.Gap;

/** The damages that one question met. Any number of threads. */
public final class MetDamages implements Damages {
  private final Set<String> messages = new LinkedHashSet<>();

  @Override
  public synchronized void met(ColophonException damage) {
    messages.add(String.valueOf(damage.getMessage()));
  }

  /** Returns gaps, and after them one for each damage. */
  public synchronized List<Gap> after(List<Gap> stored, long lsn) {
    List<Gap> all = new ArrayList<>(stored);
    messages.forEach(each -> all.add(new Gap(lsn, 0, GapCause.STORE_DAMAGE, 1, each)));
    return all;
  }
}
