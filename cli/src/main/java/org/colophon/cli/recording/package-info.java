/**
 * Recording by a reporter in a command's own process, either into a store that the command has for
 * itself or into a running service.
 */
package org.colophon.cli.recording;
