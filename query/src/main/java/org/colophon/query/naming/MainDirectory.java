// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.naming;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import org.colophon.core.model.Bytes;

/** The directory of most files of an answer, relative to which their names are short. */
public final class MainDirectory {
  private MainDirectory() {}

  /**
   * Returns the deepest directory with at least two thirds of the files. Does not count system
   * files.
   *
   * @param names names of objects; those that are no absolute paths do not count
   * @return the path without a slash at its end; empty if no directory has so many
   */
  public static Bytes of(Collection<Bytes> names) {
    FoldingRules system = new FoldingRules();
    Map<Bytes, Integer> counts = new HashMap<>();
    int files = 0;
    for (Bytes name : names) {
      if (name.startsWith(Bytes.of("/")) && !system.folds(name)) {
        files++;
        Bytes directory = parent(name);
        while (!directory.isEmpty()) {
          counts.merge(directory, 1, Integer::sum);
          directory = parent(directory);
        }
      }
    }
    int least = (2 * files + 2) / 3;
    return counts.entrySet().stream()
        .filter(each -> each.getValue() >= least)
        .map(Map.Entry::getKey)
        .max(Comparator.comparingInt(Bytes::length))
        .orElse(Bytes.EMPTY);
  }

  private static Bytes parent(Bytes path) {
    return path.slice(0, Math.max(0, path.lastIndexOf('/')));
  }
}
