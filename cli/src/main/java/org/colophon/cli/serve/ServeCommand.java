// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.serve;

import java.nio.file.Path;
import java.util.Optional;
import org.colophon.cli.base.Invocation;
import org.colophon.core.error.ErrorCode;
import org.colophon.history.follow.FollowConfig;
import org.colophon.service.config.ServiceConfig;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs a service for a store, with an HTTP API, until interrupted. */
@Command(
    name = "serve",
    description = "Keep the store open behind an HTTP API, in the foreground.",
    footer = {
      "",
      "Logs to standard error. SIGTERM and Ctrl-C stop it, SIGHUP makes it read its",
      "configuration again. The API is described in docs/reference/http-api.md.",
      "",
      "Examples:",
      "  colophon serve                               on the socket file in the store",
      "  colophon serve --print-config > colophon.yaml",
      "  colophon serve --config colophon.yaml",
      "  colophon serve --config colophon.yaml --check-config",
      "  colophon serve --store copy --follow https://hub:7979 --token-file hub.token",
      "  curl --unix-socket ~/.local/share/colophon/socket http://localhost/v1/status"
    })
public final class ServeCommand extends ServiceCommand {
  @Option(
      names = "--follow",
      paramLabel = "URL",
      description = "Copy the history of another service, https://HOST:PORT, and record nothing.")
  private @Nullable String followed;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = "With --follow: a token that may read there, or certificate and key in PEM.")
  private @Nullable Path tokenFile;

  @Option(
      names = "--ca",
      paramLabel = "FILE",
      description = "With --follow: certificates to trust, in PEM (default: Java's).")
  private @Nullable Path authority;

  public ServeCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  ServiceConfig configure(ServiceConfig config) {
    if (followed != null) {
      return config.withReplication(config.replication().following(follow(followed)));
    }
    if (tokenFile != null || authority != null) {
      throw ErrorCode.BAD_REQUEST.exception("--token-file and --ca need --follow URL");
    }
    return config;
  }

  private FollowConfig follow(String url) {
    if (tokenFile == null) {
      throw ErrorCode.BAD_REQUEST.exception(
          "--follow needs --token-file FILE, with a token of that service");
    }
    return new FollowConfig(
        url, absolute(tokenFile), Optional.ofNullable(authority).map(this::absolute));
  }
}
