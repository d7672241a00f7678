/** Known views and routines, from their definitions in the log. */
@NullMarked
package org.colophon.reporters.mysql.sql.catalog;

import org.jspecify.annotations.NullMarked;
