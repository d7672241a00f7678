// SPDX-License-Identifier: Apache-2.0
/** The protocol between a log and its witnesses, as c2sp.org/tlog-witness defines it. */
@NullMarked
package org.colophon.history.certified.witness;

import org.jspecify.annotations.NullMarked;
