// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.graph;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.cypher.Parameters;
import org.colophon.core.error.ErrorCode;
import org.colophon.query.text.TextTable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** Runs a query of the Cypher cookbook by its name. */
@Command(
    name = "ask",
    description = "Ask a question of the Cypher cookbook by its name.",
    footer = {
      "",
      "Without a name, it lists the questions. TARGETs are the question's parameters in",
      "order; paths may be relative, and a directory is the present one by default.",
      "Needs Neo4j attached to the store: colophon adapters attach neo4j.",
      "docs/how-to/cypher-cookbook.md explains the questions and their statements.",
      "",
      "Examples:",
      "  colophon ask                       the questions",
      "  colophon ask made-by report.txt    the commands that wrote it",
      "  colophon ask changed first second  the differences of two snapshots",
      "  colophon ask sources prog --json   its sources below this directory"
    })
public final class AskCommand extends StatementCommand {
  private static final String DIRECTORY = "directory";

  @picocli.CommandLine.Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "NAME",
      completionCandidates = Names.class,
      description = "The question (default: list them).")
  private @Nullable String name;

  @picocli.CommandLine.Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "TARGET",
      description = "Files, directories or snapshots as arguments of the question.")
  private List<String> targets = new ArrayList<>();

  private @Nullable CookbookQuery query;

  public AskCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  public int run() {
    if (name != null) {
      return super.run();
    }
    TextTable table = new TextTable("name", "question");
    CookbookQuery.all().forEach(each -> table.row(each.usage(), each.question()));
    write(out -> table.print(out, widthColumns()));
    return ExitCode.FOUND;
  }

  @Override
  public void prepare() {
    query = CookbookQuery.named(Objects.requireNonNull(name));
    super.prepare();
  }

  @Override
  void completeParameters(Parameters parameters) {
    Iterator<String> given = targets.iterator();
    for (String parameter : query().parameters().keySet()) {
      if (parameters.values().containsKey(parameter)) {
        continue;
      }
      if (!given.hasNext() && !parameter.equals(DIRECTORY)) {
        throw ErrorCode.BAD_REQUEST.exception(
            "the question %s needs %s: colophon ask %s"
                .formatted(name, parameter.toUpperCase(Locale.ROOT), query().usage()));
      }
      parameters.put(parameter, value(parameter, given.hasNext() ? given.next() : "."));
    }
    if (given.hasNext()) {
      throw ErrorCode.BAD_REQUEST.exception(
          "the question %s has no parameter for '%s': colophon ask %s"
              .formatted(name, given.next(), query().usage()));
    }
  }

  private CookbookQuery query() {
    return Objects.requireNonNull(query);
  }

  private String value(String parameter, String text) {
    if (!query().isPath(parameter) || text.matches("(process|object|pid):[0-9]+")) {
      return text;
    }
    String path = absolute(Path.of(text)).toString();
    return parameter.equals(DIRECTORY) && !path.endsWith("/") ? path + "/" : path;
  }

  @Override
  String text() {
    return query().statement();
  }

  /** Names of the queries, which the shell completes. */
  static final class Names extends ArrayList<String> {
    private static final long serialVersionUID = 1;

    Names() {
      CookbookQuery.all().forEach(each -> add(each.name()));
    }
  }
}
