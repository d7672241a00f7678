package org.colophon.core.kernel;

import org.colophon.core.journal.Journal;
import org.colophon.core.metrics.PipelineMetrics;
import org.colophon.core.naming.IdentityRegistry;
import org.colophon.core.ring.RecordRing;

/** What every sink of a kernel shares. */
record KernelParts(
    KernelGate gate,
    RecordRing ring,
    Journal journal,
    PipelineMetrics metrics,
    IdentityRegistry processes,
    IdentityRegistry objects,
    SharedNames names,
    Positions positions,
    Past past) {
  boolean hasIdentity(long object) {
    return objects.isClaimed(object) || past.hasIdentity(object);
  }
}
