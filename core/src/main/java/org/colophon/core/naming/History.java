package org.colophon.core.naming;

import org.colophon.core.model.Bytes;

/**
 * What the store knew when this run of the kernel began. Its answers never change while the kernel
 * runs, so they may be asked for late. Called on reporters' threads.
 */
public interface History {
  /** A store without history. */
  History NONE =
      new History() {
        @Override
        public long resolve(Bytes path) {
          return 0;
        }

        @Override
        public boolean hasNamesBelow(Bytes path) {
          return false;
        }

        @Override
        public long processByIdentity(Bytes identity) {
          return 0;
        }

        @Override
        public long objectByIdentity(Bytes identity) {
          return 0;
        }

        @Override
        public boolean hasIdentity(long object) {
          return false;
        }
      };

  /** The object that a path was bound to, 0 if none. */
  long resolve(Bytes path);

  /** Whether anything strictly below a path was bound. */
  boolean hasNamesBelow(Bytes path);

  long processByIdentity(Bytes identity);

  long objectByIdentity(Bytes identity);

  /** Whether an object was declared with an identity of its own. */
  boolean hasIdentity(long object);
}
