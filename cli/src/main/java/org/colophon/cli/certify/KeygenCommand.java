// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.certify;

import java.nio.file.Path;
import org.colophon.cli.base.BaseCommand;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.base.Invocation;
import org.colophon.history.certified.note.KeyFile;
import org.colophon.history.certified.note.SigningKey;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Generates a key that certifies a history or confirms checkpoints. */
@Command(
    name = "keygen",
    description = "Make a key that certifies a history, or the key of a witness.",
    footer = {
      "",
      "Prints the public key: give it to those who check. The name is shown in each",
      "signature; choose a unique one, such as a host and a path.",
      "",
      "Examples:",
      "  colophon keygen web1.example.org/colophon -o /etc/colophon/certify.key",
      "  colophon keygen example.org/witness --witness -o witness.key"
    })
public final class KeygenCommand extends BaseCommand {
  @Parameters(paramLabel = "NAME", description = "The name of the log or the witness.")
  private String name;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      required = true,
      description = "Write the secret key to this new file, which only you can read.")
  private Path file = Path.of("");

  @Option(names = "--witness", description = "Print the public key of a witness.")
  private boolean isWitness;

  public KeygenCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  public int run() {
    SigningKey key = SigningKey.generate(name);
    KeyFile.write(invocation().directory().resolve(file), key);
    out().println(isWitness ? key.cosigner() : key.verifier());
    return ExitCode.FOUND;
  }
}
