package org.colophon.cli.graph;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
import org.colophon.core.adapters.AttachedAdapter;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Lsn;
import org.colophon.core.spi.cypher.CypherEngine;
import org.colophon.core.spi.cypher.CypherStatement;
import org.colophon.query.text.DisplayText;
import org.colophon.service.client.ServiceConnection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Asks the store's graph in Cypher, once or at a prompt. */
@Command(
    name = "cypher",
    description = "Ask the graph in Cypher: one statement, or a prompt if none is given.",
    footer = {
      "",
      "Needs Neo4j attached to the store: colophon adapters attach neo4j.",
      "The graph is described in docs/reference/graph.md, the procedures in cypher.md.",
      "",
      "Examples:",
      "  colophon cypher                              a prompt; :help explains it",
      "  colophon cypher 'MATCH (f:File) RETURN f.name LIMIT 10'",
      "  colophon cypher -P path=/tmp/prog 'MATCH (f:File {name: $path}) RETURN f'",
      "  colophon cypher --as-of release-1 --file question.cypher --json",
      "  colophon cypher 'MATCH p = (:File)-[:USED]-(:Process) RETURN p' -o p.dot"
    })
public final class CypherCommand extends QueryCommand {
  private static final String NO_STATEMENT =
      "a statement is missing; give one, or --file FILE; on a terminal, the prompt needs none";

  @picocli.CommandLine.Parameters(
      paramLabel = "STATEMENT",
      arity = "0..1",
      description = "One statement (default: standard input; on a terminal, a prompt).")
  private String statement;

  @Option(names = "--file", paramLabel = "FILE", description = "Read the statement from FILE.")
  private Path statementFile;

  @Option(
      names = {"-P", "--param"},
      paramLabel = "NAME=VALUE",
      description = "A parameter, as JSON or else as text. Repeatable.")
  private List<String> parameterTexts = new ArrayList<>();

  @Option(
      names = "--params",
      paramLabel = "FILE",
      description = "A file with an object of parameters, in JSON.")
  private Path parameterFile;

  @Option(
      names = {"-f", "--format"},
      paramLabel = "FORMAT",
      completionCandidates = AnswerFormat.Names.class,
      description =
          "One of ${COMPLETION-CANDIDATES} (default: by the suffix of --output, else table).")
  private String format;

  @Option(
      names = {"-n", "--limit"},
      paramLabel = "N",
      description = "Write at most N rows (default: 1000 for a table, else all).")
  private Long limit;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      description = "Time limit of a statement: 500ms, 30s, 5m (default: none).")
  private String timeout;

  @Option(
      names = "--write",
      description =
          "Let statements write nodes and relationships of their own, whose labels and types begin"
              + " with x_; a service needs the adapter's option cypher-write for it.")
  private boolean isWrite;

  private Settings settings;

  public CypherCommand(Invocation invocation) {
    super(invocation);
  }

  /** Checks the options before a database is started. */
  @Override
  public void prepare() {
    Parameters parameters = new Parameters();
    if (parameterFile != null) {
      parameters.putAll(absolute(parameterFile));
    }
    parameterTexts.forEach(parameters::put);
    if (limit != null && limit < 1) {
      throw refused("--limit is at least 1, not " + limit);
    }
    if (statement != null && statementFile != null) {
      throw refused("either a statement or --file, not both");
    }
    if (statement == null && statementFile == null) {
      requireInput();
    } else if (statement != null) {
      CypherText.single(statement);
    }
    long timeoutMillis = timeout == null ? 0 : Durations.millis("--timeout", timeout);
    settings =
        new Settings(
            parameters,
            answerFormat(),
            asOf(),
            isWrite,
            timeoutMillis,
            limit,
            invocation().directory().toString());
  }

  private void requireInput() {
    boolean canPrompt = invocation().isInTerminal() && console().isOutTerminal();
    if (invocation().isInTerminal() && !(canPrompt && output().file(this) == null)) {
      throw refused(NO_STATEMENT);
    }
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
    String name = file == null ? "" : file.getFileName().toString();
    for (AnswerFormat each : AnswerFormat.values()) {
      if (name.endsWith("." + each)) {
        return each;
      }
    }
    return AnswerFormat.TABLE;
  }

  @Override
  public AttachedAdapter defaultAdapter(Store store) {
    return CypherAdapter.find(store);
  }

  /** A person who opens the store may allow what a service allows by its configuration. */
  @Override
  public Map<String, String> readerOptions() {
    return isWrite ? Map.of("cypher-write", "true") : Map.of();
  }

  @Override
  public int answerWithoutAdapter(Store store) {
    return new CypherAdapter(this).offer(store);
  }

  /** A service that has no such adapter leaves those alone that rest in the store. */
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
  public int ask(ServiceConnection connection) {
    Path directory = store().directory();
    try (ServedCypher engine = new ServedCypher(directory, connection, adapterName())) {
      if (isPrompting()) {
        new CypherPrompt(console(), new CypherPrompt.Served(engine, directory)).run(settings);
        return ExitCode.FOUND;
      }
      String text = CypherText.single(text());
      long asOfLsn = asOf() == null ? Lsn.LATEST : engine.asOf(asOf());
      return runOnce(engine, settings.statement(text, asOfLsn));
    }
  }

  private boolean isPrompting() {
    return statement == null && statementFile == null && invocation().isInTerminal();
  }

  @Override
  public int answer(Question question) {
    CypherEngine engine = CypherAdapter.engine(question.adapter(), question.reader());
    if (isPrompting()) {
      new CypherPrompt(console(), new CypherPrompt.Opened(question, engine)).run(settings);
      return ExitCode.FOUND;
    }
    return runOnce(engine, settings.statement(CypherText.single(text()), question.asOfLsn()));
  }

  private int runOnce(CypherEngine engine, CypherStatement asked) {
    String remark = AsOfRemark.remark(asked.text(), asOf());
    if (!remark.isEmpty()) {
      console().remark(remark);
    }
    Answer answer = written(engine, asked);
    if (answer.isCutOff()) {
      console()
          .remark(
              "cut off after "
                  + DisplayText.count(settings.limit(), "row")
                  + "; --limit N shows more");
    }
    if (!answer.remark().isEmpty()) {
      console().remark(answer.remark());
    }
    return answer.isFound() ? ExitCode.FOUND : ExitCode.NOTHING;
  }

  private Answer written(CypherEngine engine, CypherStatement asked) {
    Answer[] answer = new Answer[1];
    try {
      write(
          out ->
              answer[0] =
                  Answer.write(
                      engine,
                      asked,
                      settings.format(),
                      eyes(),
                      settings.limit(),
                      () -> false,
                      out));
    } catch (ReaderGoneException e) {
      if (!isWrite) {
        throw e;
      }
      throw new ColophonException(
          ErrorCode.IO_FAILED,
          "the reader closed the answer before its end, and the changes of the statement may not be"
              + " kept: write the answer to a file with -o",
          e);
    }
    return answer[0];
  }

  private AnswerFormat.Look eyes() {
    return new AnswerFormat.Look(widthColumns(), isForTerminal());
  }

  private String text() {
    if (statement != null) {
      return statement;
    }
    try {
      byte[] bytes =
          statementFile == null
              ? invocation().in().readAllBytes()
              : Files.readAllBytes(absolute(statementFile));
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (NoSuchFileException e) {
      throw new ColophonException(
          ErrorCode.IO_FAILED, "there is no file " + absolute(statementFile), e);
    } catch (IOException e) {
      throw new ColophonException(ErrorCode.IO_FAILED, "cannot read the statement: " + e, e);
    }
  }

  private static ColophonException refused(String message) {
    return new ColophonException(ErrorCode.BAD_REQUEST, message);
  }
}
