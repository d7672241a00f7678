/** Packs and unpacks the saved state of a reporter. */
package org.colophon.reporters.mysql.tail;
