/** Known views and routines, from their definitions in the log. */
package org.colophon.reporters.mysql.sql.catalog;
