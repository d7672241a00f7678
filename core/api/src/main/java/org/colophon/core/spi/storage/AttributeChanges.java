// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.storage;

import java.util.HashSet;
import java.util.Set;
import org.colophon.core.model.OperationKind;

/**
 * Accesses of one process or object that changed attributes, by the LSN at which they began. Their
 * mode alone does not distinguish them from opens and closes. Reads the store at the first {@link
 * #contains} after each {@link #select}.
 */
public final class AttributeChanges {
  private final HistorySource source;
  private final Set<Long> lsns = new HashSet<>();
  private long process;
  private long object;
  private boolean isRead;

  /** Constructs an instance without a selection. */
  public AttributeChanges(HistorySource source) {
    this.source = source;
  }

  /** Selects the accesses of a process, or of an object if the process is 0. */
  public void select(long processId, long objectId) {
    process = processId;
    object = objectId;
    isRead = false;
  }

  /** Returns true if the access that began at an LSN changed attributes. */
  public boolean contains(long firstLsn) {
    if (!isRead) {
      lsns.clear();
      source.operations(process, object, this::add);
      isRead = true;
    }
    return lsns.contains(firstLsn);
  }

  private void add(
      long lsn, OperationKind kind, long accessor, long accessed, long bytes, long nanos) {
    if (kind == OperationKind.METADATA) {
      lsns.add(lsn);
    }
  }
}
