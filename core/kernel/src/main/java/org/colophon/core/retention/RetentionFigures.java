package org.colophon.core.retention;

/**
 * Counts of a plan.
 *
 * @param processesBefore declared before.
 * @param processesAfter declared afterwards.
 * @param objectsBefore declared before.
 * @param objectsAfter declared afterwards.
 * @param factsBefore accesses, links, derivations, names and extended records before.
 * @param factsAfter the kept ones of these.
 */
public record RetentionFigures(
    long processesBefore,
    long processesAfter,
    long objectsBefore,
    long objectsAfter,
    long factsBefore,
    long factsAfter) {}
