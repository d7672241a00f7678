// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.host.node;

import java.util.List;
import java.util.Map;
import org.colophon.query.across.HostPart;

/**
 * Parts of a lineage that a node contributes.
 *
 * @param names display names by machine id
 */
record NodeParts(Map<String, String> names, List<HostPart> parts) {
  NodeParts {
    names = Map.copyOf(names);
    parts = List.copyOf(parts);
  }
}
