// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.content;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.pattern.Glob;
import org.colophon.core.spi.inspect.JsonText;
import org.colophon.reporters.replay.syscall.StringList;

/**
 * Selects the environment variables of programs that are recorded, by patterns of their names. By
 * default, none are recorded, since environments contain secrets. Immutable.
 */
public final class WantedVariables {
  /** Type of the extended record with the variables of a program. */
  public static final String TYPE = "environment";

  /** Selects no variables. */
  public static final WantedVariables NONE = new WantedVariables(List.of());

  private final List<Glob> names;

  private WantedVariables(List<Glob> names) {
    this.names = names;
  }

  /**
   * Selects variables whose names match a pattern. Throws BAD_REQUEST for a pattern that no name
   * can match.
   */
  public static WantedVariables of(List<String> globs) {
    for (String glob : globs) {
      if (glob.isBlank() || glob.contains("/") || glob.contains("=")) {
        throw ErrorCode.BAD_REQUEST.exception(
            "\"" + glob + "\" is not a pattern of variables, such as PATH, LC_* or *");
      }
    }
    return new WantedVariables(globs.stream().map(glob -> Glob.of(glob.strip())).toList());
  }

  /** Returns whether no variables are selected. */
  public boolean isEmpty() {
    return names.isEmpty();
  }

  /**
   * Returns the selected variables of a program as JSON.
   *
   * @param environment all variables
   */
  public Bytes json(StringList environment) {
    Map<String, String> variables = new TreeMap<>();
    Set<String> cut = new TreeSet<>();
    for (int i = 0; i < environment.texts().size(); i++) {
      add(variables, cut, environment.texts().get(i).toString(), environment.cut().get(i));
    }
    JsonText json = new JsonText().open('{').name("variables").open('{');
    variables.forEach(json::field);
    json.close('}');
    if (!cut.isEmpty()) {
      json.name("cut").open('[');
      cut.forEach(json::value);
      json.close(']');
    }
    if (environment.hasMore() || !environment.isShown()) {
      json.field("isIncomplete", true);
    }
    return Bytes.of(json.close('}').toString());
  }

  /** Adds a variable. If several have the same name, the first one counts, as in programs. */
  private void add(Map<String, String> variables, Set<String> cut, String text, boolean isCut) {
    int equals = text.indexOf('=');
    if (equals <= 0) {
      return;
    }
    String name = text.substring(0, equals);
    Bytes bytes = Bytes.of(name);
    boolean isWanted = names.stream().anyMatch(glob -> glob.matches(bytes));
    if (isWanted && variables.putIfAbsent(name, text.substring(equals + 1)) == null && isCut) {
      cut.add(name);
    }
  }
}
