// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.fanout;

import java.nio.file.Path;
import org.colophon.core.spi.storage.LineageReader;
import org.jspecify.annotations.Nullable;

/**
 * Source of the data that an adapter lacks and the journal no longer has.
 *
 * @param sourceName the name of the adapter that has the data, for users.
 * @param source that adapter's reader, which sees everything up to {@code upToLsn}. It is valid
 *     until that adapter's runner stops, so the filled adapter's runner is stopped first.
 * @param target a reader of the filled adapter's data, null if it cannot be read.
 * @param upToLsn the LSN after which the journal has everything.
 * @param operations the number of reported operations that the adapter lacks.
 * @param scratch a directory for temporary files.
 */
public record Filling(
    String sourceName,
    LineageReader source,
    @Nullable LineageReader target,
    long upToLsn,
    long operations,
    Path scratch) {}
