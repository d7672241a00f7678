/** Base classes of all commands, shared options, and the report of errors and exit codes. */
package org.colophon.cli.base;
