// SPDX-License-Identifier: Apache-2.0
/** Proofs that a record is in a certified log. */
@NullMarked
package org.colophon.history.certified.proof;

import org.jspecify.annotations.NullMarked;
