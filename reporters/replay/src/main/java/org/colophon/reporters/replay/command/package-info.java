/** Finds a command, starts it with the state of the launcher's process, and sends signals to it. */
package org.colophon.reporters.replay.command;
