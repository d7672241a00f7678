// SPDX-License-Identifier: Apache-2.0
/** Reads names from the rows of name_event. */
@NullMarked
package org.colophon.storage.jdbc.names;

import org.jspecify.annotations.NullMarked;
