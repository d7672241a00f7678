package org.colophon.reporters.dsl.feed;

import org.colophon.core.model.Bytes;

/**
 * Options of a feed.
 *
 * @param escapes meaning of backslashes
 * @param annotations annotations stored as extended records
 * @param directory base of relative paths; absolute
 * @param maxIds limit of remembered vertices
 */
public record FeedOptions(
    Escapes escapes, KeptAnnotations annotations, Bytes directory, int maxIds) {}
