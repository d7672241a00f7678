/**
 * Follows a server's log file: through rotation, flushing, copying and truncating, and from where
 * an earlier run left it.
 */
package org.colophon.reporters.mysql.tail;
