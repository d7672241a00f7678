package org.colophon.cli.command;

import java.io.InputStream;
import java.nio.file.Path;
import org.colophon.cli.output.Console;

/**
 * What one run of a command may touch of the world around it.
 *
 * @param directory what relative paths on the command line are relative to
 * @param in standard input
 */
public record Invocation(Console console, Path directory, InputStream in) {}
