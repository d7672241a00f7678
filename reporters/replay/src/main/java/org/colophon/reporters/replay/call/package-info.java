// SPDX-License-Identifier: Apache-2.0
/**
 * Handlers of system calls, by group. The handlers report operations and update the tracked state.
 */
@NullMarked
package org.colophon.reporters.replay.call;

import org.jspecify.annotations.NullMarked;
