package org.colophon.reporters.mysql.sql;

import java.util.Arrays;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.model.Statement;

/**
 * What a text was found to do. Texts of the same template in the same database share one, so that
 * what was made of it may be kept by identity.
 */
public final class Analysis {
  private final List<Statement> statements;
  private final Bytes template;
  // The columns of each statement as JSON, once they were asked for, and of which generation.
  private final Bytes[] columns;
  private int columnGeneration = -1;

  Analysis(List<Statement> statements, Bytes template) {
    this.statements = List.copyOf(statements);
    this.template = template;
    this.columns = new Bytes[statements.size()];
  }

  /**
   * Mostly one; several if the client sent several at once, of which the server runs those behind
   * an error not at all.
   */
  public List<Statement> statements() {
    return statements;
  }

  /**
   * The text with a question mark for each literal, in one line, without comments; at most 64 KiB
   * of it. Where words could be secrets they are question marks, too.
   */
  public Bytes template() {
    return template;
  }

  /** The columns that were found for a statement; null if none of that generation were. */
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
