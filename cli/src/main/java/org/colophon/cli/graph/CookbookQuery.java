// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.graph;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.colophon.core.error.ErrorCode;
import org.colophon.query.text.DisplayText;

/**
 * A named query of the Cypher cookbook. The resource {@code cookbook.cypher} contains all queries.
 * A test compares it with docs/how-to/cypher-cookbook.md, which explains them.
 *
 * @param parameters an example of each parameter, in the order of the statement's first lines
 */
record CookbookQuery(
    String name, String question, String statement, Map<String, String> parameters) {
  private static final String RESOURCE = "cookbook.cypher";
  private static final Pattern ENTRY =
      Pattern.compile("(?ms)^// == ([a-z-]+)\\n// ([^\\n]+)\\n(.*?)(?=^// == |\\z)");
  private static final Pattern PARAMETER = Pattern.compile("(?m)^// (\\w+)=(.*)$");

  /** Returns all queries, in the order of the cookbook. */
  static List<CookbookQuery> all() {
    List<CookbookQuery> all = new ArrayList<>();
    Matcher entry = ENTRY.matcher(resource());
    while (entry.find()) {
      String statement = entry.group(3).strip() + "\n";
      all.add(new CookbookQuery(entry.group(1), entry.group(2), statement, parameters(statement)));
    }
    return all;
  }

  private static String resource() {
    try (InputStream input = CookbookQuery.class.getResourceAsStream(RESOURCE)) {
      return new String(input.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, String> parameters(String statement) {
    Map<String, String> parameters = new LinkedHashMap<>();
    Matcher each = PARAMETER.matcher(statement);
    while (each.find()) {
      parameters.put(each.group(1), each.group(2));
    }
    return parameters;
  }

  /** Returns a query by name. If the name is unknown, the error lists all names. */
  static CookbookQuery named(String name) {
    List<CookbookQuery> all = all();
    return all.stream()
        .filter(each -> each.name.equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                ErrorCode.BAD_REQUEST.exception(
                    "there is no question '%s'; use one of %s"
                        .formatted(
                            DisplayText.text(name),
                            all.stream()
                                .map(CookbookQuery::name)
                                .collect(Collectors.joining(", ")))));
  }

  /** Returns whether a parameter is a path, given its example. */
  boolean isPath(String parameter) {
    return Objects.requireNonNull(parameters.get(parameter)).startsWith("/");
  }

  /** Returns the usage: the query's name, and its parameters in capitals. */
  String usage() {
    return parameters.keySet().stream()
        .map(parameter -> " " + parameter.toUpperCase(Locale.ROOT))
        .collect(Collectors.joining("", name, ""));
  }
}
