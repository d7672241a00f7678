/** Encodes and decodes the saved state of a reporter. */
package org.colophon.reporters.mysql.tail;
