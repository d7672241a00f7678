// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.syscall;

import java.util.BitSet;
import java.util.List;
import org.colophon.core.model.Bytes;

/**
 * A list of strings in an argument, such as the arguments or the environment of a program.
 *
 * @param cut the indexes of strings whose end is unknown
 * @param isShown false if the source does not show the list
 * @param hasMore true if more strings follow, which are unknown
 */
public record StringList(List<Bytes> texts, BitSet cut, boolean isShown, boolean hasMore) {
  /** A list that the source does not show. */
  public static final StringList HIDDEN = new StringList(List.of(), new BitSet(), false, false);
}
