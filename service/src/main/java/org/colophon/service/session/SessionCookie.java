// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.session;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cookie with a session key. Its name contains the port, since browsers send a host's cookies to
 * all its ports.
 */
public final class SessionCookie {
  private static final String PREFIX = "colophon-";

  private SessionCookie() {}

  private static String name(String host) {
    int colon = host == null ? -1 : host.lastIndexOf(':');
    String port = colon < 0 ? "" : host.substring(colon + 1);
    return PREFIX + (port.matches("[0-9]{1,5}") ? port : "0");
  }

  /**
   * Returns the value of {@code Set-Cookie} for a request.
   *
   * @param host host and port of the request
   */
  public static String set(String host, String key, boolean isSecure) {
    return "%s=%s; Path=/; Max-Age=%d; HttpOnly; SameSite=Strict%s"
        .formatted(name(host), key, Sessions.SESSION_TIME.toSeconds(), isSecure ? "; Secure" : "");
  }

  /**
   * Returns the session key of a request, or null.
   *
   * @param headers values of the header {@code Cookie}
   */
  public static @Nullable String find(List<String> headers, String host) {
    String start = name(host) + "=";
    for (String header : headers) {
      for (String each : header.split(";", -1)) {
        String cookie = each.strip();
        if (cookie.startsWith(start)) {
          return cookie.substring(start.length());
        }
      }
    }
    return null;
  }
}
