// SPDX-License-Identifier: Apache-2.0
/** The files that a run touched. */
@NullMarked
package org.colophon.query.touched;

import org.jspecify.annotations.NullMarked;
