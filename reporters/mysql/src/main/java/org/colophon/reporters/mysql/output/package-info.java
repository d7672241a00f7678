// SPDX-License-Identifier: Apache-2.0
/**
 * Passes operations in units with positions to Colophon's kernel, and creates the names of one
 * server's objects.
 */
@NullMarked
package org.colophon.reporters.mysql.output;

import org.jspecify.annotations.NullMarked;
