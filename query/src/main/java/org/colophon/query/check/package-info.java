// SPDX-License-Identifier: Apache-2.0
/** Compares the files that a run used with those that its user declares. */
@NullMarked
package org.colophon.query.check;

import org.jspecify.annotations.NullMarked;
