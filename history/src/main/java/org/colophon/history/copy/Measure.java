// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.copy;

import java.util.function.DoubleSupplier;

/**
 * A value that a copy of a history measures.
 *
 * @param name metric in Prometheus' form, such as {@code colophon_follow_lag_lsns}
 * @param help meaning of the value, with its unit
 * @param value returns the current value; any thread
 */
public record Measure(String name, String help, DoubleSupplier value) {}
