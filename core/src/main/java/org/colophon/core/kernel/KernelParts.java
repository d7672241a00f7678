package org.colophon.core.kernel;

import java.util.function.LongPredicate;
import org.colophon.core.journal.Journal;
import org.colophon.core.metrics.PipelineMetrics;
import org.colophon.core.naming.IdentityRegistry;
import org.colophon.core.naming.Namespace;
import org.colophon.core.ring.RecordRing;

/**
 * What every sink of a kernel shares.
 *
 * @param names guarded by its own monitor, which is held until a change of names is published
 * @param identified whether the store knows an identity of an object that was there before this run
 */
record KernelParts(
    KernelGate gate,
    RecordRing ring,
    Journal journal,
    PipelineMetrics metrics,
    IdentityRegistry processes,
    IdentityRegistry objects,
    Namespace names,
    LongPredicate identified) {
  boolean hasIdentity(long object) {
    return objects.isClaimed(object) || identified.test(object);
  }
}
