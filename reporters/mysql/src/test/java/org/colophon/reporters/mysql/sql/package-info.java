/** Tests the analysis of statements. */
package org.colophon.reporters.mysql.sql;
