// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse;

import java.nio.file.Path;
import java.util.List;
import org.colophon.core.inspect.choice.InspectorSpec;
import org.colophon.reporters.common.content.WantedDigests;
import org.colophon.reporters.fuse.process.AncestorDetail;
import org.colophon.reporters.fuse.record.Ordering;
import org.colophon.reporters.fuse.transport.ServingOptions;
import org.colophon.reporters.fuse.transport.Transport;
import org.jspecify.annotations.Nullable;

/**
 * Options of a mirror.
 *
 * @param source the directory that is mirrored.
 * @param mount the mount point.
 * @param include globs of recorded paths below the mount; empty: all.
 * @param exclude globs of paths that are not recorded.
 * @param users ids or names of recorded users; empty: all.
 * @param readOnly whether changes are refused.
 * @param allowOther whether other users may access the mount.
 * @param recording whether anything is recorded.
 * @param every whether each read and write is reported, including repeats.
 * @param ranges whether the ranges are recorded that each program writes.
 * @param tracing whether the programs that use the mount are traced.
 * @param ancestors detail recorded for ancestors of the programs that use the mount.
 * @param digests the files that get digests of their content.
 * @param maxKnown limit of the files that Linux has looked up; 0: half of the descriptor limit.
 * @param transport serves the mount.
 * @param inspectors inspectors of changed content.
 * @param contents directory for the previous content of changed files; null for the store's scratch
 *     directory.
 */
record FuseOptions(
    Path source,
    Path mount,
    Ordering ordering,
    List<String> include,
    List<String> exclude,
    List<String> users,
    boolean readOnly,
    boolean allowOther,
    boolean recording,
    boolean every,
    boolean ranges,
    Tracing tracing,
    AncestorDetail ancestors,
    WantedDigests digests,
    int maxKnown,
    Transport transport,
    ServingOptions session,
    List<InspectorSpec> inspectors,
    @Nullable Path contents) {
  /** Returns whether tracing is wanted. A trace does not know the limits of what is recorded. */
  boolean wantsTrace() {
    boolean recordsAll = include.isEmpty() && exclude.isEmpty() && users.isEmpty();
    return tracing == Tracing.YES || (tracing == Tracing.AUTO && recordsAll);
  }
}
