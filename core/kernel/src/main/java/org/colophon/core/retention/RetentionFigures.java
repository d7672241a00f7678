// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.retention;

/**
 * Counts of a plan.
 *
 * @param processesBefore number of declared processes before.
 * @param processesAfter number of declared processes afterwards.
 * @param objectsBefore number of declared objects before.
 * @param objectsAfter number of declared objects afterwards.
 * @param factsBefore number of accesses, links, derivations, names and extended records before.
 * @param factsAfter number of those that are kept.
 */
public record RetentionFigures(
    long processesBefore,
    long processesAfter,
    long objectsBefore,
    long objectsAfter,
    long factsBefore,
    long factsAfter) {}
