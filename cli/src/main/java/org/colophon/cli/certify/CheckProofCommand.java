// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.certify;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.colophon.cli.base.BaseCommand;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.output.Output;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.colophon.history.certified.note.Checkpoint;
import org.colophon.history.certified.note.VerifierKey;
import org.colophon.history.certified.note.WitnessPolicy;
import org.colophon.history.certified.proof.RecordProof;
import org.colophon.query.text.JsonOutput;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Checks proofs without a store. */
@Command(
    name = "check-proof",
    description = "Check proofs of certified history, without a store or a network.",
    footer = {
      "",
      "Shows the records whose proofs are valid. Ids of files and processes get their",
      "names from the other proofs on the command line. A document of 'export",
      "--certified' has many proofs.",
      "",
      "Exit codes: 0 all are valid, 1 one is invalid, 2 wrong usage, 3 a file could not",
      "be read.",
      "",
      "Examples:",
      "  colophon check-proof report*.tlog-proof --key web1.pub",
      "  colophon check-proof report.tlog-proof --policy auditors.policy"
    })
public final class CheckProofCommand extends BaseCommand {
  private static final int REFUSED = 1;
  private static final long MAX_BYTES = 128L << 20;

  @Parameters(paramLabel = "FILE", arity = "1..*", description = "Proofs.")
  private List<Path> files;

  @Option(
      names = "--key",
      paramLabel = "KEY",
      description = "The public key of the log, or a file with it.")
  private @Nullable String key;

  @Option(
      names = "--policy",
      paramLabel = "FILE",
      description = "The logs to trust, and the witnesses that must have confirmed.")
  private @Nullable Path policy;

  @Option(names = "--json", description = "Answer in JSON, for programs.")
  private boolean isJson;

  public CheckProofCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  public int run() {
    WitnessPolicy required =
        policy == null
            ? WitnessPolicy.EMPTY
            : WitnessPolicy.read(invocation().directory().resolve(policy));
    List<VerifierKey> keys =
        key == null ? required.logs() : List.of(PublicKeys.read(key, invocation().directory()));
    if (keys.isEmpty()) {
      throw ErrorCode.BAD_REQUEST.exception(
          "give the public key of the log with --key, or in the policy");
    }
    List<CheckedProof> checked = new ArrayList<>();
    for (Path file : files) {
      Path path = invocation().directory().resolve(file);
      String text = read(path);
      if (text.startsWith("{")) {
        new ProvenDocument(text.getBytes(StandardCharsets.UTF_8))
            .proofs()
            .forEach(
                (id, each) -> checked.add(check(Path.of(file + "#" + id), each, keys, required)));
      } else {
        checked.add(check(file, text, keys, required));
      }
    }
    if (checked.isEmpty()) {
      throw ErrorCode.BAD_INPUT.exception(
          "the documents have no proofs; to make them: colophon prove, colophon export --certified");
    }
    ProvenNames names = ProvenNames.of(checked);
    Output.write(
        console(),
        null,
        out -> {
          if (isJson) {
            JsonOutput.write(out, json -> CheckedProof.write(json, checked));
          } else {
            out.write(CheckedProof.text(checked, names));
          }
        });
    return checked.stream().allMatch(CheckedProof::holds) ? ExitCode.FOUND : REFUSED;
  }

  private static CheckedProof check(
      Path file, String text, List<VerifierKey> keys, WitnessPolicy required) {
    try {
      RecordProof proof = RecordProof.parse(text);
      String origin = Checkpoint.parse(proof.log().checkpoint().text()).origin();
      VerifierKey signer =
          keys.stream()
              .filter(each -> each.name().equals(origin))
              .filter(each -> proof.log().checkpoint().by(each) != null)
              .findFirst()
              .orElse(keys.get(0));
      return new CheckedProof(file, proof, proof.check(signer, required), "");
    } catch (ColophonException e) {
      return new CheckedProof(file, null, null, e.getMessage());
    }
  }

  private static String read(Path file) {
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw ErrorCode.BAD_INPUT.exception(
            file + " is too long for a proof; give a file of colophon prove or colophon export");
      }
      return Files.readString(file);
    } catch (NoSuchFileException e) {
      throw ErrorCode.NOT_FOUND.exception("there is no proof " + file, e);
    } catch (CharacterCodingException e) {
      throw ErrorCode.BAD_INPUT.exception(
          file + " is not text; give a file of colophon prove or colophon export", e);
    } catch (IOException e) {
      throw IoFailure.of("read", file, e);
    }
  }
}
