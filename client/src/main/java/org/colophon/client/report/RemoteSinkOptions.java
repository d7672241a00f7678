// SPDX-License-Identifier: Apache-2.0
package org.colophon.client.report;

import java.nio.channels.FileChannel;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Options of a remote sink.
 *
 * @param rest opens a file for what cannot be sent; null for none
 */
record RemoteSinkOptions(
    String source,
    String session,
    boolean keepAll,
    List<String> include,
    List<String> exclude,
    int batchLines,
    Duration patience,
    @Nullable Supplier<FileChannel> rest) {}
