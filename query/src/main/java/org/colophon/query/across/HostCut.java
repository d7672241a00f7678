// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.across;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * An LSN for each of several hosts, since LSNs of different hosts cannot be compared.
 *
 * @param lsns LSNs by the display name of the host
 */
public record HostCut(Map<String, Long> lsns) {
  private static final Pattern FORM =
      Pattern.compile("[^=,]+=[1-9][0-9]{0,17}(,[^=,]+=[1-9][0-9]{0,17})*");

  public HostCut {
    lsns = Map.copyOf(lsns);
  }

  /** Returns true for a text such as {@code web=120,db=88}. */
  public static boolean isCut(@Nullable String text) {
    return text != null && FORM.matcher(text).matches();
  }

  /**
   * Parses a cut.
   *
   * @throws ColophonException BAD_REQUEST if a host occurs twice
   */
  public static HostCut parse(String text) {
    Map<String, Long> lsns = new TreeMap<>();
    for (String part : text.split(",", -1)) {
      int equals = part.indexOf('=');
      String host = part.substring(0, equals);
      if (lsns.put(host, Long.parseLong(part.substring(equals + 1))) != null) {
        throw ErrorCode.BAD_REQUEST.exception(
            "as-of names the host " + host + " twice; give it one LSN: " + text);
      }
    }
    return new HostCut(lsns);
  }

  /** Returns the text that {@link #parse} accepts, ordered by host. */
  public String text() {
    return new TreeMap<>(lsns)
        .entrySet().stream()
            .map(each -> each.getKey() + "=" + each.getValue())
            .collect(Collectors.joining(","));
  }
}
