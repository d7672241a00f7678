package org.colophon.cli.command;

import java.io.InputStream;
import java.nio.file.Path;
import org.colophon.cli.config.Launcher;
import org.colophon.cli.output.Console;

/**
 * What one run of a command may touch of the world around it.
 *
 * @param directory what relative paths on the command line are relative to
 * @param in standard input
 * @param isInTerminal whether a person types there
 * @param launcher starts Colophon anew
 */
public record Invocation(
    Console console, Path directory, InputStream in, boolean isInTerminal, Launcher launcher) {
  /** Of a program: nobody types, and nothing can be started anew. */
  public Invocation(Console console, Path directory, InputStream in) {
    this(console, directory, in, false, Launcher.NONE);
  }

  /** Whether a person can be asked something and sees what is asked. */
  boolean isInteractive() {
    return isInTerminal && console.isErrTerminal();
  }
}
