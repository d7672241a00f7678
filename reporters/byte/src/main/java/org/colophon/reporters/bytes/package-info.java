// SPDX-License-Identifier: Apache-2.0
/**
 * Records from which input bytes the written bytes were copied or computed. Uses a Valgrind tool of
 * this module, as SPADE's DataTracker uses Pin.
 */
@NullMarked
package org.colophon.reporters.bytes;

import org.jspecify.annotations.NullMarked;
