// SPDX-License-Identifier: Apache-2.0
/** Encoding of records in frames of the journal. */
@NullMarked
package org.colophon.core.journal.format;

import org.jspecify.annotations.NullMarked;
