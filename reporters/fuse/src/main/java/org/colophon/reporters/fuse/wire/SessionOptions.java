package org.colophon.reporters.fuse.wire;

import java.util.Set;

/**
 * How the kernel is served.
 *
 * @param threads how many threads serve
 * @param seesEveryRead whether every read and write comes here, past the kernel's page cache
 * @param seesCloses whether a close of a file that was opened for writing waits for an answer
 * @param attributeNanos how long the kernel may take a status for true
 * @param entryNanos how long the kernel may take a name for true
 * @param without which of the kernel's offers are not taken
 */
public record SessionOptions(
    int threads,
    boolean seesEveryRead,
    boolean seesCloses,
    long attributeNanos,
    long entryNanos,
    Set<Offer> without) {}
