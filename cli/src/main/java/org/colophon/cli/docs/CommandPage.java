// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.docs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Documentation of a command as plain text.
 *
 * @param arguments positional parameters, then options, in the order of the help
 * @param notes lines of text before the examples
 */
record CommandPage(
    String name,
    String description,
    String synopsis,
    List<Argument> arguments,
    List<String> notes,
    List<String> examples,
    List<String> subcommands) {
  private static final int WIDTH_COLUMNS = 90;

  /** A parameter or an option, with its names on the command line. */
  record Argument(String names, String description) {}

  static List<CommandPage> all(CommandLine line) {
    line.setUsageHelpAutoWidth(false).setUsageHelpWidth(WIDTH_COLUMNS);
    List<CommandPage> pages = new ArrayList<>();
    add(line.getCommandSpec(), pages);
    return pages;
  }

  private static void add(CommandSpec spec, List<CommandPage> pages) {
    List<CommandSpec> below =
        spec.subcommands().values().stream()
            .map(CommandLine::getCommandSpec)
            .filter(each -> !each.usageMessage().hidden())
            .toList();
    List<String> footer = Arrays.asList(spec.usageMessage().footer());
    int split = footer.indexOf("Examples:");
    int end = split < 0 ? footer.size() : split;
    pages.add(
        new CommandPage(
            spec.qualifiedName(),
            String.join(" ", spec.usageMessage().description()),
            new Help(spec, Help.defaultColorScheme(Ansi.OFF)).synopsis(0).stripTrailing(),
            arguments(spec),
            footer.subList(0, end).stream().map(String::strip).toList(),
            footer.subList(Math.min(end + 1, footer.size()), footer.size()).stream()
                .takeWhile(each -> !each.isBlank())
                .map(String::strip)
                .toList(),
            below.stream().map(CommandSpec::qualifiedName).toList()));
    below.forEach(each -> add(each, pages));
  }

  private static List<Argument> arguments(CommandSpec spec) {
    List<Argument> arguments = new ArrayList<>();
    for (PositionalParamSpec each : spec.positionalParameters()) {
      arguments.add(argument(each.paramLabel(), each));
    }
    for (OptionSpec each : spec.options()) {
      String names = String.join(", ", each.names());
      boolean takesValue = each.arity().max() > 0;
      arguments.add(argument(takesValue ? names + " " + each.paramLabel() : names, each));
    }
    return arguments;
  }

  private static Argument argument(String names, ArgSpec spec) {
    return new Argument(names, Arrays.stream(spec.description()).collect(Collectors.joining(" ")));
  }
}
