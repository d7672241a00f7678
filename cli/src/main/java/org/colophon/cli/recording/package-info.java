/**
 * A reporter at work in a command's own process: into a store that the command has for itself, or
 * into a running service.
 */
package org.colophon.cli.recording;
