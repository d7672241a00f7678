// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.cypher;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.colophon.core.spi.cypher.CypherResult;
import org.neo4j.graphdb.ExecutionPlanDescription;

/** Writes a plan as rows: the final operator first, its inputs indented below. */
final class PlanRows {
  private static final List<String> EXPLAINED = List.of("operator", "details", "estimatedRows");
  private static final List<String> PROFILED =
      List.of("operator", "details", "estimatedRows", "rows", "dbHits");

  private final CypherResult result;

  PlanRows(CypherResult result) {
    this.result = result;
  }

  void write(ExecutionPlanDescription plan) {
    result.columns(plan.hasProfilerStatistics() ? PROFILED : EXPLAINED);
    write(plan, 0);
  }

  private boolean write(ExecutionPlanDescription plan, int depth) {
    if (!result.row(row(plan, depth))) {
      return false;
    }
    for (ExecutionPlanDescription child : plan.getChildren()) {
      if (!write(child, depth + 1)) {
        return false;
      }
    }
    return true;
  }

  private static List<Object> row(ExecutionPlanDescription plan, int depth) {
    var arguments = plan.getArguments();
    List<Object> row = new ArrayList<>(Arrays.asList("  ".repeat(depth) + plan.getName()));
    row.add(CypherValues.of(arguments.get("Details")));
    row.add(CypherValues.of(arguments.get("EstimatedRows")));
    if (plan.hasProfilerStatistics()) {
      row.add(plan.getProfilerStatistics().getRows());
      row.add(plan.getProfilerStatistics().getDbHits());
    }
    return row;
  }
}
