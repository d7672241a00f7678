/** Tests of the meaning of statements. */
package org.colophon.reporters.mysql.sql;
