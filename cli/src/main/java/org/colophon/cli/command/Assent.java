package org.colophon.cli.command;

import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import picocli.CommandLine.Option;

/** Whether a person wants what cannot be undone; a program says so beforehand. */
final class Assent {
  @Option(
      names = {"-y", "--yes"},
      description = "Do not ask.")
  private boolean isSure;

  /**
   * Asks, unless it was said.
   *
   * @param consequence what it leads to, for who cannot be asked: {@code "detaching deletes ..."}
   * @throws ColophonException if nobody is there to be asked
   */
  boolean isGiven(Invocation invocation, String consequence, String question) {
    if (!isSure && !invocation.isInteractive()) {
      throw new ColophonException(
          ErrorCode.BAD_REQUEST, consequence + "; say --yes if that is meant");
    }
    return isSure || isYes(invocation, question + " [y/N] ");
  }

  /** Asks a person; anything but yes is no. */
  static boolean isYes(Invocation invocation, String question) {
    invocation.console().out().flush();
    invocation.console().err().print(question);
    invocation.console().err().flush();
    String answer = line(invocation.in()).strip().toLowerCase(Locale.ROOT);
    return answer.equals("y") || answer.equals("yes");
  }

  /** One line, byte by byte: what follows belongs to whoever reads next. */
  private static String line(InputStream in) {
    StringBuilder line = new StringBuilder();
    try {
      for (int b = in.read(); b >= 0 && b != '\n'; b = in.read()) {
        line.append((char) b);
      }
    } catch (IOException e) {
      return ""; // who cannot be heard did not say yes
    }
    return line.toString();
  }
}
