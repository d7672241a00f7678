// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.certify;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.colophon.cli.base.BaseCommand;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.base.SignalHandler;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.history.certified.note.SigningKey;
import org.colophon.history.certified.note.VerifierKey;
import org.colophon.history.certified.note.WitnessPolicy;
import org.colophon.history.certified.witness.Witness;
import org.colophon.service.http.server.WitnessServer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Cosigns checkpoints after checking that the logs have only grown. Runs until interrupted. */
@Command(
    name = "witness",
    description = "Cosign checkpoints of append-only logs, until SIGTERM or SIGINT.",
    footer = {
      "",
      "Run it on a machine that the log's owner does not control. It keeps the last",
      "checkpoint of each log in --state; without that, it confirms any history.",
      "It speaks plain HTTP (c2sp.org/tlog-witness); a proxy in front may add TLS.",
      "",
      "Examples:",
      "  colophon witness --key witness.key --state /var/lib/witness \\",
      "      --log web1.example.org/colophon+5d1b8f20+AV... --listen 0.0.0.0:7500"
    })
public final class WitnessCommand extends BaseCommand {
  @Mixin private SecretKeyOptions secret;

  @Option(
      names = "--log",
      paramLabel = "KEY",
      description = "The public key of a log. May be repeated.")
  private List<String> logs = new ArrayList<>();

  @Option(
      names = "--policy",
      paramLabel = "FILE",
      description = "A policy file with more logs to confirm.")
  private @Nullable Path policy;

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      description = "The address to listen at (default: ${DEFAULT-VALUE}).")
  private String address = "127.0.0.1:7500";

  public WitnessCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  @SuppressWarnings("try") // the handler works until closed
  public int run() {
    SigningKey key = secret.readKey(invocation().directory());
    int colon = address.lastIndexOf(':');
    if (colon < 1 || !address.substring(colon + 1).matches("[0-9]{1,5}")) {
      throw ErrorCode.BAD_REQUEST.exception(
          "--listen must be HOST:PORT, such as 127.0.0.1:7500, not " + address);
    }
    Witness witness =
        new Witness(
            key,
            keys(),
            secret.state(invocation().directory()),
            () -> TimeUnit.MILLISECONDS.toSeconds(System.currentTimeMillis()));
    CountDownLatch ended = new CountDownLatch(1);
    String host = address.substring(0, colon).replaceAll("^\\[|\\]$", "");
    try (SignalHandler signals = SignalHandler.onTermination(ended::countDown);
        WitnessServer server =
            WitnessServer.start(witness, host, Integer.parseInt(address.substring(colon + 1)))) {
      console().remark("witness %s at http://%s:%d".formatted(key.cosigner(), host, server.port()));
      ended.await();
    } catch (InterruptedException e) {
      throw ColophonException.interrupted("confirming checkpoints", e);
    }
    return ExitCode.FOUND;
  }

  private List<VerifierKey> keys() {
    List<VerifierKey> all = new ArrayList<>(logs.stream().map(VerifierKey::parse).toList());
    if (policy != null) {
      all.addAll(WitnessPolicy.read(invocation().directory().resolve(policy)).logs());
    }
    if (all.isEmpty() || all.stream().anyMatch(each -> each.type() != VerifierKey.LOG)) {
      throw ErrorCode.BAD_REQUEST.exception(
          "give the public key of at least one log with --log or --policy");
    }
    return all;
  }
}
