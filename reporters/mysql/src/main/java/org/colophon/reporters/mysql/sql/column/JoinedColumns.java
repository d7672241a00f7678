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
 * Columns of a join. USING and NATURAL give the shared columns first and once, from the left side,
 * or from the right side in a RIGHT JOIN. The other columns of both sides follow.
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

  /** Columns in their order. The scope learns the shared ones. */
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

  /** Column of a side whose columns are not known. */
  private Optional<OutputColumn> hidden(Bytes column) {
    Relation first = new Relation(Bytes.EMPTY, TableName.NONE, main);
    Relation second = new Relation(Bytes.EMPTY, TableName.NONE, other);
    return first.hidden(column).or(() -> second.column(column)).or(() -> second.hidden(column));
  }
}
