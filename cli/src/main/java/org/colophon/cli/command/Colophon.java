// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.colophon.cli.base.BaseCommand;
import org.colophon.cli.base.ErrorReport;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.capture.AttachCommand;
import org.colophon.cli.capture.DetachCommand;
import org.colophon.cli.capture.ImportCommand;
import org.colophon.cli.capture.MountCommand;
import org.colophon.cli.capture.ReportersCommand;
import org.colophon.cli.capture.TraceCommand;
import org.colophon.cli.certify.CheckProofCommand;
import org.colophon.cli.certify.KeygenCommand;
import org.colophon.cli.certify.ProveCommand;
import org.colophon.cli.certify.SignCommand;
import org.colophon.cli.certify.WitnessCommand;
import org.colophon.cli.document.AttestCommand;
import org.colophon.cli.document.CheckCommand;
import org.colophon.cli.document.CrateCommand;
import org.colophon.cli.document.OcsfCommand;
import org.colophon.cli.document.OpenLineageCommand;
import org.colophon.cli.document.PerfettoCommand;
import org.colophon.cli.graph.AskCommand;
import org.colophon.cli.graph.BoltCommand;
import org.colophon.cli.graph.CypherCommand;
import org.colophon.cli.inside.CompilerCommand;
import org.colophon.cli.question.DiffCommand;
import org.colophon.cli.question.ExportCommand;
import org.colophon.cli.question.IdentifyCommand;
import org.colophon.cli.question.LineageCommand;
import org.colophon.cli.question.PlainCommands;
import org.colophon.cli.question.StaleCommand;
import org.colophon.cli.question.UndoCommand;
import org.colophon.cli.question.WhyCommand;
import org.colophon.cli.search.FindCommand;
import org.colophon.cli.search.QuestionCommand;
import org.colophon.cli.serve.IndexCommand;
import org.colophon.cli.serve.McpCommand;
import org.colophon.cli.serve.PrincipalCommand;
import org.colophon.cli.serve.ServeCommand;
import org.colophon.cli.serve.UiCommand;
import org.colophon.cli.store.AdaptersCommand;
import org.colophon.cli.store.BackupCommand;
import org.colophon.cli.store.HostsCommand;
import org.colophon.cli.store.PruneCommand;
import org.colophon.cli.store.RestoreCommand;
import org.colophon.cli.store.SnapshotCommand;
import org.colophon.cli.store.VerifyCommand;
import org.colophon.cli.watch.StatusCommand;
import org.colophon.cli.watch.TransactionsCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** The {@code colophon} command with its subcommands. */
@Command(
    name = "colophon",
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    description = "Show where a file came from, and what it influenced.",
    footer = {
      "",
      "Exit codes: 0 found, 1 nothing found, 2 wrong usage, 3 failure of the store or the system.",
      "",
      "Examples:",
      "  colophon trace -- make             watch a build",
      "  colophon lineage prog              where prog came from",
      "  colophon why prog src/main.c       how one reached the other",
      "",
      "The store is --store DIR, else $COLOPHON_STORE, else ~/.local/share/colophon."
    })
public final class Colophon extends BaseCommand {
  private static final Map<String, Function<Invocation, BaseCommand>> COMMANDS = commands();

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Show the version.")
  @SuppressWarnings("unused") // picocli reads it
  private boolean isVersionWanted;

  private Colophon(Invocation invocation) {
    super(invocation);
  }

  private static Map<String, Function<Invocation, BaseCommand>> commands() {
    Map<String, Function<Invocation, BaseCommand>> commands = new LinkedHashMap<>();
    commands.put("trace", TraceCommand::new);
    commands.put("mount", MountCommand::new);
    commands.put("cc", invocation -> new CompilerCommand(invocation, false));
    commands.put("c++", invocation -> new CompilerCommand(invocation, true));
    commands.put("lineage", LineageCommand::new);
    commands.put("why", WhyCommand::new);
    commands.put("common", PlainCommands.CommonCommand::new);
    commands.put("history", PlainCommands.HistoryCommand::new);
    commands.put("undo", UndoCommand::new);
    commands.put("find", FindCommand::new);
    commands.put("recordings", PlainCommands.RecordingsCommand::new);
    commands.put("ui", UiCommand::new);
    commands.put("touched", PlainCommands.TouchedCommand::new);
    commands.put("diff", DiffCommand::new);
    commands.put("stale", StaleCommand::new);
    commands.put("attest", AttestCommand::new);
    commands.put("openlineage", OpenLineageCommand::new);
    commands.put("ocsf", OcsfCommand::new);
    commands.put("perfetto", PerfettoCommand::new);
    commands.put("check", CheckCommand::new);
    commands.put("show", PlainCommands.ShowCommand::new);
    commands.put("identify", IdentifyCommand::new);
    commands.put("inspect", PlainCommands.InspectCommand::new);
    commands.put(
        "question", invocation -> new QuestionCommand(invocation, words -> run(invocation, words)));
    commands.put("cypher", CypherCommand::new);
    commands.put("ask", AskCommand::new);
    commands.put("bolt", BoltCommand::new);
    commands.put("snapshot", SnapshotCommand::new);
    commands.put("snapshots", PlainCommands.SnapshotsCommand::new);
    commands.put("transactions", TransactionsCommand::new);
    commands.put("status", StatusCommand::new);
    commands.put("adapters", AdaptersCommand::new);
    commands.put("hosts", HostsCommand::new);
    commands.put("verify", VerifyCommand::new);
    commands.put("prove", ProveCommand::new);
    commands.put("check-proof", CheckProofCommand::new);
    commands.put("keygen", KeygenCommand::new);
    commands.put("sign", SignCommand::new);
    commands.put("witness", WitnessCommand::new);
    commands.put("backup", BackupCommand::new);
    commands.put("restore", RestoreCommand::new);
    commands.put("prune", PruneCommand::new);
    commands.put("serve", ServeCommand::new);
    commands.put("index", IndexCommand::new);
    commands.put("principal", PrincipalCommand::new);
    commands.put("mcp", invocation -> new McpCommand(invocation, Colophon::run));
    commands.put("attach", AttachCommand::new);
    commands.put("detach", DetachCommand::new);
    commands.put("reporters", ReportersCommand::new);
    commands.put("import", ImportCommand::new);
    commands.put("export", ExportCommand::new);
    commands.put("crate", CrateCommand::new);
    commands.put("plugins", PluginsCommand::new);
    commands.put("completion", CompletionCommand::new);
    commands.put("demo", DemoCommand::new);
    commands.put("rehearse", RehearseCommand::new);
    commands.put("generate", GenerateCommand::new);
    return Collections.unmodifiableMap(commands);
  }

  /** Runs a command line and returns its exit code. */
  public static int run(Invocation invocation, String... args) {
    // Picocli needs milliseconds to build the model of a command. So only the requested command is
    // built.
    boolean isOneEnough = args.length > 0 && COMMANDS.containsKey(args[0]);
    CommandLine line = isOneEnough ? describe(invocation, args[0]) : describe(invocation);
    return line.execute(args);
  }

  static CommandLine describe(Invocation invocation) {
    return describe(invocation, COMMANDS.keySet().toArray(new String[0]));
  }

  private static CommandLine describe(Invocation invocation, String... names) {
    CommandLine line = new CommandLine(new Colophon(invocation));
    for (String name : names) {
      BaseCommand command = Objects.requireNonNull(COMMANDS.get(name), name).apply(invocation);
      CommandLine sub = new CommandLine(command);
      command.addOptions(sub.getCommandSpec());
      sub.setStopAtPositional(command.endsWithCommand());
      sub.setUnmatchedOptionsArePositionalParams(command.passesOptionsOn());
      command
          .subcommands()
          .forEach(
              (own, each) ->
                  sub.addSubcommand(
                      own, new CommandLine(each).setStopAtPositional(each.endsWithCommand())));
      line.addSubcommand(name, sub);
    }
    ErrorReport report = new ErrorReport(invocation.console());
    boolean isColoured = invocation.console().hasColours();
    return line.setOut(invocation.console().out())
        .setErr(invocation.console().err())
        .setColorScheme(CommandLine.Help.defaultColorScheme(isColoured ? Ansi.ON : Ansi.OFF))
        .setExecutionExceptionHandler(report)
        .setParameterExceptionHandler(report)
        .setExecutionStrategy(Colophon::execute)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setUsageHelpAutoWidth(true);
  }

  /** Rejects an unknown command, which picocli ignores if help is requested. */
  private static int execute(ParseResult parsed) {
    ParseResult last = parsed;
    while (last.hasSubcommand()) {
      last = last.subcommand();
    }
    boolean isGroup = !last.commandSpec().subcommands().isEmpty();
    if (isGroup && !last.unmatched().isEmpty()) {
      throw new UnmatchedArgumentException(last.commandSpec().commandLine(), last.unmatched());
    }
    return new CommandLine.RunLast().execute(parsed);
  }

  @Override
  public int run() {
    throw new ParameterException(
        spec().commandLine(), "a command is missing; 'colophon --help' lists them");
  }
}
