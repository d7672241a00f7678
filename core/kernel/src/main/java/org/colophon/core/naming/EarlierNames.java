// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.naming;

import org.colophon.core.model.Bytes;

/**
 * Names as of an earlier LSN, for names that a {@link Namespace} does not have in memory. Answers
 * never change, so they may be requested later. Called with the lock on the names held.
 */
public interface EarlierNames {
  /** History without names. */
  EarlierNames NONE =
      new EarlierNames() {
        @Override
        public long resolve(Bytes path) {
          return 0;
        }

        @Override
        public boolean hasNamesBelow(Bytes path) {
          return false;
        }
      };

  /** Returns the object that a path was bound to, 0 if none. */
  long resolve(Bytes path);

  /** Returns true if anything strictly below a path was bound. */
  boolean hasNamesBelow(Bytes path);
}
