// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.prompt;

import org.colophon.core.spi.cypher.CypherEngine;

/** The store behind a prompt. It is open as long as the prompt. */
public interface PromptStore {
  CypherEngine engine();

  /** Returns the LSN of an as-of text, see {@link org.colophon.query.target.Targets#asOf}. */
  long asOf(String text);

  /** Brings the store up to date if possible. Called before each statement. */
  void refresh();

  /** Returns the names of the store and its adapter as a terminal-safe line. */
  String title();
}
