// SPDX-License-Identifier: Apache-2.0
/** Recorded runs as traces for Perfetto. */
@NullMarked
package org.colophon.exports.perfetto;

import org.jspecify.annotations.NullMarked;
