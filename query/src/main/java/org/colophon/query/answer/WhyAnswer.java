// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.answer;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.colophon.query.across.HostScope;
import org.colophon.query.across.HostTarget;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.NodeType;
import org.colophon.query.api.Root;
import org.colophon.query.content.ContentSources;
import org.colophon.query.engine.LineageEngine;
import org.colophon.query.format.NodeText;
import org.colophon.query.report.Explanation;
import org.colophon.query.target.Target;
import org.colophon.query.text.DisplayText;
import org.jspecify.annotations.Nullable;

/**
 * Finds the shortest chains from an effect to its causes.
 *
 * @param limit the maximum number of nodes
 */
record WhyAnswer(
    Answers answers, LineageEngine engine, HostScope scope, LineageFilter filter, int limit) {
  /**
   * Returns chains on the effect's host, or else those that cross hosts.
   *
   * @param there causes on other hosts
   * @param remarks gets remarks about the search
   */
  List<Explanation> chains(
      Target effect, List<Target> causes, List<HostTarget> there, int count, List<String> remarks) {
    List<Explanation> found = engine.why(query(List.of(effect)), Target.roots(causes), count);
    if (!found.get(0).isFound()) {
      found = scope.chains(query(List.of(effect)), Target.roots(causes), there, count);
      remarks.addAll(HostScope.remarks(found.get(0).summary().hosts()));
    }
    if (found.get(0).isUncertain()) {
      remarks.add(
          "the search ended at %d nodes, so there may be a chain beyond them; a larger limit searches further"
              .formatted(found.get(0).summary().nodes()));
    }
    return found;
  }

  /**
   * Returns remarks about other relations of an effect without a chain to its causes.
   *
   * @param contents finds inputs that have the content of a cause; null to omit them
   */
  List<String> insteadOfChain(
      Target effect, List<Target> causes, @Nullable ContentSources contents) {
    List<String> remarks = new ArrayList<>();
    List<Root> effects = Target.roots(List.of(effect));
    if (engine.why(query(causes), effects, 1).get(0).isFound()) {
      remarks.add(
          "the influence has the opposite direction: try colophon why %s %s"
              .formatted(DisplayText.text(causes.get(0).text()), DisplayText.text(effect.text())));
    }
    if (contents != null) {
      Set<Long> objects =
          Target.roots(causes).stream()
              .filter(each -> each.type() == NodeType.OBJECT)
              .map(Root::id)
              .collect(Collectors.toSet());
      contents.inputsFrom(objects, engine.collect(query(List.of(effect)))).stream()
          .map(each -> NodeText.title(each, answers.options().directory()))
          .map(
              name ->
                  name + " has the content that the cause had before (by content, not observed)")
          .forEach(remarks::add);
    }
    return remarks;
  }

  private LineageQuery query(List<Target> targets) {
    return filter.applyHidden(answers.query(targets).maxNodes(limit)).build();
  }
}
