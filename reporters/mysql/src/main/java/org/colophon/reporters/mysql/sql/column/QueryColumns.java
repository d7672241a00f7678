package org.colophon.reporters.mysql.sql.column;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.SQLName;
import com.alibaba.druid.sql.ast.expr.SQLAllColumnExpr;
import com.alibaba.druid.sql.ast.expr.SQLMethodInvokeExpr;
import com.alibaba.druid.sql.ast.expr.SQLPropertyExpr;
import com.alibaba.druid.sql.ast.expr.SQLQueryExpr;
import com.alibaba.druid.sql.ast.statement.SQLExprTableSource;
import com.alibaba.druid.sql.ast.statement.SQLJoinTableSource;
import com.alibaba.druid.sql.ast.statement.SQLSelect;
import com.alibaba.druid.sql.ast.statement.SQLSelectItem;
import com.alibaba.druid.sql.ast.statement.SQLSelectQuery;
import com.alibaba.druid.sql.ast.statement.SQLSelectQueryBlock;
import com.alibaba.druid.sql.ast.statement.SQLSubqueryTableSource;
import com.alibaba.druid.sql.ast.statement.SQLTableSource;
import com.alibaba.druid.sql.ast.statement.SQLUnionQuery;
import com.alibaba.druid.sql.ast.statement.SQLUnionQueryTableSource;
import com.alibaba.druid.sql.ast.statement.SQLWithSubqueryClause;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.model.TableName;

/** Finds the columns of a query and their source columns. */
final class QueryColumns {
  /** Limit for nested queries that repeat work. */
  private static final int MAX_QUERIES = 10_000;

  private final Function<TableName, List<Bytes>> known;
  private final ParserNames names;
  private int queries;

  /**
   * @param known columns of a table in their order, empty if they are not known
   */
  QueryColumns(Function<TableName, List<Bytes>> known, ParserNames names) {
    this.known = known;
    this.names = names;
  }

  /** Columns of a query in their order. */
  List<OutputColumn> outputs(SQLSelect select, ColumnScope outer) {
    ColumnScope scope = outer.inner();
    define(select.getWithSubQuery(), scope);
    return outputs(select.getQuery(), scope);
  }

  private List<OutputColumn> outputs(SQLSelectQuery query, ColumnScope outer) {
    if (query instanceof SQLSelectQueryBlock) {
      return block((SQLSelectQueryBlock) query, outer);
    }
    if (query instanceof SQLUnionQuery) {
      return union((SQLUnionQuery) query, outer);
    }
    return List.of();
  }

  private List<OutputColumn> union(SQLUnionQuery union, ColumnScope outer) {
    List<List<OutputColumn>> branches = new ArrayList<>();
    for (SQLSelectQuery branch : union.getRelations()) {
      branches.add(outputs(branch, outer));
    }
    return OutputColumns.union(branches);
  }

  /** Adds the expressions of a WITH to the scope. */
  void define(SQLWithSubqueryClause with, ColumnScope scope) {
    if (with == null) {
      return;
    }
    for (SQLWithSubqueryClause.Entry entry : with.getEntries()) {
      Bytes name = names.name(entry.getAlias());
      if (Boolean.TRUE.equals(with.getRecursive())) {
        recurse(name, entry, scope);
      } else {
        scope.define(name, renamed(outputs(entry.getSubQuery(), scope), entry.getColumns()));
      }
    }
  }

  /** Repeats a recursive expression until its columns do not change. */
  private void recurse(Bytes name, SQLWithSubqueryClause.Entry entry, ColumnScope scope) {
    List<OutputColumn> before = renamed(first(entry.getSubQuery(), scope), entry.getColumns());
    for (int left = before.size(); left >= 0; left--) {
      scope.define(name, before);
      List<OutputColumn> now = renamed(outputs(entry.getSubQuery(), scope), entry.getColumns());
      scope.define(name, now);
      if (now.equals(before)) {
        return;
      }
      before = now;
    }
  }

  private List<OutputColumn> first(SQLSelect select, ColumnScope scope) {
    SQLSelectQuery query = select.getQuery();
    while (query instanceof SQLUnionQuery) {
      query = ((SQLUnionQuery) query).getRelations().get(0);
    }
    return outputs(query, scope);
  }

  private static List<OutputColumn> renamed(List<OutputColumn> outputs, List<SQLName> columns) {
    if (columns == null || columns.isEmpty()) {
      return outputs;
    }
    List<OutputColumn> renamed = new ArrayList<>();
    List<OutputColumn> each = OutputColumns.spread(outputs, columns.size());
    for (int i = 0; i < each.size(); i++) {
      boolean isNamed = i < columns.size();
      renamed.add(isNamed ? each.get(i).as(ParserNames.column(columns.get(i))) : each.get(i));
    }
    return renamed;
  }

  private List<OutputColumn> block(SQLSelectQueryBlock block, ColumnScope outer) {
    queries++;
    if (queries > MAX_QUERIES) {
      throw new ColophonException(ErrorCode.LIMIT_REACHED, "a query of too many queries");
    }
    ColumnScope scope = outer.inner();
    List<OutputColumn> all = from(block.getFrom(), scope);
    List<OutputColumn> outputs = new ArrayList<>();
    for (SQLSelectItem item : block.getSelectList()) {
      item(item, scope, all, outputs);
    }
    return outputs;
  }

  /**
   * Adds the relations of a FROM or of an UPDATE to the scope.
   *
   * @return all their columns in order
   */
  List<OutputColumn> from(SQLTableSource source, ColumnScope scope) {
    if (source == null) {
      return List.of();
    }
    if (source instanceof SQLJoinTableSource) {
      return join((SQLJoinTableSource) source, scope);
    }
    Relation relation = relation(source, scope);
    scope.add(relation);
    return relation.outputs();
  }

  private List<OutputColumn> join(SQLJoinTableSource join, ColumnScope scope) {
    List<OutputColumn> all = new ArrayList<>();
    SQLTableSource first = join.getLeft();
    boolean isList = join.getJoinType() == SQLJoinTableSource.JoinType.COMMA;
    if (!isList && first instanceof SQLJoinTableSource) {
      SQLJoinTableSource list = (SQLJoinTableSource) first;
      if (list.getJoinType() == SQLJoinTableSource.JoinType.COMMA) {
        // A comma binds less than JOIN, contrary to the parser.
        all.addAll(from(list.getLeft(), scope));
        first = list.getRight();
      }
    }
    List<OutputColumn> left = from(first, scope);
    List<OutputColumn> right = from(join.getRight(), scope);
    all.addAll(new JoinedColumns(join, left, right).outputs(scope));
    return all;
  }

  private Relation relation(SQLTableSource source, ColumnScope scope) {
    if (source instanceof SQLExprTableSource) {
      return relation((SQLExprTableSource) source, scope);
    }
    if (source instanceof SQLSubqueryTableSource) {
      SQLSubqueryTableSource derived = (SQLSubqueryTableSource) source;
      List<OutputColumn> outputs = outputs(derived.getSelect(), scope);
      return derived(source, renamed(outputs, derived.getColumns()));
    }
    if (source instanceof SQLUnionQueryTableSource) {
      SQLUnionQueryTableSource derived = (SQLUnionQueryTableSource) source;
      return derived(source, renamed(union(derived.getUnion(), scope), derived.getColumns()));
    }
    return derived(source, List.of(OutputColumn.computed(Set.of())));
  }

  private Relation derived(SQLTableSource source, List<OutputColumn> outputs) {
    Bytes alias = source.getAlias() == null ? Bytes.EMPTY : names.name(source.getAlias());
    return new Relation(alias, TableName.NONE, outputs);
  }

  private Relation relation(SQLExprTableSource source, ColumnScope scope) {
    TableName written = names.qualifier(source.getExpr());
    if (written.isNone()) {
      return function(source, scope);
    }
    Bytes alias = source.getAlias() == null ? written.table() : names.name(source.getAlias());
    Optional<List<OutputColumn>> expression =
        written.database().isEmpty() ? scope.expression(written.table()) : Optional.empty();
    if (expression.isPresent()) {
      return new Relation(alias, TableName.NONE, expression.get());
    }
    TableName table = names.table(source);
    return Relation.of(alias, table, known.apply(table));
  }

  /** LATERAL or JSON_TABLE, which can use relations before them. */
  private Relation function(SQLExprTableSource source, ColumnScope scope) {
    SQLExpr expr = source.getExpr();
    SQLSelect lateral = lateral(expr);
    List<OutputColumn> outputs =
        lateral == null
            ? List.of(OutputColumn.computed(ExpressionColumns.of(expr, this, names, scope)))
            : outputs(lateral, scope);
    return derived(source, renamed(outputs, source.getColumns()));
  }

  private static SQLSelect lateral(SQLExpr expr) {
    if (expr instanceof SQLMethodInvokeExpr) {
      SQLMethodInvokeExpr call = (SQLMethodInvokeExpr) expr;
      boolean isQuery =
          call.getArguments().size() == 1 && call.getArguments().get(0) instanceof SQLQueryExpr;
      if (isQuery && call.getMethodName().equalsIgnoreCase("LATERAL")) {
        return ((SQLQueryExpr) call.getArguments().get(0)).getSubQuery();
      }
    }
    return null;
  }

  private void item(
      SQLSelectItem item, ColumnScope scope, List<OutputColumn> all, List<OutputColumn> outputs) {
    SQLExpr expr = item.getExpr();
    if (expr instanceof SQLAllColumnExpr) {
      star(((SQLAllColumnExpr) expr).getOwner(), scope, all, outputs);
    } else if (expr instanceof SQLPropertyExpr && ((SQLPropertyExpr) expr).getName().equals("*")) {
      star(((SQLPropertyExpr) expr).getOwner(), scope, all, outputs);
    } else {
      outputs.add(output(expr, item.getAlias(), scope));
    }
  }

  private void star(
      SQLExpr owner, ColumnScope scope, List<OutputColumn> all, List<OutputColumn> outputs) {
    if (owner == null) {
      outputs.addAll(all);
    } else {
      TableName qualifier = names.qualifier(owner);
      scope.relation(qualifier).ifPresent(relation -> outputs.addAll(relation.outputs()));
    }
  }

  /** Column of an expression under an alias, or under its own name if that is null. */
  OutputColumn output(SQLExpr expr, String alias, ColumnScope scope) {
    Optional<OutputColumn> column = ExpressionColumns.column(expr, names, scope);
    if (column.isPresent()) {
      return alias == null ? column.get() : column.get().as(ParserNames.column(alias));
    }
    Set<ColumnSource> sources = ExpressionColumns.of(expr, this, names, scope);
    boolean isLiteral = sources.isEmpty();
    ColumnFlow.How how = isLiteral ? ColumnFlow.How.LITERAL : ColumnFlow.How.EXPRESSION;
    // Without an alias the column has the expression's text as its name.
    Bytes name = alias == null ? Bytes.EMPTY : ParserNames.column(alias);
    return new OutputColumn(name, how, sources);
  }
}
