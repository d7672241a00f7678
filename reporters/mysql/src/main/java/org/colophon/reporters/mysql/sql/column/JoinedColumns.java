package org.colophon.reporters.mysql.sql.column;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.SQLName;
import com.alibaba.druid.sql.ast.statement.SQLJoinTableSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.model.TableName;

/**
 * The columns of a join. USING and NATURAL give those first that both sides have, each once, as the
 * left side has it, or in a RIGHT JOIN the right; then the others of that side, then of the other.
 */
final class JoinedColumns {
  private final boolean isNatural;
  private final List<Bytes> using = new ArrayList<>();
  private final List<OutputColumn> main;
  private final List<OutputColumn> other;
  private final boolean isRight;

  JoinedColumns(SQLJoinTableSource join, List<OutputColumn> left, List<OutputColumn> right) {
    isNatural = join.isNatural();
    for (SQLExpr column : join.getUsing()) {
      if (column instanceof SQLName) {
        using.add(ParserNames.column((SQLName) column));
      }
    }
    isRight =
        switch (join.getJoinType()) {
          case RIGHT_OUTER_JOIN, NATURAL_RIGHT_JOIN -> isNatural || !using.isEmpty();
          default -> false;
        };
    main = isRight ? right : left;
    other = isRight ? left : right;
  }

  /** In their order; where a column is named without a table, the scope learns which is meant. */
  List<OutputColumn> outputs(ColumnScope scope) {
    if (isNatural && (OutputColumns.haveStar(main) || OutputColumns.haveStar(other))) {
      List<OutputColumn> all = new ArrayList<>(main);
      all.addAll(other);
      return List.of(OutputColumns.jumble(all));
    }
    List<OutputColumn> shared = shared();
    shared.forEach(scope::share);
    return OutputColumns.joined(main, other, shared);
  }

  private List<OutputColumn> shared() {
    List<OutputColumn> shared = new ArrayList<>();
    Set<Bytes> left = new LinkedHashSet<>(using);
    for (OutputColumn output : main) {
      boolean isShared =
          isNatural
              ? other.stream().anyMatch(one -> one.name().equals(output.name()))
              : left.remove(output.name());
      if (isShared) {
        shared.add(output);
      }
    }
    left.forEach(column -> hidden(column).ifPresent(shared::add));
    return shared;
  }

  /** The column as one side has it that is not known to have it. */
  private Optional<OutputColumn> hidden(Bytes column) {
    Relation first = new Relation(Bytes.EMPTY, TableName.NONE, main);
    Relation second = new Relation(Bytes.EMPTY, TableName.NONE, other);
    return first.hidden(column).or(() -> second.column(column)).or(() -> second.hidden(column));
  }
}
