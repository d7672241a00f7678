/** Tests of what statements are found to mean. */
package org.colophon.reporters.mysql.sql;
