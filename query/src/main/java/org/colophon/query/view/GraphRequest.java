// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.view;

import java.util.List;
import java.util.Set;
import org.colophon.core.error.ErrorCode;

/**
 * Options of a view.
 *
 * @param expanded ids of the folds to expand
 * @param path ids of two nodes or folds, to show only the chains between them; empty to show all
 */
public record GraphRequest(Set<String> expanded, List<String> path) {
  public GraphRequest {
    expanded = Set.copyOf(expanded);
    path = List.copyOf(path);
    if (!path.isEmpty() && path.size() != 2) {
      throw ErrorCode.BAD_REQUEST.exception(
          "path needs two ends, such as path=object:5,process:7, but has " + path.size());
    }
  }
}
