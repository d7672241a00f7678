/** How a traced command is found, started with the state of its starter, and sent signals. */
package org.colophon.reporters.strace.command;
