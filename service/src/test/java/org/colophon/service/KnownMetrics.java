// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Metrics that services expose. Finds unknown names and labels in expressions of PromQL. */
final class KnownMetrics {
  private static final Pattern SAMPLE = Pattern.compile("([a-z]\\w*)(?:\\{(.*)})? \\S+");
  private static final Pattern LABEL = Pattern.compile("(\\w+)(=~|!~|!=|=)\"([^\"]*)\"");
  private static final Pattern GROUPING =
      Pattern.compile("\\b(?:by|without|on|ignoring) *\\(([^)]*)\\)");

  /** A name with its label matchers. A function, a duration and a variable do not match. */
  private static final Pattern SELECTOR =
      Pattern.compile("(?<![\\w$])([a-zA-Z_]\\w*+)(?:\\{([^}]*)})?+(?! *\\()");

  private static final Set<String> KEYWORDS = Set.of("and", "or", "unless", "offset");

  /** Labels that Prometheus adds. */
  private static final Set<String> TARGET_LABELS = Set.of("instance", "job");

  /** For each metric, its labels with their values. */
  private final Map<String, Map<String, Set<String>>> labels = new HashMap<>();

  KnownMetrics() {
    labels.put("up", Map.of()); // Prometheus itself records it
  }

  /** Adds the samples of an answer of {@code /metrics}. */
  void add(String exposition) {
    for (String line : exposition.lines().filter(each -> !each.startsWith("#")).toList()) {
      Matcher sample = SAMPLE.matcher(line);
      if (!sample.matches()) {
        throw new AssertionError("not a sample: " + line);
      }
      Map<String, Set<String>> known =
          labels.computeIfAbsent(sample.group(1), name -> new HashMap<>());
      for (Label each : labels(sample.group(2))) {
        known.computeIfAbsent(each.name(), name -> new HashSet<>()).add(each.value());
      }
    }
  }

  private record Label(String name, String operator, String value) {}

  private static List<Label> labels(String text) {
    List<Label> all = new ArrayList<>();
    Matcher label = LABEL.matcher(text == null ? "" : text);
    while (label.find()) {
      all.add(new Label(label.group(1), label.group(2), label.group(3)));
    }
    return all;
  }

  /**
   * Returns the unknown parts of an expression.
   *
   * @param shownLabels labels that a legend or a message uses
   */
  List<String> problems(String expression, Set<String> shownLabels) {
    List<String> found = new ArrayList<>();
    Set<String> usable = new HashSet<>(TARGET_LABELS);
    Set<String> used = new HashSet<>(shownLabels);
    Matcher grouping = GROUPING.matcher(expression);
    while (grouping.find()) {
      used.addAll(List.of(grouping.group(1).split(" *, *")));
    }
    Matcher selector = SELECTOR.matcher(grouping.replaceAll(""));
    int metrics = 0;
    while (selector.find()) {
      String name = selector.group(1);
      if (!KEYWORDS.contains(name)) {
        metrics++;
        found.addAll(problems(name, labels(selector.group(2))));
        usable.addAll(labels.getOrDefault(name, Map.of()).keySet());
      }
    }
    if (metrics == 0) {
      found.add("no metric in " + expression);
    }
    used.removeAll(usable);
    used.forEach(each -> found.add("label " + each));
    return found;
  }

  private List<String> problems(String name, List<Label> matchers) {
    Map<String, Set<String>> known = labels.get(name);
    if (known == null) {
      return List.of("metric " + name);
    }
    return matchers.stream()
        .filter(each -> !TARGET_LABELS.contains(each.name()))
        .filter(each -> !isKnown(each, known.getOrDefault(each.name(), Set.of())))
        .map(each -> "label " + each.name() + each.operator() + each.value() + " of " + name)
        .toList();
  }

  private static boolean isKnown(Label matcher, Set<String> values) {
    return matcher.operator().equals("=") ? values.contains(matcher.value()) : !values.isEmpty();
  }
}
