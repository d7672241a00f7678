// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.api;

import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.encoding.FileDigest;

/**
 * Objects that had the content of an input before it was known. No operation between them was
 * observed.
 *
 * @param node index of the input in {@link Lineage#nodes}
 * @param sources the first of these objects, in the order of their LSNs; at least one
 * @param more number of further objects
 */
public record ContentMatch(int node, FileDigest digest, List<Source> sources, int more) {
  public ContentMatch {
    sources = List.copyOf(sources);
  }

  /**
   * An object that had the content.
   *
   * @param name its name then; may be empty
   * @param lsn the first LSN at which it is known to have had the content
   */
  public record Source(long object, Bytes name, long lsn) {}

  /** Returns this match with at most a number of sources. */
  public ContentMatch limitedTo(int count) {
    int left = Math.min(count, sources.size());
    return new ContentMatch(node, digest, sources.subList(0, left), more + sources.size() - left);
  }

  /** Returns whether a single object is the source. */
  public boolean isCertain() {
    return sources.size() == 1 && more == 0;
  }
}
