/**
 * Passes operations to the kernel in units with their position, and creates the names of one
 * server's objects.
 */
package org.colophon.reporters.mysql.output;
