// SPDX-License-Identifier: Apache-2.0
/** Tests of the traces. */
@NullMarked
package org.colophon.exports.perfetto;

import org.jspecify.annotations.NullMarked;
