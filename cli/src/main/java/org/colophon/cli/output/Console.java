// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.output;

import java.io.BufferedOutputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.colophon.query.text.DisplayText;
import org.jspecify.annotations.Nullable;

/**
 * Output streams of a command: answers are written to {@code out}; progress, warnings and errors to
 * {@code err}. Text is UTF-8 in every locale. One thread at a time.
 */
public final class Console {
  private final OutputStream bytes;
  private final PrintWriter out;
  private final PrintWriter err;
  private final boolean isOutTerminal;
  private final boolean isErrTerminal;
  private final Map<String, String> environment;

  public Console(
      OutputStream out,
      OutputStream err,
      boolean isOutTerminal,
      boolean isErrTerminal,
      Map<String, String> environment) {
    this.bytes = new BufferedOutputStream(out, 1 << 16);
    this.out = new PrintWriter(new OutputStreamWriter(bytes, StandardCharsets.UTF_8));
    this.err = new PrintWriter(new OutputStreamWriter(err, StandardCharsets.UTF_8));
    this.isOutTerminal = isOutTerminal;
    this.isErrTerminal = isErrTerminal;
    this.environment = Map.copyOf(environment);
  }

  public PrintWriter out() {
    return out;
  }

  public PrintWriter err() {
    return err;
  }

  /**
   * Returns the stream behind {@link #out}, for output in other encodings. The caller must not
   * close it.
   */
  public OutputStream bytes() {
    out.flush();
    return bytes;
  }

  /** Returns whether answers are written to a terminal. */
  public boolean isOutTerminal() {
    return isOutTerminal;
  }

  /** Returns a console with the same environment, which writes to streams instead of a terminal. */
  public Console writingTo(OutputStream answers, OutputStream remarks) {
    return new Console(answers, remarks, false, false, environment);
  }

  /** Returns whether remarks and progress are written to a terminal. */
  public boolean isErrTerminal() {
    return isErrTerminal;
  }

  /**
   * Returns whether answers may be coloured: on a terminal, unless NO_COLOR or TERM=dumb forbids
   * it.
   */
  public boolean hasColours() {
    return isOutTerminal
        && environment("NO_COLOR") == null
        && !"dumb".equals(environment.get("TERM"));
  }

  /** Returns the width of the terminal in columns; 0 if unknown. */
  public int widthColumns() {
    String columns = environment("COLUMNS");
    return isOutTerminal && columns != null && columns.matches("[1-9][0-9]{0,4}")
        ? Integer.parseInt(columns)
        : 0;
  }

  /** Returns an environment variable; null if it is unset or empty. */
  public @Nullable String environment(String name) {
    String value = environment.get(name);
    return value == null || value.isEmpty() ? null : value;
  }

  /** Prints a remark for the user in addition to the answer. */
  public void remark(String text) {
    out.flush();
    err.println("colophon: " + DisplayText.message(text));
    err.flush();
  }
}
