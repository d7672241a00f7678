// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.certify;

import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.colophon.cli.base.BaseCommand;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.base.SignalHandler;
import org.colophon.core.error.ColophonException;
import org.colophon.history.certified.note.SigningKey;
import org.colophon.history.certified.signer.GuardedSigner;
import org.colophon.history.certified.signer.SignerServer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Signs for a service with the key of a log, until a signal arrives. */
@Command(
    name = "sign",
    description = "Hold the key of a log, and sign for a service until SIGTERM or SIGINT.",
    footer = {
      "",
      "Run it as a user of its own, so that the service cannot read the key. It never",
      "signs a smaller log than before, or another history of the same size. The user's",
      "group may use the socket; in the service's configuration: key: signer:SOCKET",
      "",
      "Examples:",
      "  colophon sign --key certify.key --state /var/lib/signer \\",
      "      --listen /run/colophon-signer/socket"
    })
public final class SignCommand extends BaseCommand {
  @Mixin private SecretKeyOptions secret;

  @Option(
      names = "--listen",
      paramLabel = "SOCKET",
      required = true,
      description = "The Unix socket to listen at.")
  private Path socket = Path.of("");

  public SignCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  @SuppressWarnings("try") // both variables are unused; they work until closed
  public int run() {
    Path here = invocation().directory();
    SigningKey key = secret.readKey(here);
    CountDownLatch ended = new CountDownLatch(1);
    try (SignalHandler signals = SignalHandler.onTermination(ended::countDown);
        SignerServer server =
            SignerServer.start(new GuardedSigner(key, secret.state(here)), here.resolve(socket))) {
      console().remark("signing for %s at %s".formatted(key.verifier(), socket));
      ended.await();
    } catch (InterruptedException e) {
      throw ColophonException.interrupted("signing", e);
    }
    return ExitCode.FOUND;
  }
}
