// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.target;

import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.naming.FoldingRules;

/** Finds the paths below a directory that a history shows. */
public record DirectoryPaths(LineageReader reader) {
  private static final int MAX_PATHS = 1_000;

  /**
   * Paths below a directory.
   *
   * @param folded number of omitted files of tools
   * @param beyond number of files beyond the limit
   */
  public record Found(List<Bytes> paths, int folded, int beyond) {}

  /** Returns the paths that were ever bound below a directory, in order of path bytes. */
  public Found of(Bytes directory) {
    Bytes slash = Bytes.of("/");
    boolean isOpen = directory.at(directory.length() - 1) == '/';
    Bytes prefix = isOpen ? directory : directory.concat(slash);
    FoldingRules folding = new FoldingRules();
    boolean isOfTools = folding.folds(prefix.concat(Bytes.of("x")));
    List<Bytes> paths = new ArrayList<>();
    int folded = 0;
    int beyond = 0;
    for (Bytes path : reader.pathsEverUnder(directory)) {
      if (!isOfTools && (folding.folds(path) || FoldingRules.isByteCode(path))) {
        folded++;
      } else if (paths.size() == MAX_PATHS) {
        beyond++;
      } else {
        paths.add(path);
      }
    }
    return new Found(paths, folded, beyond);
  }
}
