// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.retention;

/** Counts kept and removed facts, weighted by the approximate bytes that a store takes for them. */
final class PlanTally {
  static final long ACCESS_BYTES = 24;
  static final long LINK_BYTES = 16;
  static final long NAME_BYTES = 24;
  static final long EXTENDED_BYTES = 32;
  static final long DECLARATION_BYTES = 32;

  private long facts;
  private long keptFacts;
  private long bytes;
  private long keptBytes;
  private long processes;
  private long processBytes;
  private long objects;
  private long objectBytes;
  private long lostOperations;
  private long processesKept;
  private long objectsKept;

  void fact(boolean isKept, long weight, long operations) {
    facts++;
    bytes += weight;
    keptFacts += isKept ? 1 : 0;
    keptBytes += isKept ? weight : 0;
    lostOperations += isKept ? 0 : operations;
  }

  void process(long weight) {
    processes++;
    processBytes += weight;
  }

  void object(long weight) {
    objects++;
    objectBytes += weight;
  }

  /** Sets the number of kept declarations, once known. */
  void keep(long keptProcesses, long keptObjects) {
    processesKept = Math.min(keptProcesses, processes);
    objectsKept = Math.min(keptObjects, objects);
  }

  /** Returns the number of removed facts and declarations. */
  long removed() {
    return facts - keptFacts + processes - processesKept + objects - objectsKept;
  }

  /** Returns the number of reported operations removed with them. */
  long lostOperations() {
    return lostOperations;
  }

  double shareKept() {
    double all = (double) bytes + processBytes + objectBytes;
    double kept =
        keptBytes
            + (double) processBytes * processesKept / Math.max(1, processes)
            + (double) objectBytes * objectsKept / Math.max(1, objects);
    return all == 0 ? 1 : kept / all;
  }

  RetentionFigures figures(long processesAfter, long objectsAfter) {
    return new RetentionFigures(processes, processesAfter, objects, objectsAfter, facts, keptFacts);
  }
}
