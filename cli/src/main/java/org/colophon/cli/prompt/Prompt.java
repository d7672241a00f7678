// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.prompt;

import java.nio.file.Path;
import org.colophon.cli.cypher.CypherText;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Terminal;
import org.jspecify.annotations.Nullable;

/**
 * Reads statements from a terminal and runs them until Ctrl-D or {@code :exit}. Ctrl-C cancels the
 * running statement, or clears the input.
 */
public final class Prompt {
  private static final String FIRST = "cypher> ";
  private static final String NEXT = "      > ";

  private final Terminal terminal;
  private final PromptSession session;
  private final LineReader reader;

  /**
   * Constructs a prompt.
   *
   * @param history file with earlier lines; null for none
   */
  public Prompt(Terminal terminal, PromptStore store, Settings settings, @Nullable Path history) {
    this.terminal = terminal;
    this.session = new PromptSession(store, settings, terminal.output(), terminal::getWidth);
    this.reader = reader(history);
  }

  private LineReader reader(@Nullable Path history) {
    LineReaderBuilder builder =
        LineReaderBuilder.builder()
            .terminal(terminal)
            .appName("colophon")
            .parser(new PromptParser())
            .completer(new PromptCompleter(session::vocabulary, session::parameterNames))
            .variable(LineReader.SECONDARY_PROMPT_PATTERN, NEXT)
            .variable(LineReader.INDENTATION, 0)
            .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
            .option(LineReader.Option.CASE_INSENSITIVE, true)
            .option(LineReader.Option.HISTORY_TIMESTAMPED, false)
            .option(LineReader.Option.INSERT_TAB, false);
    if (history != null) {
      builder.variable(LineReader.HISTORY_FILE, history);
    }
    return builder.build();
  }

  /** Runs the prompt until the user leaves it. */
  public void run() {
    session.print(session.store().title() + "; :help explains, Ctrl-D leaves");
    // This handler stays installed until the prompt ends, since Ctrl-C between a line and its
    // statement must not end the program.
    Terminal.SignalHandler before =
        terminal.handle(Terminal.Signal.INT, signal -> session.cancel());
    try {
      askUntilLeft();
    } finally {
      terminal.handle(Terminal.Signal.INT, before);
    }
  }

  private void askUntilLeft() {
    boolean isLeft = false;
    while (!isLeft) {
      try {
        isLeft = isExit(reader.readLine(FIRST));
      } catch (UserInterruptException e) {
        isLeft = false; // Ctrl-C only clears the line
      } catch (EndOfFileException e) {
        isLeft = true;
      }
    }
  }

  private boolean isExit(String text) {
    if (CypherText.isBlank(text)) {
      return false;
    }
    if (!text.stripLeading().startsWith(":")) {
      session.runAll(text);
      return false;
    }
    if (PromptCommands.isExit(text)) {
      return true;
    }
    session.printErrors(() -> PromptCommands.run(session, text));
    return false;
  }
}
