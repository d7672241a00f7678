// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.graph;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.cypher.CypherText;
import org.colophon.cli.cypher.Parameters;
import org.colophon.core.error.ErrorCode;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Queries the store's graph in Cypher, with a statement or at a prompt. */
@Command(
    name = "cypher",
    description = "Ask the graph in Cypher: one statement, or a prompt if none is given.",
    footer = {
      "",
      "Needs Neo4j attached to the store: colophon adapters attach neo4j.",
      "The graph and the procedures are described in docs/reference/cypher.md.",
      "",
      "Examples:",
      "  colophon cypher                              a prompt; :help explains it",
      "  colophon cypher 'MATCH (f:File) RETURN f.name LIMIT 10'",
      "  colophon cypher -P path=/tmp/prog 'MATCH (f:File {name: $path}) RETURN f'",
      "  colophon cypher --as-of release-1 --file question.cypher --json",
      "  colophon cypher 'MATCH p = (:File)-[:USED]-(:Process) RETURN p' -o p.dot"
    })
public final class CypherCommand extends StatementCommand {
  private static final String NO_STATEMENT =
      "a statement is missing; give one, or --file FILE; on a terminal, the prompt needs none";

  @picocli.CommandLine.Parameters(
      paramLabel = "STATEMENT",
      arity = "0..1",
      description = "One statement (default: standard input; on a terminal, a prompt).")
  private @Nullable String statement;

  @Option(names = "--file", paramLabel = "FILE", description = "Read the statement from FILE.")
  private @Nullable Path statementFile;

  @Option(
      names = "--params",
      paramLabel = "FILE",
      description = "A file with an object of parameters, in JSON.")
  private @Nullable Path parameterFile;

  @Option(
      names = "--write",
      description =
          "Let statements write nodes and relationships of their own, whose labels and types begin"
              + " with x_; a service needs the adapter's option cypher-write for it.")
  private boolean isWrite;

  public CypherCommand(Invocation invocation) {
    super(invocation);
  }

  /** Validates the options before a database is started. */
  @Override
  public void prepare() {
    if (statement != null && statementFile != null) {
      throw ErrorCode.BAD_REQUEST.exception("give either a statement or --file, not both");
    }
    if (statement == null && statementFile == null) {
      requireInput();
    } else if (statement != null) {
      CypherText.single(statement);
    }
    super.prepare();
  }

  @Override
  void readParameters(Parameters parameters) {
    if (parameterFile != null) {
      parameters.putAll(absolute(parameterFile));
    }
  }

  private void requireInput() {
    boolean canPrompt = invocation().isInTerminal() && console().isOutTerminal();
    if (invocation().isInTerminal() && !(canPrompt && output().file(this) == null)) {
      throw ErrorCode.BAD_REQUEST.exception(NO_STATEMENT);
    }
  }

  /**
   * Returns options for this command only. If the command opens the store, they may permit writes.
   * A service permits writes only by its configuration.
   */
  @Override
  public Map<String, String> readerOptions() {
    return isWrite ? Map.of("cypher-write", "true") : Map.of();
  }

  @Override
  boolean isPrompting() {
    return statement == null && statementFile == null && invocation().isInTerminal();
  }

  @Override
  boolean mayWrite() {
    return isWrite;
  }

  @Override
  String text() {
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
      throw ErrorCode.IO_FAILED.exception("there is no file " + e.getFile(), e);
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception("cannot read the statement: " + e, e);
    }
  }
}
