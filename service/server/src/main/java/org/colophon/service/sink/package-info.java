/** Wrappers of sinks: counters of reporters, and a tap for live tails. */
package org.colophon.service.sink;
