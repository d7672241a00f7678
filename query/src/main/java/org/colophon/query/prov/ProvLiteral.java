// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.prov;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.regex.Pattern;

/**
 * A value of an attribute.
 *
 * @param type name of the datatype; empty for a string, and for text with a language
 * @param language tag of the language; empty if there is none
 */
record ProvLiteral(String text, String type, String language) {
  private static final Pattern LANGUAGE = Pattern.compile("[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*");

  /** Returns a value in the form of PROV-JSON, which is no array. */
  static ProvLiteral of(JsonNode value) {
    if (value.isObject()) {
      String language = value.path("lang").asText();
      boolean isTagged = LANGUAGE.matcher(language).matches();
      String type = isTagged ? "" : value.path("type").asText();
      return new ProvLiteral(value.path("$").asText(), type, isTagged ? language : "");
    }
    if (value.isTextual() || value.isNull()) {
      return new ProvLiteral(value.asText(), "", "");
    }
    String number = value.isIntegralNumber() ? "xsd:integer" : "xsd:double";
    String type = value.isBoolean() ? "xsd:boolean" : value.isInt() ? "xsd:int" : number;
    return new ProvLiteral(value.asText(), type, "");
  }

  /** Returns whether the text is a qualified name. */
  boolean isName() {
    return Namespaces.isName(type);
  }
}
