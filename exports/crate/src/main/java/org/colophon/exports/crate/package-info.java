// SPDX-License-Identifier: Apache-2.0
/**
 * Recorded runs as RO-Crates: the files of a run with its provenance in one directory or archive.
 */
@NullMarked
package org.colophon.exports.crate;

import org.jspecify.annotations.NullMarked;
