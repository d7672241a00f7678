// SPDX-License-Identifier: Apache-2.0
/**
 * Scenarios and the runner that measures them, with helpers: programs, Java processes, kernels and
 * the location of the sources.
 */
@NullMarked
package org.colophon.benchmarks.scenario;

import org.jspecify.annotations.NullMarked;
