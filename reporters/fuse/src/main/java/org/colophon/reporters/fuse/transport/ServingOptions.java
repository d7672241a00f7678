// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.transport;

/**
 * Options of each transport.
 *
 * @param threads number of serving threads.
 * @param seesEveryRead whether Linux's page cache is bypassed.
 * @param seesCloses whether closing a writable file waits for a reply.
 * @param attributeNanos time for which Linux may cache attributes.
 * @param entryNanos time for which Linux may cache names.
 * @param passesThrough whether files whose reads and writes need not be seen are passed through, if
 *     the transport can do that.
 * @param usesIoUring whether requests may come through io_uring, if the transport and Linux can do
 *     that. Then no reply may wait for durability, because it delays programs on its processor.
 */
public record ServingOptions(
    int threads,
    boolean seesEveryRead,
    boolean seesCloses,
    long attributeNanos,
    long entryNanos,
    boolean passesThrough,
    boolean usesIoUring) {}
