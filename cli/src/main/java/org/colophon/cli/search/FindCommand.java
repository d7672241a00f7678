package org.colophon.cli.search;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.question.AnswerCommand;
import org.colophon.service.answer.Answer;
import org.colophon.service.answer.Answers;
import org.colophon.service.client.ServiceRequest;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Finds objects, processes, agents and extended records by conditions. */
@Command(
    name = "find",
    description = "Find files, processes, users and records by what is known of them.",
    footer = {
      "",
      "All conditions must hold. A condition excludes what cannot meet it: --pid finds",
      "processes only. A pattern without a slash is compared with the last part of a",
      "name. Something removed is found by its last name.",
      "",
      "Examples:",
      "  colophon find '*.c'                      files of such a name",
      "  colophon find --written-by pid:4711      files that a process wrote",
      "  colophon find --writes prog --since 2h   processes that wrote prog lately",
      "  colophon find --command 'cc *.c'         processes with such arguments",
      "  colophon find --type object --top 10 --sort bytes",
      "  colophon find --content needle --type record --json"
    })
public final class FindCommand extends AnswerCommand {
  private final Map<String, String> conditions = new LinkedHashMap<>();

  @Option(names = "--csv", description = "Answer in CSV (RFC 4180).")
  private boolean isCsv;

  public FindCommand(Invocation invocation) {
    super(invocation, "/v1/find");
  }

  @Parameters(
      paramLabel = "NAME",
      arity = "0..1",
      description = "A pattern of the name; of a process, of its program.")
  void name(String text) {
    set("name", text);
  }

  @Option(names = "--type", paramLabel = "TYPE", description = "object, process, agent or record.")
  void type(String text) {
    set("type", text);
  }

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      description = "Objects of a kind: file, directory, pipe, socket, table and others.")
  void kind(String text) {
    set("kind", text);
  }

  @Option(
      names = "--command",
      paramLabel = "WORDS",
      description = "Processes with each of these words or patterns among program and arguments.")
  void command(String text) {
    set("command", text);
  }

  @Option(
      names = "--user",
      paramLabel = "USER",
      description = "Processes of a user: a name or number of this host, or an agent's name.")
  void user(String text) {
    set("user", text);
  }

  @Option(
      names = "--host",
      paramLabel = "ID",
      description = "What has the machine id of a host in its identity.")
  void host(String text) {
    set("host", text);
  }

  @Option(names = "--pid", paramLabel = "N", description = "Processes that had the pid.")
  void pid(String text) {
    set("pid", text);
  }

  @Option(
      names = "--since",
      paramLabel = "WHEN",
      description = "What was active after then; WHEN as for --as-of.")
  void since(String text) {
    set("since", text);
  }

  @Option(
      names = "--until",
      paramLabel = "WHEN",
      description = "What was active until then; WHEN as for --as-of.")
  void until(String text) {
    set("until", text);
  }

  @Option(names = "--from-lsn", paramLabel = "LSN", description = "The same, from an LSN on.")
  void fromLsn(String text) {
    set("from-lsn", text);
  }

  @Option(names = "--to-lsn", paramLabel = "LSN", description = "The same, up to an LSN.")
  void toLsn(String text) {
    set("to-lsn", text);
  }

  @Option(
      names = "--record",
      paramLabel = "TYPE",
      description = "Extended records of such a type; with --type, what has one.")
  void record(String text) {
    set("record", text);
  }

  @Option(
      names = "--content",
      paramLabel = "TEXT",
      description = "Extended records that contain the text; with --type, what has one.")
  void content(String text) {
    set("content", text);
  }

  @Option(
      names = "--read-by",
      paramLabel = "PROCESS",
      description = "Objects that the process read or loaded as code.")
  void readBy(String text) {
    set("read-by", text);
  }

  @Option(
      names = "--written-by",
      paramLabel = "PROCESS",
      description = "Objects that the process wrote.")
  void writtenBy(String text) {
    set("written-by", text);
  }

  @Option(
      names = "--reads",
      paramLabel = "OBJECT",
      description = "Processes that read the object or loaded it as code.")
  void reads(String text) {
    set("reads", text);
  }

  @Option(
      names = "--writes",
      paramLabel = "OBJECT",
      description = "Processes that wrote the object.")
  void writes(String text) {
    set("writes", text);
  }

  @Option(
      names = "--sort",
      paramLabel = "BY",
      description = "Order by time, count or bytes, the largest first.")
  void sort(String text) {
    set("sort", text);
  }

  @Option(
      names = "--top",
      paramLabel = "N",
      description = "The N largest, by count or as --sort says.")
  void top(String text) {
    set("top", text);
  }

  @Option(
      names = {"-n", "--limit"},
      paramLabel = "N",
      description = "Show at most N (default: 1000), and count the others.")
  void limit(String text) {
    set("limit", text);
  }

  private void set(String name, String text) {
    if (text != null) {
      conditions.put(name, text);
    }
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
    conditions.forEach(request::parameter);
  }

  @Override
  public Answer answer(Answers answers) {
    return answers.find(conditions);
  }
}
