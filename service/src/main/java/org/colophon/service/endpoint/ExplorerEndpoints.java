// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.endpoint;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.colophon.core.error.ErrorCode;
import org.colophon.service.http.Endpoint;
import org.colophon.service.http.Exchange;
import org.colophon.service.http.HttpFailure;
import org.colophon.service.http.Route;
import org.colophon.service.session.SessionCookie;
import org.colophon.service.session.Sessions;

/**
 * Endpoints of the explorer: its page, the login with a one-time link, and the creation of such
 * links.
 */
public final class ExplorerEndpoints {
  private ExplorerEndpoints() {}

  /**
   * Returns the routes of the page and its sessions. The page itself contains no data, so anybody
   * may load it.
   *
   * @param isService whether the server is a service, which has a status and may record
   */
  public static List<Route> pages(Sessions sessions, boolean isService) {
    ExplorerFiles files = new ExplorerFiles();
    return List.of(
        open("/", Set.of(), exchange -> files.write(exchange, ExplorerFiles.INDEX)),
        open("/ui/{file}", Set.of(), exchange -> files.write(exchange, exchange.pathPart("file"))),
        open("/login", Set.of("code"), exchange -> login(exchange, sessions)),
        open(
            "/v1/explorer",
            Set.of(),
            exchange ->
                exchange.json(200, Map.of("instance", sessions.instance(), "service", isService))));
  }

  private static Route open(String path, Set<String> parameters, Endpoint endpoint) {
    return new Route("GET", path, parameters, Route.Access.OPEN, endpoint);
  }

  private record Link(String url, long seconds) {}

  /**
   * Returns the route that creates a one-time link to the explorer. Only callers of the service may
   * use it.
   */
  public static Route link(Sessions sessions, Supplier<String> address) {
    return Route.of(
        "POST",
        "/v1/explorer",
        List.of(),
        exchange -> {
          exchange.control("explorer link", Map.of());
          String url = loginUrl(address.get(), sessions);
          exchange.json(201, new Link(url, Sessions.CODE_TIME.toSeconds()));
        });
  }

  /** Returns a one-time link to the explorer at an address. */
  public static String loginUrl(String address, Sessions sessions) {
    return address + "/login?code=" + sessions.newCode();
  }

  /** Redirects to the page. The browser preserves the part of the link after {@code #}. */
  private static void login(Exchange exchange, Sessions sessions) throws IOException {
    String key = sessions.exchangeCode(exchange.parameters().text("code", ""));
    if (key == null) {
      throw new HttpFailure(
          403,
          ErrorCode.NOT_PERMITTED,
          "this link was used already or is older than 2 minutes; 'colophon ui' prints a new one");
    }
    String host = exchange.header("Host");
    exchange.setHeader("Set-Cookie", SessionCookie.set(host, key, exchange.isSecure()));
    exchange.setHeader("Referrer-Policy", "no-referrer");
    exchange.setHeader("Location", "/");
    exchange.empty(303);
  }
}
