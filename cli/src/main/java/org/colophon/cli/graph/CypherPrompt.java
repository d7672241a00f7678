// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.graph;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import org.colophon.cli.config.StateDirectory;
import org.colophon.cli.output.Console;
import org.colophon.cli.prompt.Prompt;
import org.colophon.cli.prompt.PromptStore;
import org.colophon.cli.prompt.Settings;
import org.colophon.cli.question.QueryCommand;
import org.colophon.cli.served.ServedCypher;
import org.colophon.core.adapters.AttachedAdapter;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.cypher.CypherEngine;
import org.colophon.query.text.DisplayText;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jspecify.annotations.Nullable;

/** A prompt on this process's terminal. */
public record CypherPrompt(Console console, PromptStore store) {
  private static final String HISTORY = "cypher-history";

  void run(Settings settings) {
    console.out().flush();
    try (Terminal terminal = TerminalBuilder.builder().system(true).dumb(true).build()) {
      new Prompt(terminal, store, settings, history()).run();
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception("the terminal cannot be used: " + e, e);
    }
  }

  private @Nullable Path history() {
    try {
      return StateDirectory.file(HISTORY, console::environment);
    } catch (IOException e) {
      console.remark("the history of the prompt is not saved: " + e.getMessage());
      return null;
    }
  }

  /** A store that this process has opened. */
  record Opened(QueryCommand.OpenStore question, CypherEngine engine) implements PromptStore {
    private AttachedAdapter adapter() {
      return Objects.requireNonNull(question.adapter());
    }

    @Override
    public long asOf(String text) {
      return question.asOf(text);
    }

    @Override
    public void refresh() {
      question.store().refresh(adapter(), question.reader().visibleLsn());
    }

    @Override
    public String title() {
      return "Cypher on "
          + DisplayText.text(question.store().directory().toString())
          + ", adapter "
          + adapter().name();
    }
  }

  /** A store that a running service has opened and brings up to date. */
  record Served(ServedCypher engine, Path store) implements PromptStore {
    @Override
    public long asOf(String text) {
      return engine.asOf(text);
    }

    @Override
    public void refresh() {
      // nothing to close
    }

    @Override
    public String title() {
      return "Cypher on " + DisplayText.text(store.toString()) + ", in its service";
    }
  }
}
