// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.base;

import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import picocli.CommandLine.Option;

/** Asks for confirmation before an irreversible action; {@code --yes} answers in advance. */
public final class Confirmation {
  @Option(
      names = {"-y", "--yes"},
      description = "Do not ask for confirmation.")
  private boolean isSure;

  /**
   * Asks the user. Returns true without asking if {@code --yes} is given.
   *
   * @param consequence the effect of the action, for the message without a terminal: {@code
   *     "detaching deletes ..."}
   * @throws ColophonException BAD_REQUEST without {@code --yes} and without a terminal
   */
  public boolean isGiven(Invocation invocation, String consequence, String question) {
    if (!isSure && !invocation.isInteractive()) {
      throw ErrorCode.BAD_REQUEST.exception(consequence + "; to confirm, add --yes");
    }
    return isSure || isYes(invocation, question + " [y/N] ");
  }

  /** Asks on the terminal. Any answer other than yes counts as no. */
  public static boolean isYes(Invocation invocation, String question) {
    invocation.console().out().flush();
    invocation.console().err().print(question);
    invocation.console().err().flush();
    String answer = line(invocation.in()).strip().toLowerCase(Locale.ROOT);
    return answer.equals("y") || answer.equals("yes");
  }

  /** Reads a line byte by byte, so that it does not consume later input. */
  private static String line(InputStream in) {
    StringBuilder line = new StringBuilder();
    try {
      for (int b = in.read(); b >= 0 && b != '\n'; b = in.read()) {
        line.append((char) b);
      }
    } catch (IOException e) {
      return ""; // an unreadable answer counts as no
    }
    return line.toString();
  }
}
