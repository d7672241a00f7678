// SPDX-License-Identifier: Apache-2.0
/**
 * Feeds each storage adapter on a thread of its own from the journal. One loop serves catching up
 * after a crash, following the present and lagging behind.
 */
@NullMarked
package org.colophon.core.fanout;

import org.jspecify.annotations.NullMarked;
