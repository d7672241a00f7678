// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.filter;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.files.Accounts;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.pattern.Glob;
import org.jspecify.annotations.Nullable;

/**
 * One rule, such as {@code process=ssh}.
 *
 * @param sort the attribute that it tests
 * @param glob the values that match
 * @param uid another value that matches: the id of a named user; null for none
 */
record Rule(Sort sort, Glob glob, @Nullable Bytes uid) {
  static final Bytes ROOT = Bytes.of("/");
  private static final String USER_LABEL = "user ";
  private static final byte[] SCHEME_END = {':', '/', '/'};

  /** Attributes that rules test. */
  enum Sort {
    PATH,
    PROCESS,
    PID,
    USER,
    HOST,
    KIND
  }

  static Rule parse(String text) {
    if (text.isEmpty()) {
      throw refused(text, "it is empty");
    }
    int equals = text.indexOf('=');
    boolean isPath = equals < 0 || !text.substring(0, equals).matches("[a-z-]+");
    Sort sort = isPath ? Sort.PATH : sort(text, text.substring(0, equals));
    String value = isPath ? text : text.substring(equals + 1);
    if (value.isEmpty()) {
      throw refused(text, "it has no value");
    }
    switch (sort) {
      case PID -> require(value.matches("[1-9][0-9]{0,9}"), text, "a pid is a number");
      case KIND -> requireKind(text, value);
      default -> {}
    }
    return new Rule(sort, Glob.of(value), sort == Sort.USER ? uid(value) : null);
  }

  private static Sort sort(String text, String word) {
    return Arrays.stream(Sort.values())
        .filter(each -> lower(each).equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                refused(
                    text,
                    "there is no "
                        + word
                        + "=; known are path=, process=, pid=, user=, host= and kind="));
  }

  private static void requireKind(String text, String value) {
    String kinds =
        Arrays.stream(ObjectKind.values())
            .filter(each -> each != ObjectKind.AGENT)
            .map(Rule::lower)
            .collect(Collectors.joining(", "));
    require(Arrays.asList(kinds.split(", ")).contains(value), text, "the kinds are " + kinds);
  }

  private static void require(boolean condition, String text, String reason) {
    if (!condition) {
      throw refused(text, reason);
    }
  }

  private static ColophonException refused(String text, String reason) {
    return ErrorCode.BAD_REQUEST.exception(
        "the capture rule '%s' is invalid: %s".formatted(text, reason));
  }

  /** Returns the id of a local user, null if the name may belong to another source. */
  private static @Nullable Bytes uid(String name) {
    Optional<String> uid = Accounts.read(Path.of("/etc/passwd")).uid(name);
    return uid.map(Bytes::of).orElse(null);
  }

  private static String lower(Enum<?> word) {
    return word.name().toLowerCase(Locale.ROOT);
  }

  boolean matches(Bytes value) {
    return glob.matches(value) || value.equals(uid);
  }

  // --- values ---

  static Bytes word(ObjectKind kind) {
    return Bytes.of(lower(kind));
  }

  /** Returns the user of an agent's label: {@code user 1000}, or a name of another source. */
  static Bytes userOf(Bytes label) {
    Bytes prefix = Bytes.of(USER_LABEL);
    return label.startsWith(prefix) ? label.slice(prefix.length(), label.length()) : label;
  }

  /** Returns the host of a name such as {@code tcp://[::1]:80}; empty if it has none. */
  static Bytes hostOfName(Bytes name) {
    int colon = name.indexOf(':', 0);
    int from = colon + SCHEME_END.length;
    if (colon <= 0 || from > name.length() || !name.isAt(colon, from, SCHEME_END, 0)) {
      return Bytes.EMPTY;
    }
    int slash = name.indexOf('/', from);
    int end = slash < 0 ? name.length() : slash;
    boolean isBracketed = from < end && name.at(from) == '[';
    int close = name.indexOf(isBracketed ? ']' : ':', from);
    int to = close < 0 || close > end ? end : close;
    return name.slice(isBracketed ? from + 1 : from, to);
  }

  /** Returns the machine id in an identity of a process, file or user; empty if it has none. */
  static Bytes hostOfIdentity(Bytes identity) {
    int form = identity.indexOf(0, 0);
    int end = form < 0 ? -1 : identity.indexOf(0, form + 1);
    return end < 0 ? Bytes.EMPTY : identity.slice(form + 1, end);
  }
}
