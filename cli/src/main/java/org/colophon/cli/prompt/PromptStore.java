package org.colophon.cli.prompt;

import org.colophon.core.spi.cypher.CypherEngine;

/** The store behind a prompt. Open while the prompt is. */
public interface PromptStore {
  CypherEngine engine();

  /** What an as-of text means now, see {@link org.colophon.query.api.Targets#asOf}. */
  long asOf(String text);

  /** Takes in what was recorded meanwhile, if it can. Called before each statement. */
  void refresh();

  /** Which store it is, and what of; one harmless line. */
  String title();
}
