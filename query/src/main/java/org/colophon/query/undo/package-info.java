// SPDX-License-Identifier: Apache-2.0
/** Restores earlier contents of text files from the patches that were recorded. */
@NullMarked
package org.colophon.query.undo;

import org.jspecify.annotations.NullMarked;
