/** The root command, and the commands that use no store: plug-ins, completion, demo, comparison. */
package org.colophon.cli.command;
