// SPDX-License-Identifier: Apache-2.0
/** Known views and routines, from their definitions in the log. */
@NullMarked
package org.colophon.reporters.mysql.sql.catalog;

import org.jspecify.annotations.NullMarked;
