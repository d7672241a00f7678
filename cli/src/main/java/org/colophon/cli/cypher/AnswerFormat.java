// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.cypher;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/** Formats of answers. */
public enum AnswerFormat {
  /** Aligned columns for the terminal. */
  TABLE,
  /** An array with an object for each row. */
  JSON,
  /** Comma-separated values (RFC 4180), nested values as JSON. */
  CSV,
  /** The nodes, relationships and paths of the answer as a graph for Graphviz. */
  DOT;

  /** Names of all formats, for help and completion. */
  public static final class Names extends java.util.ArrayList<String> {
    private static final long serialVersionUID = 1L;

    /** Used by picocli. */
    public Names() {
      for (AnswerFormat format : values()) {
        add(format.toString());
      }
    }
  }

  /** Returns the name on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the format with a name.
   *
   * @throws ColophonException BAD_REQUEST if the name is unknown; the message has the known names
   */
  public static AnswerFormat of(String name) {
    for (AnswerFormat format : values()) {
      if (format.toString().equals(name)) {
        return format;
      }
    }
    throw ErrorCode.BAD_REQUEST.exception(
        "there is no format '" + name + "'; use one of " + String.join(", ", new Names()));
  }

  AnswerWriter writer(OutputStream out, Look look) throws IOException {
    return switch (this) {
      case TABLE -> new TableAnswer(out, look);
      case JSON -> new JsonAnswer(out);
      case CSV -> new CsvAnswer(out, look);
      case DOT -> new DotAnswer(out);
    };
  }

  /**
   * Display options of an answer.
   *
   * @param widthColumns maximum length of lines; 0 for no limit
   * @param isTerminal true for a terminal, so that control characters are escaped
   */
  public record Look(int widthColumns, boolean isTerminal) {}
}
