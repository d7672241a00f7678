package org.colophon.core.retention;

import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.storage.AncestorWalk;

/**
 * What may go, and what stays all the same.
 *
 * @param beforeNanos what was recorded before this instant, nanoseconds since 1970, may go; 0 for
 *     no such limit
 * @param maxBytes the oldest may go while the store is larger; 0 for no such limit
 * @param keepSnapshots what led to these snapshots stays; {@code *} for all
 * @param keepNames what led to objects with such a name stays; null for none
 * @param ancestors finds what led to something
 */
public record RetentionPolicy(
    long beforeNanos,
    long maxBytes,
    List<String> keepSnapshots,
    Predicate<Bytes> keepNames,
    AncestorWalk ancestors) {
  /** Stands for every snapshot. */
  public static final String ALL_SNAPSHOTS = "*";

  public RetentionPolicy {
    keepSnapshots = List.copyOf(keepSnapshots);
    Objects.requireNonNull(ancestors, "ancestors");
    if (beforeNanos < 0 || maxBytes < 0 || (beforeNanos == 0 && maxBytes == 0)) {
      throw new ColophonException(
          ErrorCode.BAD_REQUEST, "retention needs an age or a size: nothing else lets anything go");
    }
  }

  /** Whether the past of something is kept beyond age and size. */
  boolean keepsPasts() {
    return keepNames != null || !keepSnapshots.isEmpty();
  }

  boolean keepsSnapshot(String name) {
    return keepSnapshots.contains(name) || keepSnapshots.contains(ALL_SNAPSHOTS);
  }
}
