// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.serve;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.colophon.cli.base.BaseCommand;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.base.StoreCommand;
import org.colophon.query.text.TextTable;
import org.colophon.service.principal.Principal;
import org.colophon.service.principal.Principals;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** Manages the tokens and rights of callers over TCP. */
@Command(
    name = "principal",
    description = "Give callers of the service over TCP tokens and rights of their own.",
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "A running service applies changes from the next request on. The token in the",
      "service's own file keeps all rights.",
      "",
      "Examples:",
      "  colophon principal add auditor --read --expires 2027-01-01T00:00:00Z",
      "  colophon principal add web1 --report --host $(cat /etc/machine-id)",
      "  colophon principal list",
      "  colophon principal remove web1"
    })
public final class PrincipalCommand extends BaseCommand {
  public PrincipalCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  public Map<String, BaseCommand> subcommands() {
    Map<String, BaseCommand> commands = new LinkedHashMap<>();
    commands.put("add", new Add(invocation()));
    commands.put("list", new ListAll(invocation()));
    commands.put("remove", new Remove(invocation()));
    return commands;
  }

  @Override
  public int run() {
    throw new ParameterException(
        spec().commandLine(), "a subcommand is missing: add, list or remove; see --help");
  }

  @Command(
      name = "add",
      description = "Add a principal and print its token, which is stored nowhere.",
      footer = {
        "",
        "Examples:",
        "  colophon principal add web1 --report --host $(cat /etc/machine-id)",
        "  colophon principal add node2 --read --subject CN=node2,O=Example"
      })
  static final class Add extends StoreCommand {
    @Parameters(paramLabel = "NAME", description = "The name.")
    private String name;

    @Option(names = "--read", description = "It may ask questions.")
    private boolean mayRead;

    @Option(names = "--report", description = "It may report operations.")
    private boolean mayReport;

    @Option(names = "--control", description = "It may attach reporters, take snapshots and prune.")
    private boolean mayControl;

    @Option(
        names = "--host",
        paramLabel = "ID",
        description =
            "With --report: the machine id of a host that it reports for, local for the service's"
                + " own host, or * for any. Repeatable.")
    private List<String> hosts = new ArrayList<>();

    @Option(
        names = "--source",
        paramLabel = "GLOB",
        description =
            "With --report: sources that it reports (default: any). Repeatable. 'trace --no-outbox'"
                + " has sources run-*.")
    private List<String> sources = new ArrayList<>();

    @Option(
        names = "--expires",
        paramLabel = "INSTANT",
        description = "End of the token, such as 2027-01-01T00:00:00Z (default: never).")
    private @Nullable String expires;

    @Option(
        names = "--subject",
        paramLabel = "NAME",
        description = "It has no token, but a certificate with this subject, such as CN=web1.")
    private @Nullable String subject;

    Add(Invocation invocation) {
      super(invocation);
    }

    @Override
    public int run() {
      checkOptions();
      List<String> rights = new ArrayList<>();
      if (mayRead) {
        rights.add("read");
      }
      if (mayReport) {
        rights.add("report");
      }
      if (mayControl) {
        rights.add("control");
      }
      if (mayReport && sources.isEmpty()) {
        sources.add(Principal.ANY);
      }
      Principals all = new Principals(store().directory());
      if (subject != null) {
        all.addSubject(name, subject, expires, rights, hosts, sources);
        return ExitCode.FOUND;
      }
      out().println(all.add(name, expires, rights, hosts, sources));
      console().remark("this is the token of " + name + "; it is shown only now");
      return ExitCode.FOUND;
    }

    private void checkOptions() {
      if (!mayRead && !mayReport && !mayControl) {
        throw new ParameterException(
            spec().commandLine(), "give it a right: --read, --report or --control");
      }
      if (mayReport == hosts.isEmpty() || (!mayReport && !sources.isEmpty())) {
        throw new ParameterException(
            spec().commandLine(),
            "--report needs --host: a machine id, local or *; --host and --source need --report");
      }
    }
  }

  @Command(
      name = "list",
      description = "List the principals.",
      footer = {"", "Examples:", "  colophon principal list"})
  static final class ListAll extends StoreCommand {
    ListAll(Invocation invocation) {
      super(invocation);
    }

    @Override
    public int run() {
      List<Principal> all = new Principals(store().directory()).all();
      TextTable table = new TextTable("name", "shows", "rights", "hosts", "sources", "expires");
      for (Principal each : all) {
        table.row(
            each.name(),
            each.subject() == null ? "token" : each.subject(),
            String.join(" ", each.rights()),
            orDash(String.join(" ", each.hosts())),
            orDash(String.join(" ", each.sources())),
            each.expires() == null ? "never" : each.expires());
      }
      table.print(console().bytes(), console().widthColumns());
      return all.isEmpty() ? ExitCode.NOTHING : ExitCode.FOUND;
    }

    private static String orDash(String text) {
      return text.isEmpty() ? "-" : text;
    }
  }

  @Command(
      name = "remove",
      description = "Remove a principal, whose token is refused from then on.",
      footer = {"", "Examples:", "  colophon principal remove web1"})
  static final class Remove extends StoreCommand {
    @Parameters(paramLabel = "NAME", description = "The name.")
    private String name;

    Remove(Invocation invocation) {
      super(invocation);
    }

    @Override
    public int run() {
      new Principals(store().directory()).remove(name);
      return ExitCode.FOUND;
    }
  }
}
