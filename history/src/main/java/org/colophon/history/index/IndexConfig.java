// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.index;

import org.colophon.history.copy.SharedLogSpec;

/**
 * Settings of an indexer, which copies histories from a shared log.
 *
 * @param log the shared log with the histories.
 * @param group name of the group of indexers that share the histories.
 * @param name name of this indexer, unique in the group and unchanged after a restart.
 */
public record IndexConfig(SharedLogSpec log, String group, String name) {
  public static final String DEFAULT_GROUP = "colophon-index";
}
