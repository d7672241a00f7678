// SPDX-License-Identifier: Apache-2.0
/**
 * The state of one server at the current position in its log: sessions, open transactions, tables,
 * and changes that wait for confirmation. The package does not interpret statements.
 */
@NullMarked
package org.colophon.reporters.mysql.state;

import org.jspecify.annotations.NullMarked;
