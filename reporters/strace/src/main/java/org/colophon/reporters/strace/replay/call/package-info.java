/** Handlers of system calls, by group. They report operations and update the tracked state. */
package org.colophon.reporters.strace.replay.call;
