// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.principal;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import javax.security.auth.x500.X500Principal;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.host.StoreHost;
import org.colophon.core.model.Bytes;
import org.colophon.core.pattern.Glob;
import org.jspecify.annotations.Nullable;

/**
 * A caller and its rights.
 *
 * @param name unique name of letters, digits, dots, underscores and hyphens.
 * @param tokenSha256 SHA-256 of the token in hexadecimal; null without a token.
 * @param subject subject name in the caller's certificate, such as {@code CN=web1} (RFC 2253); null
 *     without a certificate.
 * @param expires time when the access ends; null for never.
 * @param rights {@code read}, {@code report}, {@code control}.
 * @param hosts machine ids of the hosts for which it may report, {@link #LOCAL} for the service's
 *     own host, or {@link #ANY}.
 * @param sources globs of the sources that it may report; operations without a source need {@link
 *     #ANY}.
 */
public record Principal(
    String name,
    @Nullable String tokenSha256,
    @Nullable String subject,
    @Nullable String expires,
    List<String> rights,
    List<String> hosts,
    List<String> sources) {
  /** Stands for the service's own host. */
  public static final String LOCAL = "local";

  /** Stands for every host or source. */
  public static final String ANY = "*";

  /** The owner of the service. */
  public static final Principal OWNER =
      special("owner", List.of("read", "report", "control"), List.of(ANY));

  public static final Principal BROWSER = special("browser session", List.of("read"), List.of());

  /** Any caller of open routes. It has no rights. */
  public static final Principal ANYBODY = special("anybody", List.of(), List.of());

  /** Copies the lists. Replaces null by an empty list. */
  public Principal {
    rights = rights == null ? List.of() : List.copyOf(rights);
    hosts = hosts == null ? List.of() : List.copyOf(hosts);
    sources = sources == null ? List.of() : List.copyOf(sources);
  }

  private static Principal special(String name, List<String> rights, List<String> hosts) {
    return new Principal(name, null, null, null, rights, hosts, List.of(ANY));
  }

  /**
   * Validates an entry of the file.
   *
   * @throws ColophonException BAD_REQUEST
   */
  Principal checked() {
    require(name != null && name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,63}"), "name", name);
    require((tokenSha256 == null) != (subject == null), "choice of tokenSha256 or subject", name);
    require(tokenSha256 == null || tokenSha256.matches("[0-9a-f]{64}"), "tokenSha256", tokenSha256);
    require(subject == null || isSubject(subject), "subject", subject);
    Set<String> known =
        EnumSet.range(Right.READ, Right.CONTROL).stream()
            .map(Principal::word)
            .collect(Collectors.toSet());
    rights.forEach(each -> require(known.contains(each), "right", each));
    hosts.forEach(
        each ->
            require(each.equals(ANY) || each.equals(LOCAL) || StoreHost.isId(each), "host", each));
    if (expires != null) {
      try {
        Instant.parse(expires);
      } catch (DateTimeException e) {
        require(false, "expires", expires);
      }
    }
    return this;
  }

  private static boolean isSubject(String text) {
    try {
      return !new X500Principal(text).getName().isEmpty();
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** Returns whether a verified certificate's subject is this principal's subject. */
  boolean hasSubject(X500Principal caller) {
    return subject != null && new X500Principal(subject).equals(caller);
  }

  private static void require(boolean isValid, String what, @Nullable String value) {
    if (!isValid) {
      throw ErrorCode.BAD_REQUEST.exception(
          "a principal has an invalid %s: '%s'".formatted(what, value));
    }
  }

  private static String word(Right right) {
    return right.name().toLowerCase(Locale.ROOT);
  }

  /** Returns whether the access has ended. */
  public boolean isExpired(Instant now) {
    return expires != null && !Instant.parse(expires).isAfter(now);
  }

  /**
   * Requires a right.
   *
   * @throws ColophonException NOT_PERMITTED
   */
  public void require(Right right) {
    if (right != Right.NONE && !rights.contains(word(right))) {
      throw refusal("has no right to " + word(right));
    }
  }

  /**
   * Requires the right to report for a host and source.
   *
   * @param host machine id; empty for the service's own host
   * @param source source; empty for operations without a source
   * @throws ColophonException NOT_PERMITTED
   */
  public void requireReport(String host, String source) {
    require(Right.REPORT);
    if (!hosts.contains(ANY) && !hosts.contains(host.isEmpty() ? LOCAL : host)) {
      throw refusal(
          "may not report for " + (host.isEmpty() ? "the service's own host" : "host " + host));
    }
    boolean isAllowed =
        source.isEmpty()
            ? sources.contains(ANY)
            : sources.stream().anyMatch(each -> Glob.of(each).matchesWhole(Bytes.of(source)));
    if (!isAllowed) {
      throw refusal(
          source.isEmpty() ? "may report for its sources only" : "may not report for " + source);
    }
  }

  private ColophonException refusal(String what) {
    return ErrorCode.NOT_PERMITTED.exception(
        "principal "
            + name
            + " "
            + what
            + "; the owner of the service gives rights with: colophon principal add");
  }
}
