// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.inspect;

import org.colophon.core.spi.inspect.Change;

/**
 * A change to inspect.
 *
 * @param process the process that made the change, as an id of a sink; 0 if unknown.
 * @param object the file, as an id of a sink; 0 if unknown.
 * @param timeNanos time of the file's close in wall-clock nanoseconds since 1970, used in records.
 * @param done runs once, on any thread, after the last use of the contents.
 */
public record Inspection(Change change, long process, long object, long timeNanos, Runnable done) {}
