// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.damage;

import org.colophon.core.error.ColophonException;

/** Receives the damage that reads meet. If it returns, the read goes on without the lost data. */
@FunctionalInterface
public interface Damages {
  /** Ends each read that meets damage. */
  Damages REFUSE =
      damage -> {
        throw damage;
      };

  /**
   * Receives a damage.
   *
   * @param damage a failure with the code STORE_CORRUPT
   */
  void met(ColophonException damage);
}
