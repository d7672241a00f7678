// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.answer;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.colophon.core.error.ErrorCode;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageNode;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.engine.LineageEngine;
import org.colophon.query.format.LeftOut;
import org.colophon.query.format.NodeText;
import org.colophon.query.text.DisplayText;
import org.colophon.query.text.TextTable;

/** Finds the nodes that are in several lineages. The nearest are first. */
record CommonAnswer(LineageEngine engine, AnswerStyle style) {
  private record Common(LineageNode node, List<Integer> depths) {
    int distance() {
      return depths.stream().mapToInt(Integer::intValue).sum();
    }
  }

  private record Shown(String id, String type, String name, List<Integer> depths) {}

  private record AllShown(List<Shown> common, boolean complete) {}

  Answer answer(List<String> texts, List<LineageQuery> queries, List<String> more) {
    if (queries.size() < 2) {
      throw ErrorCode.BAD_REQUEST.exception(
          "a common origin needs two targets or more; name another one");
    }
    List<Lineage> lineages = queries.stream().map(engine::collect).toList();
    List<Common> common = common(lineages);
    Set<String> remarks = new LinkedHashSet<>();
    if (common.isEmpty()) {
      remarks.add("nothing is known that " + String.join(", ", display(texts)) + " have in common");
    }
    lineages.forEach(lineage -> remarks.addAll(LeftOut.of(lineage)));
    remarks.addAll(more);
    boolean isComplete =
        lineages.stream()
            .map(Lineage::summary)
            .noneMatch(summary -> summary.isCutOff() || summary.isIncomplete());
    return Answer.of(
        style,
        !common.isEmpty(),
        List.copyOf(remarks),
        "common",
        () -> new AllShown(common.stream().map(this::display).toList(), isComplete),
        out -> table(common).print(out, style.widthColumns()));
  }

  private static List<Common> common(List<Lineage> lineages) {
    List<Map<String, Integer>> depths = new ArrayList<>();
    for (Lineage lineage : lineages) {
      Map<String, Integer> ofOne = new HashMap<>();
      lineage.nodes().forEach(node -> ofOne.put(node.key(), node.depth()));
      depths.add(ofOne);
    }
    return lineages.get(0).nodes().stream()
        .filter(node -> depths.stream().allMatch(each -> each.containsKey(node.key())))
        .map(node -> new Common(node, depths.stream().map(each -> each.get(node.key())).toList()))
        .sorted(
            Comparator.comparingInt(Common::distance)
                .thenComparing(each -> each.node().isProcess())
                .thenComparing(each -> each.node().id())
                .thenComparing(each -> each.node().version()))
        .toList();
  }

  private static List<String> display(List<String> texts) {
    return texts.stream().map(DisplayText::text).toList();
  }

  private Shown display(Common common) {
    LineageNode node = common.node();
    String type = node.isProcess() ? "process" : "object";
    return new Shown(node.key(), type, NodeText.title(node, ""), common.depths());
  }

  private TextTable table(List<Common> all) {
    TextTable table = new TextTable("steps", "id", "name");
    for (Common each : all) {
      table.row(
          each.depths().stream().map(String::valueOf).collect(Collectors.joining(" ")),
          each.node().key(),
          NodeText.title(each.node(), style.directory().toString()));
    }
    return table;
  }
}
