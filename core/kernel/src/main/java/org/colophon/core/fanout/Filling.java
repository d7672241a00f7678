package org.colophon.core.fanout;

import java.nio.file.Path;
import org.colophon.core.spi.storage.LineageReader;

/**
 * Where an adapter gets what the journal does not have any more.
 *
 * @param sourceName the adapter that has it, for people
 * @param source its reader, which sees everything up to {@code upToLsn}; valid until that adapter's
 *     runner is stopped, so this one is stopped first
 * @param target a reader of what the adapter itself holds, null if it cannot be read
 * @param upToLsn the journal has what comes behind
 * @param operations how many reported operations the adapter lacks
 * @param scratch a folder for files while it lasts
 */
public record Filling(
    String sourceName,
    LineageReader source,
    LineageReader target,
    long upToLsn,
    long operations,
    Path scratch) {}
