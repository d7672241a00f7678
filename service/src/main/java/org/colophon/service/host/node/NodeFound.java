// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.host.node;

import java.util.List;
import java.util.Map;
import org.colophon.query.across.HostFind;

/**
 * Search results of a node.
 *
 * @param names display names by machine id
 */
record NodeFound(Map<String, String> names, List<HostFind.Part> parts) {
  NodeFound {
    names = Map.copyOf(names);
    parts = List.copyOf(parts);
  }
}
