// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.ship.push;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.colophon.client.connection.RemoteAddress;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.plugin.NamedPlugin;
import org.colophon.core.plugin.PluginOption;
import org.colophon.core.plugin.PluginOptions;
import org.colophon.core.spi.log.SharedLog;
import org.colophon.core.spi.log.SharedLogFactory;
import org.colophon.core.spi.log.SharedLogReader;
import org.colophon.core.spi.log.SharedLogWriter;

/** Shared log that ships histories to another service, which has a store for each host. */
public final class ServiceLogFactory extends NamedPlugin implements SharedLogFactory {
  public ServiceLogFactory() {
    super(
        "service",
        "Another service, which keeps the history.",
        List.of(
            new PluginOption("url", "https://HOST:PORT, or http:// on the loopback", ""),
            PluginOption.file(
                "token",
                "file with a token that may report for this host, or certificate and key",
                ""),
            PluginOption.file("ca", "certificates to trust, in PEM", "Java's")));
  }

  @Override
  public SharedLog open(Map<String, String> given) {
    PluginOptions options = new PluginOptions(this, given);
    String url = options.text("url");
    Path token = options.path("token");
    Path authority = options.has("ca") ? options.path("ca") : null;
    return new SharedLog() {
      @Override
      public String place() {
        return "the service " + url;
      }

      @Override
      public SharedLogWriter writer() {
        return new ServiceLogWriter(
            host ->
                RemoteAddress.builder("url", url, token, authority)
                    .reportingFor(host.hostId(), host.hostName(), "")
                    .build());
      }

      @Override
      public SharedLogReader reader(String group, String member) {
        throw ErrorCode.BAD_REQUEST.exception(
            "a service gives histories to followers (serve --follow), not to indexers");
      }
    };
  }
}
