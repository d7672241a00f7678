package org.colophon.cli.command;

import java.io.IOException;
import java.nio.file.Path;
import org.colophon.cli.config.StateFolder;
import org.colophon.cli.output.Console;
import org.colophon.cli.output.Shown;
import org.colophon.cli.prompt.Prompt;
import org.colophon.cli.prompt.PromptStore;
import org.colophon.cli.prompt.Settings;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.cypher.CypherEngine;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/** The prompt on this process's terminal, over an open store. */
final class CypherPrompt implements PromptStore {
  private static final String HISTORY = "cypher-history";

  private final Console console;
  private final QueryCommand.Question question;
  private final CypherEngine engine;

  CypherPrompt(Console console, QueryCommand.Question question, CypherEngine engine) {
    this.console = console;
    this.question = question;
    this.engine = engine;
  }

  /** Returns when the person leaves. */
  void run(Settings settings) {
    console.out().flush();
    try (Terminal terminal = TerminalBuilder.builder().system(true).dumb(true).build()) {
      new Prompt(terminal, this, settings, history()).run();
    } catch (IOException e) {
      throw new ColophonException(ErrorCode.IO_FAILED, "the terminal cannot be used: " + e, e);
    }
  }

  private Path history() {
    try {
      return StateFolder.file(HISTORY, console::environment);
    } catch (IOException e) {
      console.remark("what you type will not be remembered: " + e.getMessage());
      return null;
    }
  }

  @Override
  public CypherEngine engine() {
    return engine;
  }

  @Override
  public long asOf(String text) {
    return question.asOf(text);
  }

  @Override
  public void refresh() {
    question.store().refresh(question.adapter(), question.reader().visibleLsn());
  }

  @Override
  public String title() {
    return "Cypher on "
        + Shown.text(question.store().directory().toString())
        + ", adapter "
        + question.adapter().name();
  }
}
