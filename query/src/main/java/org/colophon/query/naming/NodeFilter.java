// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.naming;

import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.LineageQuery;
import org.jspecify.annotations.Nullable;

/** Decides by displayed names which nodes an answer omits. */
public final class NodeFilter {
  private final LineageReader reader;
  private final LineageQuery query;
  private final @Nullable FoldingRules folding;
  private final ObjectNames naming;
  private final long limit;

  public NodeFilter(LineageReader reader, LineageQuery query) {
    this.reader = reader;
    this.query = query;
    this.folding = query.folded() ? new FoldingRules() : null;
    this.naming = new ObjectNames(reader);
    this.limit = Math.min(query.asOfLsn(), reader.visibleLsn());
  }

  /** Returns whether an object is hidden and not followed. */
  public boolean hides(long object) {
    Bytes name = naming.nameOf(object, limit);
    return query.hides(name) || (!name.isEmpty() && isFolded(object, name));
  }

  /** Returns whether a file is followed, but not shown. */
  public boolean isElsewhere(long object) {
    return query.isElsewhere(naming.nameOf(object, limit));
  }

  /** Returns whether a process is hidden unless it connects shown nodes. */
  public boolean hidesProgram(long process) {
    ProcessInfo info = reader.process(process);
    return info != null && query.hides(info.declaration().executable());
  }

  private boolean isFolded(long object, Bytes name) {
    return folding != null
        && (folding.folds(name) || (FoldingRules.isByteCode(name) && !isWritten(object)));
  }

  private boolean isWritten(long object) {
    boolean[] found = {false};
    reader.accessesOfObject(
        object,
        AccessMode.WRITE.bit(),
        (process, o, mode, first, last, count, bytes, firstNanos, lastNanos) -> found[0] = true);
    return found[0];
  }
}
