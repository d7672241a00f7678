package org.colophon.cli.search;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.question.AnswerCommand;
import org.colophon.client.connection.ServiceRequest;
import org.colophon.query.find.FindParser;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Finds objects, processes, agents and extended records by conditions. */
@Command(
    name = "find",
    description = "Find files, processes, users and records by their properties.",
    footer = {
      "",
      "All conditions must hold. A condition excludes what cannot meet it: --pid finds",
      "processes only. A pattern without a slash is compared with the last part of a",
      "name. Something removed is found by its last name. Without --host, all hosts of",
      "the store are asked, unless a condition has an id or LSN.",
      "",
      "Examples:",
      "  colophon find '*.c'                      files of such a name",
      "  colophon find --written-by pid:4711      files that a process wrote",
      "  colophon find --writes prog --since 2h   processes that wrote prog lately",
      "  colophon find --command 'cc *.c'         processes with such arguments",
      "  colophon find --type object --top 10 --sort bytes",
      "  colophon find --content needle --type record --json"
    })
@SuppressWarnings("unused") // picocli reads the conditions
public final class FindCommand extends AnswerCommand {
  @Option(names = "--csv", description = "Answer in CSV (RFC 4180).")
  private boolean isCsv;

  @Parameters(
      paramLabel = "NAME",
      arity = "0..1",
      description = "A pattern of the name; for a process, the name of its program.")
  private String name;

  @Option(names = "--type", paramLabel = "TYPE", description = "object, process, agent or record.")
  private String type;

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      description = "Objects of a kind: file, directory, pipe, socket, table and others.")
  private String kind;

  @Option(
      names = "--command",
      paramLabel = "WORDS",
      description =
          "Processes with each of these words or patterns among program and arguments, or in their"
              + " SQL statement.")
  private String command;

  @Option(
      names = "--user",
      paramLabel = "USER",
      description =
          "Processes of a user, and what they wrote: a name or number of this host, an account of"
              + " a database server, or an agent's name.")
  private String user;

  @Option(names = "--pid", paramLabel = "N", description = "Processes that had the pid.")
  private String pid;

  @Option(
      names = "--since",
      paramLabel = "WHEN",
      description = "Only results active after this time; WHEN as for --as-of.")
  private String since;

  @Option(
      names = "--until",
      paramLabel = "WHEN",
      description = "Only results active until this time; WHEN as for --as-of.")
  private String until;

  @Option(
      names = "--from-lsn",
      paramLabel = "LSN",
      description = "Only results active at this LSN or later.")
  private String fromLsn;

  @Option(
      names = "--to-lsn",
      paramLabel = "LSN",
      description = "Only results active at this LSN or earlier.")
  private String toLsn;

  @Option(
      names = "--record",
      paramLabel = "TYPE",
      description =
          "Extended records of such a type; with --type, the objects or processes "
              + "that have one.")
  private String record;

  @Option(
      names = "--content",
      paramLabel = "TEXT",
      description =
          "Extended records that contain the text; with --type, the objects or "
              + "processes that have one.")
  private String content;

  @Option(
      names = "--read-by",
      paramLabel = "PROCESS",
      description = "Objects that the process read or loaded as code.")
  private String readBy;

  @Option(
      names = "--written-by",
      paramLabel = "PROCESS",
      description = "Objects that the process wrote.")
  private String writtenBy;

  @Option(
      names = "--reads",
      paramLabel = "OBJECT",
      description = "Processes that read the object or loaded it as code.")
  private String reads;

  @Option(
      names = "--writes",
      paramLabel = "OBJECT",
      description = "Processes that wrote the object.")
  private String writes;

  @Option(
      names = "--sort",
      paramLabel = "BY",
      description = "Order by time, count or bytes, the largest first.")
  private String sort;

  @Option(
      names = "--top",
      paramLabel = "N",
      description = "The N largest, by count or by the key of --sort.")
  private String top;

  @Option(
      names = {"-n", "--limit"},
      paramLabel = "N",
      description = "Show at most N (default: 1000), and count the others.")
  private String limit;

  public FindCommand(Invocation invocation) {
    super(invocation, "/v1/find");
  }

  /** Returns the given conditions by the names of their options, without dashes. */
  private Map<String, String> conditions() {
    Map<String, String> conditions = new LinkedHashMap<>();
    if (name != null) {
      conditions.put("name", name);
    }
    for (OptionSpec option : spec().options()) {
      String condition = option.longestName().substring(2);
      if (FindParser.NAMES.contains(condition) && option.getValue() != null) {
        conditions.put(condition, option.getValue());
      }
    }
    return conditions;
  }

  @Override
  public void prepare() {
    output().checkFormat(isCsv ? "csv" : null, List.of());
  }

  @Override
  public String format() {
    return isCsv ? "csv" : super.format();
  }

  @Override
  public void describe(ServiceRequest.Builder request) {
    conditions().forEach(request::parameter);
    request.parameter("all-hosts", isOfNamedHost() ? null : true);
  }
}
