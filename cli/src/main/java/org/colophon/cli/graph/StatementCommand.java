// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.graph;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.config.Engines;
import org.colophon.cli.config.Store;
import org.colophon.cli.cypher.Answer;
import org.colophon.cli.cypher.AnswerFormat;
import org.colophon.cli.cypher.AsOfRemark;
import org.colophon.cli.cypher.CypherText;
import org.colophon.cli.cypher.Parameters;
import org.colophon.cli.output.ReaderGoneException;
import org.colophon.cli.prompt.Settings;
import org.colophon.cli.question.QueryCommand;
import org.colophon.cli.served.ServedAdapter;
import org.colophon.cli.served.ServedCypher;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.core.adapters.AttachedAdapter;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Lsn;
import org.colophon.core.spi.cypher.CypherEngine;
import org.colophon.core.spi.cypher.CypherStatement;
import org.colophon.query.text.DisplayText;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Base class of commands that run a Cypher statement on the store's graph and write its rows. */
abstract class StatementCommand extends QueryCommand {
  @Option(
      names = {"-P", "--param"},
      paramLabel = "NAME=VALUE",
      description = "A parameter, as JSON or else as text. Repeatable.")
  private List<String> parameterTexts = new ArrayList<>();

  @Option(
      names = {"-f", "--format"},
      paramLabel = "FORMAT",
      completionCandidates = AnswerFormat.Names.class,
      description =
          "One of ${COMPLETION-CANDIDATES} (default: by the suffix of --output, else table).")
  private @Nullable String format;

  @Option(
      names = {"-n", "--limit"},
      paramLabel = "N",
      description = "Write at most N rows (default: 1000 for a table, else all).")
  private @Nullable Long limit;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      description = "Time limit of a statement: 500ms, 30s, 5m (default: none).")
  private @Nullable String timeout;

  private @Nullable Settings settings;

  StatementCommand(Invocation invocation) {
    super(invocation);
  }

  private Settings settings() {
    return Objects.requireNonNull(settings);
  }

  abstract String text();

  /** Reads parameters that have lower priority than the options. The default reads none. */
  void readParameters(Parameters parameters) {}

  /** Adds parameters that the options do not set. Rejects missing parameters. */
  void completeParameters(Parameters parameters) {}

  /** Returns whether the user types statements at a prompt. */
  boolean isPrompting() {
    return false;
  }

  boolean mayWrite() {
    return false;
  }

  @Override
  public void prepare() {
    Parameters parameters = new Parameters();
    readParameters(parameters);
    parameterTexts.forEach(parameters::put);
    completeParameters(parameters);
    if (limit != null && limit < 1) {
      throw ErrorCode.BAD_REQUEST.exception("--limit must be at least 1, not " + limit);
    }
    long timeoutMillis = timeout == null ? 0 : Durations.millis("--timeout", timeout);
    settings =
        new Settings(
            parameters,
            answerFormat(),
            asOf(),
            mayWrite(),
            timeoutMillis,
            limit,
            invocation().directory().toString());
  }

  private AnswerFormat answerFormat() {
    output().checkFormat(format, List.of("json"));
    if (output().isJson()) {
      return AnswerFormat.JSON;
    }
    if (format != null) {
      return AnswerFormat.of(format);
    }
    Path file = output().file(this);
    String name = file == null ? "" : file.toString();
    for (AnswerFormat each : AnswerFormat.values()) {
      if (name.endsWith("." + each)) {
        return each;
      }
    }
    return AnswerFormat.TABLE;
  }

  @Override
  public @Nullable AttachedAdapter defaultAdapter(Store store) {
    return CypherAdapter.find(store);
  }

  @Override
  public int answerWithoutAdapter(Store store) {
    return new CypherAdapter(this).offer(store);
  }

  /**
   * Returns whether the service runs the chosen adapter, or any adapter for Cypher if none is
   * chosen. If not, this process can read an adapter of the store that the service does not run.
   */
  @Override
  public boolean isServed(ServiceConnection connection) {
    return ServedAdapter.of(connection).stream()
        .anyMatch(
            each ->
                adapterName() == null
                    ? Engines.understandsCypher(each.engine())
                    : each.name().equals(adapterName()));
  }

  @Override
  public int queryService(ServiceConnection connection) {
    Store store = chosenStore();
    Path directory = store.directory();
    try (ServedCypher engine = new ServedCypher(store::connect, connection, adapterName())) {
      if (isPrompting()) {
        new CypherPrompt(console(), new CypherPrompt.Served(engine, directory)).run(settings());
        return ExitCode.FOUND;
      }
      String text = CypherText.single(text());
      long asOfLsn = asOf() == null ? Lsn.LATEST : engine.asOf(asOf());
      return runOnce(engine, settings().statement(text, asOfLsn));
    }
  }

  @Override
  public int answer(OpenStore question) {
    CypherEngine engine =
        CypherAdapter.engine(Objects.requireNonNull(question.adapter()), question.reader());
    if (isPrompting()) {
      new CypherPrompt(console(), new CypherPrompt.Opened(question, engine)).run(settings());
      return ExitCode.FOUND;
    }
    return runOnce(engine, settings().statement(CypherText.single(text()), question.asOfLsn()));
  }

  private int runOnce(CypherEngine engine, CypherStatement statement) {
    String remark = AsOfRemark.remark(statement.text(), asOf());
    if (!remark.isEmpty()) {
      console().remark(remark);
    }
    Answer answer = written(engine, statement);
    answer.warnings().forEach(each -> console().remark("warning: " + DisplayText.text(each)));
    if (answer.isCutOff()) {
      console()
          .remark(
              "cut off after "
                  + DisplayText.count(settings().limit(), "row")
                  + "; --limit N shows more");
    }
    if (!answer.remark().isEmpty()) {
      console().remark(answer.remark());
    }
    return answer.isFound() ? ExitCode.FOUND : ExitCode.NOTHING;
  }

  private Answer written(CypherEngine engine, CypherStatement statement) {
    Answer[] answer = new Answer[1];
    try {
      write(
          out ->
              answer[0] =
                  Answer.write(
                      engine,
                      statement,
                      settings().format(),
                      answerLook(),
                      settings().limit(),
                      () -> false,
                      out));
    } catch (ReaderGoneException e) {
      if (!mayWrite()) {
        throw e;
      }
      throw ErrorCode.IO_FAILED.exception(
          "the reader closed the answer before its end, and the changes of the statement may not be"
              + " kept: write the answer to a file with -o",
          e);
    }
    return answer[0];
  }

  private AnswerFormat.Look answerLook() {
    return new AnswerFormat.Look(widthColumns(), isForTerminal());
  }
}
