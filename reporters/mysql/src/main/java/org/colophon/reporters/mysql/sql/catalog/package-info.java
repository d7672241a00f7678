/**
 * What is known of the tables, views and routines behind the names in statements: learnt from the
 * definitions that were seen, and from a dump of the schema if there is one.
 */
package org.colophon.reporters.mysql.sql.catalog;
