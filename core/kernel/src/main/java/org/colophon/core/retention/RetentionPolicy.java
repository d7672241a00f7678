// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.retention;

import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.storage.AncestorWalk;
import org.jspecify.annotations.Nullable;

/**
 * Rules for removable facts, and exceptions.
 *
 * @param beforeNanos facts recorded before this instant, nanoseconds since 1970, are removable; 0
 *     for no such limit
 * @param maxBytes the oldest facts are removable while the store is larger; 0 for no such limit
 * @param keepSnapshots the snapshots whose causes are kept; {@code *} for all
 * @param keepNames the names of objects whose causes are kept; null for none
 * @param ancestors finds causes
 */
public record RetentionPolicy(
    long beforeNanos,
    long maxBytes,
    List<String> keepSnapshots,
    @Nullable Predicate<Bytes> keepNames,
    AncestorWalk ancestors) {
  /** Selects every snapshot. */
  public static final String ALL_SNAPSHOTS = "*";

  public RetentionPolicy {
    keepSnapshots = List.copyOf(keepSnapshots);
    Objects.requireNonNull(ancestors, "ancestors");
    if (beforeNanos < 0 || maxBytes < 0 || (beforeNanos == 0 && maxBytes == 0)) {
      throw ErrorCode.BAD_REQUEST.exception("nothing may be deleted: give an age or a size");
    }
  }

  /** Returns true if the policy keeps the causes of some snapshots or objects. */
  boolean keepsPasts() {
    return keepNames != null || !keepSnapshots.isEmpty();
  }

  boolean keepsSnapshot(String name) {
    return keepSnapshots.contains(name) || keepSnapshots.contains(ALL_SNAPSHOTS);
  }
}
