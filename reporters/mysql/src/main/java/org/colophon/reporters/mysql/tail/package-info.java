// SPDX-License-Identifier: Apache-2.0
/** Encodes and decodes the saved state of a reporter. */
@NullMarked
package org.colophon.reporters.mysql.tail;

import org.jspecify.annotations.NullMarked;
