/** Knowledge of tables, views and routines, from definitions in the log. */
package org.colophon.reporters.mysql.sql.catalog;
