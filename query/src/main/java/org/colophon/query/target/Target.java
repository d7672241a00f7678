// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.target;

import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.query.api.Root;

/**
 * A resolved TARGET text. Made by {@link Targets}.
 *
 * @param text the original text.
 * @param path the absolute path or other name, {@link Bytes#EMPTY} if the target is not a name.
 * @param lsn the LSN as of which the name was looked up.
 * @param askedLsn the requested as-of LSN, or that after the at sign. A removed name is looked up
 *     as of its end, but the answer goes up to this LSN.
 * @param isDirectory true for everything below a directory.
 * @param roots at least one.
 */
public record Target(
    String text, Bytes path, long lsn, long askedLsn, boolean isDirectory, List<Root> roots) {
  public Target {
    roots = List.copyOf(roots);
  }

  /** Returns the distinct roots of targets. */
  public static List<Root> roots(List<Target> targets) {
    return targets.stream().flatMap(each -> each.roots().stream()).distinct().toList();
  }
}
