// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.filter;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.filter.CaptureFilter;
import org.jspecify.annotations.Nullable;

/**
 * Include and exclude rules of a user. Each sort of rule (paths, programs and others) applies to
 * subjects of its sort: rules of paths never leave out a pipe, which has no path. A subject is
 * recorded if no rule excludes it. If its sort has rules that include, one of them must match.
 * Immutable; equal rules are equal.
 */
public final class CaptureRules implements CaptureFilter {
  public static final CaptureRules NONE = new CaptureRules(List.of(), List.of());

  private final List<String> include;
  private final List<String> exclude;
  private final Map<Rule.Sort, List<Rule>> included;
  private final Map<Rule.Sort, List<Rule>> excluded;

  private CaptureRules(List<String> include, List<String> exclude) {
    this.include = List.copyOf(include);
    this.exclude = List.copyOf(exclude);
    this.included = compiled(include);
    this.excluded = compiled(exclude);
  }

  /**
   * Compiles rules: globs of paths, {@code process=GLOB}, {@code pid=N}, {@code user=NAME}, {@code
   * host=GLOB} and {@code kind=WORD}.
   *
   * @throws org.colophon.core.error.ColophonException BAD_REQUEST for an invalid rule
   */
  public static CaptureRules of(List<String> include, List<String> exclude) {
    return include.isEmpty() && exclude.isEmpty() ? NONE : new CaptureRules(include, exclude);
  }

  private static Map<Rule.Sort, List<Rule>> compiled(List<String> texts) {
    Map<Rule.Sort, List<Rule>> rules = new EnumMap<>(Rule.Sort.class);
    for (String text : texts) {
      Rule rule = Rule.parse(text);
      rules.computeIfAbsent(rule.sort(), sort -> new ArrayList<>()).add(rule);
    }
    return rules;
  }

  public List<String> include() {
    return include;
  }

  public List<String> exclude() {
    return exclude;
  }

  public boolean isEmpty() {
    return include.isEmpty() && exclude.isEmpty();
  }

  private boolean leavesOut(Rule.Sort sort, Bytes value) {
    List<Rule> wanted = included.get(sort);
    return matches(excluded.get(sort), value) || (wanted != null && !matches(wanted, value));
  }

  private static boolean matches(@Nullable List<Rule> rules, Bytes value) {
    if (rules != null) {
      for (Rule each : rules) {
        if (each.matches(value)) {
          return true;
        }
      }
    }
    return false;
  }

  @Override
  public boolean excludesProcess(ProcessDeclaration declaration) {
    return leavesOut(Rule.Sort.PROCESS, declaration.executable())
        || (declaration.pid() != 0
            && leavesOut(Rule.Sort.PID, Bytes.of(Long.toString(declaration.pid()))))
        || isOnHostLeftOut(Rule.hostOfIdentity(declaration.identity()));
  }

  @Override
  public boolean excludesObject(ObjectDeclaration declaration) {
    if (declaration.kind() == ObjectKind.AGENT) {
      return leavesOut(Rule.Sort.USER, Rule.userOf(declaration.label()));
    }
    return leavesOut(Rule.Sort.KIND, Rule.word(declaration.kind()))
        || isOnHostLeftOut(Rule.hostOfIdentity(declaration.identity()));
  }

  @Override
  public boolean excludesName(Bytes name) {
    if (name.startsWith(Rule.ROOT)) {
      return leavesOut(Rule.Sort.PATH, name);
    }
    return matches(excluded.get(Rule.Sort.PATH), name) || isOnHostLeftOut(Rule.hostOfName(name));
  }

  private boolean isOnHostLeftOut(Bytes host) {
    return !host.isEmpty() && leavesOut(Rule.Sort.HOST, host);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof CaptureRules rules
        && include.equals(rules.include)
        && exclude.equals(rules.exclude);
  }

  @Override
  public int hashCode() {
    return Objects.hash(include, exclude);
  }

  @Override
  public String toString() {
    return "include " + include + " exclude " + exclude;
  }
}
