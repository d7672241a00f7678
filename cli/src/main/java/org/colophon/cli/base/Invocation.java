// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.base;

import java.io.InputStream;
import java.nio.file.Path;
import org.colophon.cli.config.Launcher;
import org.colophon.cli.output.Console;

/**
 * Environment in which a command runs.
 *
 * @param directory base of relative paths on the command line
 * @param in standard input
 * @param isInTerminal whether standard input is a terminal
 * @param launcher starts Colophon again
 */
public record Invocation(
    Console console, Path directory, InputStream in, boolean isInTerminal, Launcher launcher) {
  /**
   * Creates the environment of a command that another program calls: no terminal and no launcher.
   */
  public Invocation(Console console, Path directory, InputStream in) {
    this(console, directory, in, false, Launcher.NONE);
  }

  /** Returns whether the command can ask the user. */
  public boolean isInteractive() {
    return isInTerminal && console.isErrTerminal();
  }
}
