// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.base;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.colophon.cli.config.Store;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.host.HostSummary;
import org.colophon.core.host.StoreHost;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Option;

/**
 * The option that selects the store of another host. A target of the form HOST:/path selects a
 * host, too.
 */
public final class HostOption {
  private static final Pattern TARGET =
      Pattern.compile("([A-Za-z0-9][A-Za-z0-9._-]*):(/.*)", Pattern.DOTALL);

  @Option(
      names = "--host",
      paramLabel = "HOST",
      description = "Ask about another host that reported here; see 'colophon hosts'.")
  private @Nullable String host;

  public boolean isGiven() {
    return host != null;
  }

  /** Returns the store of the selected host. Without the option, returns the given store. */
  public Store choose(Store store) {
    return host == null ? store : store.ofHost(host);
  }

  /**
   * Does the same as {@link #choose(Store)}, but a target HOST:/path of a known host also selects
   * that host. Replaces such a target by its path.
   *
   * @param choosing number of leading parameters that select a host; later ones may be of other
   *     hosts
   * @throws ColophonException BAD_REQUEST if targets are of different hosts
   */
  public Store choose(Store store, CommandSpec command, int choosing) {
    for (PositionalParamSpec each : command.positionalParameters()) {
      if (each.index().min() >= choosing) {
        continue;
      }
      if (each.getValue() instanceof String text) {
        each.setValue(path(store, text));
      } else if (each.getValue() instanceof List<?> texts) {
        each.setValue(texts.stream().map(text -> path(store, text.toString())).toList());
      }
    }
    return choose(store);
  }

  private static Optional<StoreHost> find(List<StoreHost> hosts, String named) {
    return hosts.stream().filter(each -> each.isCalled(named)).findFirst();
  }

  private String path(Store store, String target) {
    Matcher match = TARGET.matcher(target);
    if (!match.matches()) {
      return target;
    }
    String named = match.group(1);
    Optional<StoreHost> meant =
        find(HostSummary.hosts(store.directory()), named)
            .or(() -> find(store.servedHosts(), named));
    if (meant.isEmpty()) {
      return target;
    }
    if (host != null && !meant.get().isCalled(host)) {
      throw ErrorCode.BAD_REQUEST.exception(
          "a question must be about one host, not about %s and %s".formatted(host, named));
    }
    host = named;
    return match.group(2);
  }
}
