package org.colophon.service.retention;

import java.util.Optional;
import org.colophon.core.retention.PruneOutcome;
import org.colophon.core.retention.PruneProgress;

/**
 * Retention at an instant.
 *
 * @param progress of what is under way; empty if nothing is
 * @param run the number of the run that is under way, else of the last one; 0 before the first
 * @param last what the last run came to; null if it failed, or there was none
 * @param failure why the last run failed; empty if it did not
 * @param done runs that changed the store, since the service started
 * @param failed runs that failed
 * @param freedBytes what the store's files took less after them
 * @param lastMillis when the last run ended, milliseconds since 1970; 0 if there was none
 */
public record RetentionState(
    Optional<PruneProgress> progress,
    long run,
    PruneOutcome last,
    String failure,
    long done,
    long failed,
    long freedBytes,
    long lastMillis) {}
