// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.http;

import java.util.Map;

/** Headers that forbid pages to load external content or to run injected scripts. */
public final class PageHeaders {
  public static final Map<String, String> ALL =
      Map.of(
          "Content-Security-Policy",
          "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
              + " img-src 'self' data: blob:; base-uri 'none'; form-action 'none';"
              + " frame-ancestors 'none'",
          "Referrer-Policy",
          "no-referrer");

  private PageHeaders() {}
}
