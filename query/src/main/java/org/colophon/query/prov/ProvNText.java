// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.prov;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.colophon.core.model.Bytes;
import org.jspecify.annotations.Nullable;

/** Names, literals and times in the syntax of PROV-N. */
final class ProvNText {
  private static final Pattern TIME =
      Pattern.compile(
          "-?[0-9]{4,9}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?"
              + "(Z|[-+][0-9]{2}:[0-9]{2})?");

  private static final Pattern ESCAPED = Pattern.compile("%[0-9A-Fa-f]{2}");

  private ProvNText() {}

  /** Returns an argument of a relation; empty if it is absent, or a time in another form. */
  static String argument(String name, @Nullable JsonNode value) {
    if (value == null) {
      return "";
    }
    String text = value.isObject() ? value.path("$").asText() : value.asText();
    if (!name.equals("prov:time")) {
      return text.isEmpty() ? "" : name(text);
    }
    return isTime(text) ? text : "";
  }

  /** Returns whether a text is an xsd:dateTime. */
  static boolean isTime(String text) {
    return TIME.matcher(text).matches();
  }

  /**
   * Returns a qualified name. PROV-N has no blank nodes, so a blank name becomes a name of the
   * document.
   */
  static String name(String name) {
    int colon = name.indexOf(':');
    String prefix = name.substring(0, colon + 1);
    String local = name.substring(colon + 1);
    StringBuilder text = new StringBuilder(prefix.equals("_:") ? "record:" : prefix);
    for (int i = 0; i < local.length(); i += Character.charCount(local.codePointAt(i))) {
      int c = local.codePointAt(i);
      boolean isEdge = i == 0 || i == local.length() - 1;
      if (Character.isLetterOrDigit(c) || "_/@~&+*?#$!".indexOf(c) >= 0) {
        text.appendCodePoint(c);
      } else if ("=',:;()[]".indexOf(c) >= 0 || (isEdge && "-.".indexOf(c) >= 0)) {
        text.append('\\').appendCodePoint(c);
      } else if ("-.".indexOf(c) >= 0
          || ESCAPED.matcher(local).region(i, local.length()).lookingAt()) {
        text.appendCodePoint(c);
      } else {
        percent(text, c);
      }
    }
    return text.toString();
  }

  /** Returns an IRI without the characters that end one in PROV-N. */
  static String iri(String iri) {
    StringBuilder text = new StringBuilder();
    iri.codePoints()
        .forEach(
            c -> {
              if (c <= ' ' || Character.isISOControl(c) || "<>\"{}|^`\\".indexOf(c) >= 0) {
                percent(text, c);
              } else {
                text.appendCodePoint(c);
              }
            });
    return text.toString();
  }

  private static void percent(StringBuilder text, int c) {
    for (byte each : Character.toString(c).getBytes(StandardCharsets.UTF_8)) {
      text.append('%').append(String.format("%02X", each));
    }
  }

  /** Returns the value of an attribute, in the form of PROV-JSON, as a literal. */
  static String literal(JsonNode value) {
    ProvLiteral literal = ProvLiteral.of(value);
    if (literal.isName()) {
      return "'" + name(literal.text()) + "'";
    }
    if (!literal.language().isEmpty()) {
      return quote(literal.text()) + "@" + literal.language();
    }
    return quote(literal.text()) + (literal.type().isEmpty() ? "" : " %% " + name(literal.type()));
  }

  /**
   * Returns a string literal on one line. Shows a character that controls a terminal as Colophon
   * does elsewhere.
   */
  static String quote(String text) {
    boolean isPrintable = text.chars().allMatch(c -> c >= ' ' && c <= '~');
    String escaped =
        (isPrintable ? text : display(text)).replace("\\", "\\\\").replace("\"", "\\\"");
    return '"' + escaped.replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t") + '"';
  }

  private static String display(String text) {
    return text.codePoints()
        .mapToObj(Character::toString)
        .map(c -> "\n\r\t\\".contains(c) ? c : Bytes.of(c).display())
        .collect(Collectors.joining());
  }
}
