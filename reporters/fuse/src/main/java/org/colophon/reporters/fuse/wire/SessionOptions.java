package org.colophon.reporters.fuse.wire;

import java.util.Set;

/**
 * Options of a session.
 *
 * @param threads number of serving threads
 * @param seesEveryRead whether the kernel's page cache is bypassed
 * @param seesCloses whether closing a writable file waits for a reply
 * @param attributeNanos how long the kernel may cache attributes
 * @param entryNanos how long the kernel may cache names
 */
public record SessionOptions(
    int threads,
    boolean seesEveryRead,
    boolean seesCloses,
    long attributeNanos,
    long entryNanos,
    Set<Offer> without) {}
