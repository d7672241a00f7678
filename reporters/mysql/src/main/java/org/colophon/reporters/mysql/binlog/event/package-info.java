// SPDX-License-Identifier: Apache-2.0
/**
 * Decodes single events of a binary log: statements as text, and rows of tables. Rows are only
 * counted.
 */
@NullMarked
package org.colophon.reporters.mysql.binlog.event;

import org.jspecify.annotations.NullMarked;
