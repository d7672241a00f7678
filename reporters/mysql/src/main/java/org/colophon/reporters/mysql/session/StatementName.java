// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.session;

import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.Analysis;
import org.colophon.reporters.mysql.sql.SqlAnalyzer;
import org.jspecify.annotations.Nullable;

/**
 * Name of a statement: its template, or its text if literals are stored. It is computed on first
 * use, which must precede the analysis of the next text. One thread.
 */
public final class StatementName {
  private static final int MAX_LENGTH = 4096;
  private static final Bytes MORE = Bytes.of("...");

  private final SqlAnalyzer analyzer;
  private final Analysis analysis;
  private final boolean keepsLiterals;
  private @Nullable Bytes text;
  private @Nullable Bytes name;

  public StatementName(SqlAnalyzer analyzer, Analysis analysis, boolean keepsLiterals) {
    this.analyzer = analyzer;
    this.analysis = analysis;
    this.keepsLiterals = keepsLiterals;
  }

  public Bytes get() {
    if (name == null) {
      Bytes all = text();
      name = all.length() <= MAX_LENGTH ? all : all.slice(0, MAX_LENGTH).concat(MORE);
    }
    return name;
  }

  public Bytes text() {
    if (text == null) {
      text = keepsLiterals ? analyzer.literalText() : analysis.template();
    }
    return text;
  }

  /** Returns whether the name is only the beginning of the text. */
  public boolean isShortened() {
    return text().length() > MAX_LENGTH;
  }
}
