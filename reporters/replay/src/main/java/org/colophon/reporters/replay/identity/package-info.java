// SPDX-License-Identifier: Apache-2.0
/**
 * Part of the replay of system calls: decides which object a used file is, from its identity in the
 * kernel, from a status that was read later, or from its name.
 */
@NullMarked
package org.colophon.reporters.replay.identity;

import org.jspecify.annotations.NullMarked;
