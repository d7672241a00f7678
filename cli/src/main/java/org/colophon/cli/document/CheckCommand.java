// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.document;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.output.Output;
import org.colophon.cli.question.VerdictCommand;
import org.colophon.core.error.ErrorCode;
import org.colophon.query.check.Baseline;
import org.colophon.query.check.CheckReport;
import org.colophon.query.check.CheckResult;
import org.colophon.query.check.Declaration;
import org.colophon.query.check.Declarations;
import org.colophon.query.check.RunCheck;
import org.colophon.query.check.SarifLog;
import org.colophon.query.document.RecordedRun;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Compares the files that a run used with declared ones. */
@Command(
    name = "check",
    description = "Check that a run used only declared files.",
    footer = {
      "",
      "A relative glob starts at the directory of the run. ** stands for characters,",
      "* for any but a slash; DIR/ means everything below. Files of the system and of",
      "tools count only with --all; pipes, terminals and missing files never count.",
      "",
      "Exit code 0 means that everything is declared, 1 that something is not. 2 means",
      "wrong usage, 3 a failure of the store. 5 means that nothing undeclared is found,",
      "but the capture has gaps or the run has not ended, so that nobody can tell.",
      "",
      "Examples:",
      "  colophon check --inputs 'src/**' --outputs 'build/**'",
      "  colophon check app --declared declared.yaml --no-network",
      "  colophon check --depfile main.d --inputs Makefile --sarif -o check.sarif",
      "  colophon check --declared declared.yaml --write-baseline known.txt"
    })
public final class CheckCommand extends RunCommand {
  @Option(
      names = "--inputs",
      paramLabel = "GLOB",
      description = "Files that the run may read. Repeatable.")
  private List<String> inputs = List.of();

  @Option(
      names = "--outputs",
      paramLabel = "GLOB",
      description = "Files that the run may write (default: all). Repeatable.")
  private List<String> outputs = List.of();

  @Option(
      names = "--declared",
      paramLabel = "FILE",
      description = "Read lists inputs, outputs and accept, and network: false, from a YAML file.")
  private @Nullable Path declared;

  @Option(
      names = "--depfile",
      paramLabel = "FILE",
      description = "Read inputs and outputs from a file of cc -MD or Ninja. Repeatable.")
  private List<Path> depfiles = List.of();

  @Option(
      names = "--baseline",
      paramLabel = "FILE",
      description = "Accept the findings in this file.")
  private @Nullable Path baseline;

  @Option(
      names = "--write-baseline",
      paramLabel = "FILE",
      description = "Accept all findings, and write them to this file.")
  private @Nullable Path newBaseline;

  @Option(names = "--no-network", description = "Report the use of TCP, UDP and other networks.")
  private boolean isNetworkForbidden;

  @Option(names = "--strict", description = "Fail also if a declaration matches nothing.")
  private boolean isStrict;

  @Option(
      names = {"-a", "--all"},
      description = "Check files of the system and of tools too.")
  private boolean isAll;

  @Option(names = "--sarif", description = "Answer as a SARIF log, for services of code review.")
  private boolean isSarif;

  private Declarations declarations = Declarations.NONE;
  private Baseline accepted = Baseline.EMPTY;
  private int verdict = ExitCode.TROUBLE;

  public CheckCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  public void prepare() {
    super.prepare();
    if (isSarif && output().isJson()) {
      throw ErrorCode.BAD_REQUEST.exception(
          "--json and --sarif contradict each other; leave one of them out");
    }
    declarations =
        new Declarations(
            options("--inputs", inputs),
            options("--outputs", outputs),
            List.of(),
            !isNetworkForbidden);
    if (declared != null) {
      declarations = declarations.with(CheckFiles.declared(absolute(declared)));
    }
    for (Path each : depfiles) {
      declarations = declarations.with(CheckFiles.dependencies(absolute(each)));
    }
    declarations.requireAny();
    accepted = baseline == null ? Baseline.EMPTY : CheckFiles.baseline(absolute(baseline));
  }

  private static List<Declaration> options(String option, List<String> globs) {
    return globs.stream().map(each -> Declaration.option(option, each)).toList();
  }

  @Override
  public int run() {
    int exitCode = VerdictCommand.orUsage(super::run);
    boolean isDoubtful = exitCode == ExitCode.PARTIAL && verdict == ExitCode.FOUND;
    return isDoubtful ? ExitCode.CANNOT_TELL : verdict; // damaged data leaves gaps, too
  }

  @Override
  protected void write(RecordedRun run, OutputStream out) throws IOException {
    CheckResult result = RunCheck.check(run, declarations, accepted, isAll, isStrict);
    if (newBaseline != null) {
      result = result.acceptingAll();
      byte[] text = Baseline.text(result.accepted()).getBytes(StandardCharsets.UTF_8);
      Output.write(console(), absolute(newBaseline), file -> file.write(text));
    }
    verdict = exitCode(result.verdict());
    if (isSarif) {
      SarifLog.write(result, version(), verdict, out);
    } else if (output().isJson()) {
      CheckReport.json(result, out);
    } else {
      CheckReport.text(result, widthColumns(), out);
    }
    result
        .outdated()
        .forEach(
            each -> console().remark("no longer found, remove from " + baseline + ": " + each));
    console().remark(CheckReport.summary(result));
  }

  /** Returns the version without the name of this program. */
  private String version() {
    return spec().root().version()[0].replaceFirst("^.* ", "");
  }

  private static int exitCode(CheckResult.Verdict verdict) {
    return switch (verdict) {
      case UNDECLARED -> ExitCode.NOTHING;
      case CANNOT_TELL -> ExitCode.CANNOT_TELL;
      case DECLARED -> ExitCode.FOUND;
    };
  }
}
