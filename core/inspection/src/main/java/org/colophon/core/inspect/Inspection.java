package org.colophon.core.inspect;

import org.colophon.core.spi.inspect.Change;

/**
 * A change that is to be inspected.
 *
 * @param process who made it, as ids of a sink; 0 if not known
 * @param object the file, 0 if not known
 * @param timeNanos when the file was closed, wall-clock nanoseconds since 1970; its records bear it
 * @param done run once when the contents are not needed any more, on any thread
 */
public record Inspection(Change change, long process, long object, long timeNanos, Runnable done) {}
