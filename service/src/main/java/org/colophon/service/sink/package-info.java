/** Wrappers of sinks: one counts a reporter's operations, one passes them to live tails. */
package org.colophon.service.sink;
