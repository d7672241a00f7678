package org.colophon.cli.base;

import java.io.InputStream;
import java.nio.file.Path;
import org.colophon.cli.config.Launcher;
import org.colophon.cli.output.Console;

/**
 * The environment of one run of a command.
 *
 * @param directory the base of relative paths on the command line
 * @param in standard input
 * @param isInTerminal whether standard input is a terminal
 * @param launcher starts Colophon again
 */
public record Invocation(
    Console console, Path directory, InputStream in, boolean isInTerminal, Launcher launcher) {
  /** Creates the invocation of a program: without a terminal and without a launcher. */
  public Invocation(Console console, Path directory, InputStream in) {
    this(console, directory, in, false, Launcher.NONE);
  }

  /** Returns whether a person can be asked a question. */
  public boolean isInteractive() {
    return isInTerminal && console.isErrTerminal();
  }
}
