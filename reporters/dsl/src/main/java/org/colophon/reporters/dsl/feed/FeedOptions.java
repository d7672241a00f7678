package org.colophon.reporters.dsl.feed;

import org.colophon.core.model.Bytes;

/**
 * How a feed is read.
 *
 * @param escapes what a backslash means
 * @param annotations which annotations become extended records
 * @param directory where relative paths begin; absolute
 * @param maxIds how many vertices are remembered
 */
public record FeedOptions(
    Escapes escapes, KeptAnnotations annotations, Bytes directory, int maxIds) {}
