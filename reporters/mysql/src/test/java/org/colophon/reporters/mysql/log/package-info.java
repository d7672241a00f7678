/** Tests of the parsers. */
package org.colophon.reporters.mysql.log;
