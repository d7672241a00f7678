// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Recognizes names and texts that suggest a secret. */
public final class SecretNames {
  /** Default parts of names. */
  public static final String USUAL =
      "pass,pwd,pw,pin,secret,token,key,cred,auth,dsn,bearer,identified,private";

  /** Maximum length of a short part. Short parts often occur within other words. */
  private static final int MAX_SHORT_LENGTH = 3;

  /**
   * User and password before a host, as in {@code mysql://app:secret@db}. The length limit makes
   * the time linear.
   */
  private static final String HOST_PASSWORD = "\\w:[^@\\s]{1,256}+@";

  private final Pattern pattern;

  private SecretNames(List<String> parts) {
    String any = parts.stream().map(SecretNames::pattern).collect(Collectors.joining("|"));
    pattern = Pattern.compile(HOST_PASSWORD + (any.isEmpty() ? "" : "|" + any));
  }

  /** Parses a list separated by commas, in any case. */
  public static SecretNames of(String list) {
    return new SecretNames(
        List.of(list.toLowerCase(Locale.ROOT).split(",")).stream()
            .map(String::strip)
            .filter(part -> !part.isEmpty())
            .toList());
  }

  /**
   * Returns the pattern of a part. A short part matches only at the beginning or end of a word:
   * {@code pin} matches {@code cardPin}, but not {@code shipping}.
   */
  private static String pattern(String part) {
    String quoted = "(?i:" + Pattern.quote(part) + ")";
    if (part.length() > MAX_SHORT_LENGTH) {
      return quoted;
    }
    String capital = part.substring(0, 1).toUpperCase(Locale.ROOT) + part.substring(1);
    return "(?<![a-zA-Z])" + quoted + "|" + quoted + "(?![a-zA-Z])|" + Pattern.quote(capital);
  }

  /** Returns whether bytes suggest a secret. */
  boolean matches(byte[] text, int from, int to) {
    return pattern.matcher(new String(text, from, to - from, StandardCharsets.ISO_8859_1)).find();
  }
}
