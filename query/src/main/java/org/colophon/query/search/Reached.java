// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.search;

import org.colophon.core.model.Lsn;

/** The nodes that a search reached, for {@link GapFinder}. */
interface Reached {
  /** Returns the best bound of a process, {@link Lsn#NONE} if the search did not reach it. */
  long boundOfProcess(long id);

  /** Returns the best bound of any version of an object, {@link Lsn#NONE} if none was reached. */
  long boundOfObject(long id);
}
