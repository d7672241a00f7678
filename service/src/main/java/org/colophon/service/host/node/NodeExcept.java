// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.host.node;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Part of a request to a node.
 *
 * @param except machine ids of hosts for which another node answers; an older node sends none
 */
record NodeExcept(@Nullable List<String> except) {
  Set<String> ids() {
    return except == null ? Set.of() : Set.copyOf(except);
  }
}
