package org.colophon.cli.prompt;

import org.colophon.cli.cypher.Answer;
import org.colophon.cli.cypher.AnswerFormat;
import org.colophon.cli.cypher.Parameters;
import org.colophon.core.spi.cypher.CypherStatement;

/** The settings of the prompt, until changed. One thread. */
public final class Settings {
  /** Default limit of the rows of a table. */
  public static final long DEFAULT_TABLE_ROWS = 1_000;

  private final Parameters parameters;
  private final boolean mayWrite;
  private final long timeoutMillis;
  private final Long limit;
  private final String directory;
  private AnswerFormat format;
  private String asOf;

  /**
   * @param asOf null or a text for {@link PromptStore#asOf}
   * @param limit null for what suits the format
   * @param directory what relative names are relative to
   */
  public Settings(
      Parameters parameters,
      AnswerFormat format,
      String asOf,
      boolean mayWrite,
      long timeoutMillis,
      Long limit,
      String directory) {
    this.parameters = parameters;
    this.format = format;
    this.asOf = asOf;
    this.mayWrite = mayWrite;
    this.timeoutMillis = timeoutMillis;
    this.limit = limit;
    this.directory = directory;
  }

  public Parameters parameters() {
    return parameters;
  }

  public AnswerFormat format() {
    return format;
  }

  void format(AnswerFormat wanted) {
    format = wanted;
  }

  /** Null for now. */
  String asOf() {
    return asOf;
  }

  void asOf(String wanted) {
    asOf = wanted;
  }

  /** The statement with everything that goes with it. */
  public CypherStatement statement(String text, long asOfLsn) {
    return new CypherStatement(
        text, parameters.values(), asOfLsn, directory, mayWrite, timeoutMillis);
  }

  /** Returns the limit of rows. */
  public long limit() {
    if (limit != null) {
      return limit;
    }
    return format == AnswerFormat.TABLE ? DEFAULT_TABLE_ROWS : Answer.UNLIMITED;
  }
}
