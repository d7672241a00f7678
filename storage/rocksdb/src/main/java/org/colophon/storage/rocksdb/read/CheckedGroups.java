// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.read;

import org.colophon.core.error.ErrorCode;
import org.colophon.storage.rocksdb.damage.Damages;

/** Groups that pass on damage. */
public record CheckedGroups(Groups groups, Damages damages) implements Groups {
  @Override
  public Group get(int family, long id, int factClass) {
    final Group found = groups.get(family, id, factClass);
    final String damage = found.damage();
    if (damage != null) {
      damages.met(ErrorCode.STORE_CORRUPT.exception(damage));
    }
    return found;
  }

  @Override
  public Groups until(long lsn, long visibleLsn) {
    return new CheckedGroups(groups.until(lsn, visibleLsn), damages);
  }
}
