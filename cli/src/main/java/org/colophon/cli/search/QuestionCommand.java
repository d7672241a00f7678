// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.search;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.colophon.cli.base.BaseCommand;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.base.StoreCommand;
import org.colophon.cli.output.Output;
import org.colophon.query.answer.json.AnswerJson;
import org.colophon.query.text.DisplayText;
import org.colophon.query.text.TextTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** Saves queries in a store, and runs them by name. */
@Command(
    name = "question",
    description = "Save questions in the store, list them, and ask them again by name.",
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "Examples:",
      "  colophon question save inputs lineage report.txt --data-only --depth 9",
      "  colophon question list                the saved questions",
      "  colophon question run inputs --json   the same with one more option",
      "  colophon question remove inputs"
    })
public final class QuestionCommand extends BaseCommand {
  private final ToIntFunction<String[]> runner;

  /**
   * Constructs the command.
   *
   * @param runner runs a command line and returns its exit code
   */
  public QuestionCommand(Invocation invocation, ToIntFunction<String[]> runner) {
    super(invocation);
    this.runner = runner;
  }

  @Override
  public Map<String, BaseCommand> subcommands() {
    Map<String, BaseCommand> commands = new LinkedHashMap<>();
    commands.put("save", new Save(invocation()));
    commands.put("list", new ListAll(invocation()));
    commands.put("run", new Run(invocation(), runner));
    commands.put("remove", new Remove(invocation()));
    return commands;
  }

  @Override
  public int run() {
    throw new ParameterException(
        spec().commandLine(), "a subcommand is missing: save, list, run or remove; see --help");
  }

  @Command(
      name = "save",
      description = "Save a question under a name.",
      footer = {"", "Examples:", "  colophon question save inputs lineage report.txt --data-only"})
  static final class Save extends StoreCommand {
    @Parameters(index = "0", paramLabel = "NAME", description = "The name.")
    private String name;

    @Parameters(
        index = "1..*",
        arity = "1..*",
        paramLabel = "WORD",
        description = "The command and its arguments, without 'colophon'.")
    private List<String> words;

    Save(Invocation invocation) {
      super(invocation);
    }

    @Override
    public boolean endsWithCommand() {
      return true;
    }

    @Override
    public int run() {
      new SavedQuestions(store()).save(name, words);
      return ExitCode.FOUND;
    }
  }

  @Command(
      name = "list",
      description = "List the saved questions.",
      footer = {"", "Examples:", "  colophon question list --json"})
  static final class ListAll extends StoreCommand {
    @Option(names = "--json", description = "Answer in JSON, for programs.")
    private boolean isJson;

    ListAll(Invocation invocation) {
      super(invocation);
    }

    @Override
    public int run() {
      Map<String, List<String>> all = new SavedQuestions(store()).all();
      TextTable table = new TextTable("name", "question");
      all.forEach((name, words) -> table.row(name, line(words)));
      Output.write(
          console(),
          null,
          out -> {
            if (isJson) {
              AnswerJson.write(all, out);
            } else {
              table.print(out);
            }
          });
      return all.isEmpty() ? ExitCode.NOTHING : ExitCode.FOUND;
    }

    private static String line(List<String> words) {
      return words.stream().map(DisplayText::text).collect(Collectors.joining(" "));
    }
  }

  @Command(
      name = "run",
      description = "Ask a saved question.",
      footer = {"", "Examples:", "  colophon question run inputs --json"})
  static final class Run extends StoreCommand {
    private final ToIntFunction<String[]> runner;

    @Parameters(index = "0", paramLabel = "NAME", description = "The name.")
    private String name;

    @Parameters(
        index = "1..*",
        arity = "0..*",
        paramLabel = "WORD",
        description = "More arguments of the question.")
    private List<String> more = new ArrayList<>();

    Run(Invocation invocation, ToIntFunction<String[]> runner) {
      super(invocation);
      this.runner = runner;
    }

    @Override
    public boolean endsWithCommand() {
      return true;
    }

    @Override
    public int run() {
      List<String> words = new ArrayList<>(new SavedQuestions(store()).get(name));
      words.addAll(more);
      if (isStoreGiven()) {
        words.addAll(List.of("--store", store().directory().toString()));
      }
      return runner.applyAsInt(words.toArray(String[]::new));
    }
  }

  @Command(
      name = "remove",
      description = "Remove a saved question.",
      footer = {"", "Examples:", "  colophon question remove inputs"})
  static final class Remove extends StoreCommand {
    @Parameters(paramLabel = "NAME", description = "The name.")
    private String name;

    Remove(Invocation invocation) {
      super(invocation);
    }

    @Override
    public int run() {
      new SavedQuestions(store()).remove(name);
      return ExitCode.FOUND;
    }
  }
}
