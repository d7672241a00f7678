/**
 * Handlers of system calls, by group. The handlers report operations and update the tracked state.
 */
package org.colophon.reporters.replay.call;
