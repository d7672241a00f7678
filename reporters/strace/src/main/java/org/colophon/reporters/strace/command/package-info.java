/** Finds and starts a traced command with the state of its starter, and sends it signals. */
package org.colophon.reporters.strace.command;
