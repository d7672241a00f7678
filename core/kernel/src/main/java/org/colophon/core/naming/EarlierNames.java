package org.colophon.core.naming;

import org.colophon.core.model.Bytes;

/**
 * The names of an earlier moment, below what a {@link Namespace} keeps in memory. Its answers never
 * change, so they may be asked for late. Called by whoever holds the lock on the names.
 */
public interface EarlierNames {
  /** No names at all. */
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

  /** The object that a path was bound to, 0 if none. */
  long resolve(Bytes path);

  /** Whether anything strictly below a path was bound. */
  boolean hasNamesBelow(Bytes path);
}
