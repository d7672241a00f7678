package org.colophon.cli.output;

import java.io.PrintWriter;
import java.util.Map;

/**
 * Where a command writes: answers to {@code out}, everything about how it went to {@code err}. One
 * thread at a time.
 */
public final class Console {
  private final PrintWriter out;
  private final PrintWriter err;
  private final boolean outIsTerminal;
  private final boolean errIsTerminal;
  private final Map<String, String> environment;

  public Console(
      PrintWriter out,
      PrintWriter err,
      boolean outIsTerminal,
      boolean errIsTerminal,
      Map<String, String> environment) {
    this.out = out;
    this.err = err;
    this.outIsTerminal = outIsTerminal;
    this.errIsTerminal = errIsTerminal;
    this.environment = Map.copyOf(environment);
  }

  public PrintWriter out() {
    return out;
  }

  public PrintWriter err() {
    return err;
  }

  /** Whether answers go to a person's terminal rather than to a file or a program. */
  public boolean isOutTerminal() {
    return outIsTerminal;
  }

  /** Whether progress and remarks go to a person's terminal. */
  public boolean isErrTerminal() {
    return errIsTerminal;
  }

  /** Whether answers may be coloured: on a terminal, unless NO_COLOR or TERM=dumb says no. */
  public boolean hasColours() {
    return outIsTerminal
        && environment.getOrDefault("NO_COLOR", "").isEmpty()
        && !"dumb".equals(environment.get("TERM"));
  }

  /** A variable of the environment, or null where it is unset or empty. */
  public String environment(String name) {
    String value = environment.get(name);
    return value == null || value.isEmpty() ? null : value;
  }

  /** Tells the person something beside the answer. */
  public void remark(String text) {
    err.println("colophon: " + text);
    err.flush();
  }
}
