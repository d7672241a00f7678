// SPDX-License-Identifier: Apache-2.0
/**
 * Effect of a statement: kind, tables, files, transaction and session. The classes are immutable
 * and contain no text, so all statements with the same template share an instance.
 */
@NullMarked
package org.colophon.reporters.mysql.sql.model;

import org.jspecify.annotations.NullMarked;
