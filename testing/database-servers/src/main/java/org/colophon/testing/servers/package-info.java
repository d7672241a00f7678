// SPDX-License-Identifier: Apache-2.0
/**
 * Starts and stops real database servers for tests and benchmarks, each in its own directory and on
 * its own port.
 */
@NullMarked
package org.colophon.testing.servers;

import org.jspecify.annotations.NullMarked;
