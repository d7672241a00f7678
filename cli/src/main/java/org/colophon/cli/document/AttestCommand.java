// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.document;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.colophon.cli.base.Invocation;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.pattern.Glob;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.plugin.RecordCopy;
import org.colophon.query.document.DocumentFormat;
import org.colophon.query.document.RecordedRun;
import org.colophon.query.document.RecordedRun.Program;
import org.colophon.query.document.RecordedRun.RunFile;
import org.colophon.query.document.Surroundings;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Writes a document about a run that verifiers of other projects accept, and signs it. */
@Command(
    name = "attest",
    description = "Write a statement about the files that a run made, for supply chain verifiers.",
    footer = {
      "",
      "The subjects are the files that the run left behind, each with its SHA-256. The",
      "file on the disk must still have it; --as-recorded accepts and reports a",
      "difference. With --key the statement is in a signed DSSE envelope.",
      "",
      "Exit codes: 0 written, 1 no such run, 2 wrong usage, or refused: the run goes",
      "on, a digest is missing, or a file differs, 3 failure of the store, 4 written,",
      "but the capture was incomplete, as the document states.",
      "",
      "Examples:",
      "  colophon attest -o build.intoto.json                       the newest run",
      "  colophon attest prog --key build.key -o prog.intoto.json   one file",
      "  colophon attest process:17 --type runtime-trace"
    })
public final class AttestCommand extends RunCommand {
  private static final Pattern SECRET =
      Pattern.compile(
          ".*(TOKEN|SECRET|PASSWORD|PASSWD|KEY|CREDENTIAL).*", Pattern.CASE_INSENSITIVE);
  private static final String MASK = "***";

  @Option(
      names = "--type",
      paramLabel = "TYPE",
      defaultValue = "slsa",
      description = "Kind of the document: slsa (default), runtime-trace, command-run, or another.")
  private String type = "";

  @Option(
      names = "--key",
      paramLabel = "PEM",
      description = "Sign with this unencrypted PKCS #8 key: Ed25519 or ECDSA P-256.")
  private @Nullable Path key;

  @Option(
      names = "--as-recorded",
      description = "Write the recorded digests even if files on the disk differ.")
  private boolean isAsRecorded;

  @Option(
      names = "--builder-id",
      paramLabel = "URI",
      defaultValue = Surroundings.TRACE,
      description = "Builder in a statement (default: ${DEFAULT-VALUE}).")
  private String builder = "";

  @Option(
      names = "--env",
      paramLabel = "GLOB",
      description =
          "Include recorded variables of such names; masks values of secrets. Repeatable.")
  private List<String> variables = List.of();

  @Option(
      names = "--list-files",
      description = "List the files of the system and of packages, too.")
  private boolean isEveryFileListed;

  private @Nullable DocumentFormat format;
  private @Nullable DsseKey signer;

  public AttestCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  public void prepare() {
    super.prepare();
    DocumentFormat chosen = chosenFormat();
    if (key != null && !chosen.isStatement()) {
      throw ErrorCode.BAD_REQUEST.exception(
          "--key signs in-toto statements only, and %s is none; leave one of them out"
              .formatted(type));
    }
    signer = key == null ? null : DsseKey.read(invocation().directory().resolve(key));
    format = chosen;
  }

  private DocumentFormat chosenFormat() {
    try {
      return new PluginLoader<>(DocumentFormat.class).get(type);
    } catch (ColophonException e) {
      throw e.code() == ErrorCode.NOT_FOUND
          ? ErrorCode.BAD_REQUEST.exception(e.getMessage(), e)
          : e;
    }
  }

  @Override
  protected void write(RecordedRun run, OutputStream out) throws IOException {
    if (run.running()) {
      throw ErrorCode.BAD_REQUEST.exception(
          "the run has not ended, so its outputs may still change; try again after its end");
    }
    List<String> differences = OutputCheck.differences(run);
    if (!differences.isEmpty() && !isAsRecorded) {
      throw ErrorCode.BAD_REQUEST.exception(
          "refused, because %s; record the run again, or accept the recorded outputs: --as-recorded"
              .formatted(String.join("; ", differences)));
    }
    DocumentFormat chosen = Objects.requireNonNull(format);
    ByteArrayOutputStream document = new ByteArrayOutputStream();
    chosen.write(shown(run), surroundings(run, differences, builder), document);
    byte[] bytes = document.toByteArray();
    out.write(signer == null ? bytes : signer.envelope(chosen.mediaType(), bytes));
    out.flush();
  }

  /** Returns the run with the variables and files that the document may list. */
  private RecordedRun shown(RecordedRun run) {
    List<Program> programs =
        run.programs().stream()
            .map(each -> RecordCopy.with(each, "environment", shown(each.environment())))
            .toList();
    RecordedRun shown = RecordCopy.with(run, "programs", programs);
    if (!isEveryFileListed) {
      return shown;
    }
    List<RunFile> files =
        run.files().stream().map(each -> RecordCopy.with(each, "folded", false)).toList();
    return RecordCopy.with(shown, "files", files);
  }

  private Map<String, String> shown(Map<String, String> environment) {
    List<Glob> globs = variables.stream().map(Glob::of).toList();
    Map<String, String> shown = new TreeMap<>();
    environment.forEach(
        (name, value) -> {
          if (globs.stream().anyMatch(each -> each.matchesWhole(Bytes.of(name)))) {
            shown.put(name, SECRET.matcher(name).matches() ? MASK : value);
          }
        });
    return shown;
  }
}
