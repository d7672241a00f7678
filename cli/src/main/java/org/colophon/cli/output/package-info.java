/** Console and output of the commands: terminal-safe text, colours on a terminal only, and JSON. */
package org.colophon.cli.output;
