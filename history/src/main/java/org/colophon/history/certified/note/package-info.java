// SPDX-License-Identifier: Apache-2.0
/**
 * Signed notes, keys, checkpoints, cosignatures and policies, as documents of c2sp.org define them.
 */
@NullMarked
package org.colophon.history.certified.note;

import org.jspecify.annotations.NullMarked;
