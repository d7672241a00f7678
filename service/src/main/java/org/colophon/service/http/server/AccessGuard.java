// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.http.server;

import java.io.IOException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import javax.security.auth.x500.X500Principal;
import org.colophon.core.error.ErrorCode;
import org.colophon.service.config.TcpConfig;
import org.colophon.service.http.HttpFailure;
import org.colophon.service.principal.Principal;
import org.colophon.service.principal.Principals;
import org.colophon.service.session.SessionCookie;
import org.colophon.service.session.Sessions;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * Access control.
 *
 * <ul>
 *   <li>Socket file: processes of the service's own user and of root, as the operating system
 *       reports.
 *   <li>TCP: callers with the token who address the service by one of its names. This refuses web
 *       pages that reach it by DNS rebinding, since they use another name.
 *   <li>Browsers over TCP: sessions of {@link Sessions} instead of the token, for reading only.
 *   <li>Web pages: only origins in the configuration.
 * </ul>
 */
final class AccessGuard {
  private static final String PEER = AccessGuard.class.getName();
  private static final String BEARER = "Bearer ";

  private static final String PRINCIPAL = Principal.class.getName();

  private final @Nullable BearerToken token;
  private final Principals principals;
  private final Sessions sessions;
  private final Set<String> hosts = new HashSet<>(List.of("localhost", "127.0.0.1", "[::1]"));
  private final Set<String> origins;

  /**
   * Creates the rules.
   *
   * @param token token of TCP callers; null without TCP
   * @param principals principals of TCP callers; null without TCP
   */
  AccessGuard(
      @Nullable BearerToken token,
      Principals principals,
      @Nullable TcpConfig tcp,
      Sessions sessions) {
    this.token = token;
    this.principals = principals;
    this.sessions = sessions;
    this.origins = tcp == null ? Set.of() : Set.copyOf(tcp.origins());
    if (tcp != null) {
      String own = tcp.host().toLowerCase(Locale.ROOT);
      hosts.add(own.contains(":") ? "[" + own + "]" : own);
      tcp.hosts().forEach(host -> hosts.add(host.toLowerCase(Locale.ROOT)));
    }
  }

  /** Returns the caller of a request. Throws if the caller is not authorized. */
  Principal check(Request request, boolean isOpen) {
    checkPage(request, isOpen);
    ConnectionMetaData connection = request.getConnectionMetaData();
    if (connection.getConnector() instanceof UnixConnector connector) {
      checkPeer(connection, connector);
      return Principal.OWNER;
    }
    checkHost(request);
    if (isOpen) {
      return Principal.ANYBODY;
    }
    Principal found = isSession(request) ? Principal.BROWSER : principal(request);
    request.setAttribute(PRINCIPAL, found);
    return found;
  }

  /** Returns whether a browser loads the answer as a page, which a user reads. */
  static boolean isPageLoad(Request request) {
    return "document".equals(request.getHeaders().get("Sec-Fetch-Dest"));
  }

  /** Returns whether the request has a valid browser session, which permits reading only. */
  private boolean isSession(Request request) {
    String host = request.getHeaders().get("Host");
    String key = SessionCookie.find(request.getHeaders().getValuesList("Cookie"), host);
    boolean isValid = key != null && sessions.isValid(key);
    if (isValid && !request.getMethod().equals("GET")) {
      throw new HttpFailure(
          403,
          ErrorCode.NOT_PERMITTED,
          "a browser session only reads; change things with the colophon command");
    }
    return isValid;
  }

  /** Returns the caller: a user on the socket file, or the token and address over TCP. */
  String caller(Request request) {
    ConnectionMetaData connection = request.getConnectionMetaData();
    if (connection.getConnector() instanceof UnixConnector) {
      return "user " + UnixConnector.user(connection.getConnection().getEndPoint());
    }
    Object known = request.getAttribute(PRINCIPAL);
    String owner = token == null ? "session" : "token " + token.id();
    String kind =
        known instanceof Principal named && !named.equals(Principal.OWNER)
            ? "principal " + named.name()
            : owner;
    return kind + " from " + Request.getRemoteAddr(request);
  }

  /**
   * Rejects requests of foreign web pages. A foreign page may only link to an open page, which
   * contains no data.
   */
  private void checkPage(Request request, boolean isOpen) {
    String origin = request.getHeaders().get("Origin");
    String site = request.getHeaders().get("Sec-Fetch-Site");
    boolean isKnown = origin != null && (origins.contains(origin) || isOwnPage(request, origin));
    boolean isLink = isOpen && isPageLoad(request);
    boolean isOwn = site == null || site.equals("same-origin") || site.equals("none") || isLink;
    if (!isKnown && (origin != null || !isOwn)) {
      throw new HttpFailure(
          403,
          ErrorCode.NOT_PERMITTED,
          "web pages may not call this service; listen.origins names those that may");
    }
  }

  /**
   * Returns true for the service's own page over TCP. The Host header of such a request was
   * checked.
   */
  private static boolean isOwnPage(Request request, String origin) {
    String scheme = request.isSecure() ? "https://" : "http://";
    return !(request.getConnectionMetaData().getConnector() instanceof UnixConnector)
        && origin.equals(scheme + request.getHeaders().get("Host"));
  }

  /** Checks the peer of a connection once, since it never changes. */
  private static void checkPeer(ConnectionMetaData connection, UnixConnector connector) {
    if (connection.getAttribute(PEER) == null) {
      if (!isTrusted(connection, connector)) {
        throw new HttpFailure(
            403,
            ErrorCode.NOT_PERMITTED,
            "this socket is for programs of the service's own user and of root");
      }
      connection.setAttribute(PEER, true);
    }
  }

  private static boolean isTrusted(ConnectionMetaData connection, UnixConnector connector) {
    try {
      return connector.isTrusted(connection.getConnection().getEndPoint());
    } catch (IOException e) {
      throw ErrorCode.OVERLOADED.exception(
          "the operating system does not report the caller: try again; " + e.getMessage(), e);
    }
  }

  private void checkHost(Request request) {
    List<String> given = request.getHeaders().getValuesList("Host");
    String host = given.size() == 1 ? given.get(0).toLowerCase(Locale.ROOT) : "";
    if (!hosts.contains(host.replaceFirst(":[0-9]+$", ""))) {
      throw new HttpFailure(
          421,
          ErrorCode.NOT_PERMITTED,
          "this service does not have the name in the Host header; listen.hosts lists its names");
    }
  }

  /** Returns the principal of a request, by its token or else by its certificate. */
  private Principal principal(Request request) {
    String given = request.getHeaders().get("Authorization");
    Optional<X500Principal> subject = given == null ? subject(request) : Optional.empty();
    return subject.isPresent() ? ofCertificate(subject.get()) : ofToken(given);
  }

  /** Returns the name in the caller's certificate, after TLS has verified the certificate. */
  private static Optional<X500Principal> subject(Request request) {
    Object session = request.getAttribute(EndPoint.SslSessionData.ATTRIBUTE);
    X509Certificate[] chain =
        session instanceof EndPoint.SslSessionData data ? data.peerCertificates() : null;
    return chain == null || chain.length == 0
        ? Optional.empty()
        : Optional.of(chain[0].getSubjectX500Principal());
  }

  private Principal ofCertificate(X500Principal subject) {
    Principal found =
        principals
            .ofSubject(subject)
            .orElseThrow(
                () ->
                    new HttpFailure(
                        401,
                        ErrorCode.NOT_PERMITTED,
                        "no principal has the certificate subject '%s'; the owner of the service adds one with: colophon principal add --subject"
                            .formatted(subject.getName())));
    return unexpired(found);
  }

  private Principal ofToken(@Nullable String given) {
    String text =
        given != null && given.regionMatches(true, 0, BEARER, 0, BEARER.length())
            ? given.substring(BEARER.length()).strip()
            : "";
    if (token == null) {
      throw unknown();
    }
    if (!text.isEmpty() && token.matches(text)) {
      return Principal.OWNER;
    }
    Principal found = text.isEmpty() ? null : principals.find(text).orElse(null);
    if (found == null) {
      throw unknown();
    }
    return unexpired(found);
  }

  private static Principal unexpired(Principal found) {
    if (found.isExpired(Instant.now())) {
      throw new HttpFailure(
          401,
          ErrorCode.NOT_PERMITTED,
          "the access of principal "
              + found.name()
              + " expired on "
              + found.expires()
              + "; the owner of the service gives another one");
    }
    return found;
  }

  private HttpFailure unknown() {
    return new HttpFailure(
        401,
        ErrorCode.NOT_PERMITTED,
        (token == null
                ? ""
                : "send a token (Authorization: Bearer TOKEN): the service's, in the file that"
                    + " listen.token names, or a principal's; or use a certificate"
                    + " whose issuer is in listen.tls.client-ca; ")
            + "a browser needs a session: open the link that 'colophon ui' prints");
  }
}
