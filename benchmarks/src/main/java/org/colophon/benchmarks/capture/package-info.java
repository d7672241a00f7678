// SPDX-License-Identifier: Apache-2.0
/**
 * Slow-down of traced programs. A small system-call suite, modelled on UnixBench, runs untraced,
 * under plain strace and under {@code colophon trace}.
 */
@NullMarked
package org.colophon.benchmarks.capture;

import org.jspecify.annotations.NullMarked;
