package org.colophon.reporters.mysql.sql;

import java.util.Arrays;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.model.Statement;

/**
 * Effect of a text. Texts of the same template in the same database share one instance, so results
 * may be cached by identity.
 */
public final class Analysis {
  private final List<Statement> statements;
  private final Bytes template;
  // Columns of each statement as JSON, computed on request for one generation.
  private final Bytes[] columns;
  private int columnGeneration = -1;

  Analysis(List<Statement> statements, Bytes template) {
    this.statements = List.copyOf(statements);
    this.template = template;
    this.columns = new Bytes[statements.size()];
  }

  /**
   * Usually one statement. If the client sent several at once, the server skips those behind an
   * error.
   */
  public List<Statement> statements() {
    return statements;
  }

  /**
   * Text in one line with a question mark for each literal, without comments, at most 64 KiB. Words
   * that may be secrets are question marks too.
   */
  public Bytes template() {
    return template;
  }

  /** Cached columns of a statement, null if there are none of the generation. */
  Bytes columns(int statement, int generation) {
    return generation == columnGeneration ? columns[statement] : null;
  }

  void columns(int statement, int generation, Bytes found) {
    if (generation != columnGeneration) {
      Arrays.fill(columns, null);
      columnGeneration = generation;
    }
    columns[statement] = found;
  }
}
