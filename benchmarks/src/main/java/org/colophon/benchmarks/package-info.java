// SPDX-License-Identifier: Apache-2.0
/**
 * Benchmarks of Colophon. {@code Main} has a command for each scenario: whole-system workloads with
 * peers, the capture suite, services and the micro-benchmarks. No product module depends on this
 * module.
 */
@NullMarked
package org.colophon.benchmarks;

import org.jspecify.annotations.NullMarked;
