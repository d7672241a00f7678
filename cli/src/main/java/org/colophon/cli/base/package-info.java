/**
 * The base classes of all commands, the options they share, and how errors and exit codes are
 * reported.
 */
package org.colophon.cli.base;
