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

/** Finds which columns a query gives, and from which columns of tables each comes. */
final class QueryColumns {
  /** Queries in queries that repeat one another's work beyond this are given up. */
  private static final int MAX_QUERIES = 10_000;

  private final Function<TableName, List<Bytes>> known;
  private final Names names;
  private int queries;

  /**
   * @param known the columns of a table in their order, empty if they are not known
   */
  QueryColumns(Function<TableName, List<Bytes>> known, Names names) {
    this.known = known;
    this.names = names;
  }

  /** The columns of a query in their order. */
  List<Output> outputs(SQLSelect select, Scope outer) {
    Scope scope = outer.inner();
    define(select.getWithSubQuery(), scope);
    return outputs(select.getQuery(), scope);
  }

  /** The columns of a query without its WITH. */
  private List<Output> outputs(SQLSelectQuery query, Scope outer) {
    if (query instanceof SQLSelectQueryBlock) {
      return block((SQLSelectQueryBlock) query, outer);
    }
    if (query instanceof SQLUnionQuery) {
      return union((SQLUnionQuery) query, outer);
    }
    return List.of();
  }

  private List<Output> union(SQLUnionQuery union, Scope outer) {
    List<List<Output>> branches = new ArrayList<>();
    for (SQLSelectQuery branch : union.getRelations()) {
      branches.add(outputs(branch, outer));
    }
    return Outputs.union(branches);
  }

  /** Makes the expressions of a WITH known. */
  void define(SQLWithSubqueryClause with, Scope scope) {
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

  /** Inside itself it gives what its first branch gives, and then what it gave: until no more. */
  private void recurse(Bytes name, SQLWithSubqueryClause.Entry entry, Scope scope) {
    List<Output> before = renamed(first(entry.getSubQuery(), scope), entry.getColumns());
    for (int left = before.size(); left >= 0; left--) {
      scope.define(name, before);
      List<Output> now = renamed(outputs(entry.getSubQuery(), scope), entry.getColumns());
      scope.define(name, now);
      if (now.equals(before)) {
        return;
      }
      before = now;
    }
  }

  private List<Output> first(SQLSelect select, Scope scope) {
    SQLSelectQuery query = select.getQuery();
    while (query instanceof SQLUnionQuery) {
      query = ((SQLUnionQuery) query).getRelations().get(0);
    }
    return outputs(query, scope);
  }

  private static List<Output> renamed(List<Output> outputs, List<SQLName> columns) {
    if (columns == null || columns.isEmpty()) {
      return outputs;
    }
    List<Output> renamed = new ArrayList<>();
    List<Output> each = Outputs.spread(outputs, columns.size());
    for (int i = 0; i < each.size(); i++) {
      boolean isNamed = i < columns.size();
      renamed.add(isNamed ? each.get(i).as(Names.column(columns.get(i))) : each.get(i));
    }
    return renamed;
  }

  private List<Output> block(SQLSelectQueryBlock block, Scope outer) {
    queries++;
    if (queries > MAX_QUERIES) {
      throw new ColophonException(ErrorCode.LIMIT_REACHED, "a query of too many queries");
    }
    Scope scope = outer.inner();
    List<Output> all = from(block.getFrom(), scope);
    List<Output> outputs = new ArrayList<>();
    for (SQLSelectItem item : block.getSelectList()) {
      item(item, scope, all, outputs);
    }
    return outputs;
  }

  /**
   * Adds the relations of a FROM, or of the tables of an UPDATE.
   *
   * @return all columns that they give, in their order
   */
  List<Output> from(SQLTableSource source, Scope scope) {
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

  private List<Output> join(SQLJoinTableSource join, Scope scope) {
    List<Output> all = new ArrayList<>();
    SQLTableSource first = join.getLeft();
    boolean isList = join.getJoinType() == SQLJoinTableSource.JoinType.COMMA;
    if (!isList && first instanceof SQLJoinTableSource) {
      SQLJoinTableSource list = (SQLJoinTableSource) first;
      if (list.getJoinType() == SQLJoinTableSource.JoinType.COMMA) {
        // A comma binds less than JOIN, which the parser does not know.
        all.addAll(from(list.getLeft(), scope));
        first = list.getRight();
      }
    }
    List<Output> left = from(first, scope);
    List<Output> right = from(join.getRight(), scope);
    all.addAll(new JoinedColumns(join, left, right).outputs(scope));
    return all;
  }

  private Relation relation(SQLTableSource source, Scope scope) {
    if (source instanceof SQLExprTableSource) {
      return relation((SQLExprTableSource) source, scope);
    }
    if (source instanceof SQLSubqueryTableSource) {
      SQLSubqueryTableSource derived = (SQLSubqueryTableSource) source;
      List<Output> outputs = outputs(derived.getSelect(), scope);
      return derived(source, renamed(outputs, derived.getColumns()));
    }
    if (source instanceof SQLUnionQueryTableSource) {
      SQLUnionQueryTableSource derived = (SQLUnionQueryTableSource) source;
      return derived(source, renamed(union(derived.getUnion(), scope), derived.getColumns()));
    }
    return derived(source, List.of(Output.computed(Set.of())));
  }

  private Relation derived(SQLTableSource source, List<Output> outputs) {
    Bytes alias = source.getAlias() == null ? Bytes.EMPTY : names.name(source.getAlias());
    return new Relation(alias, TableName.NONE, outputs);
  }

  private Relation relation(SQLExprTableSource source, Scope scope) {
    TableName written = names.qualifier(source.getExpr());
    if (written.isNone()) {
      return function(source, scope);
    }
    Bytes alias = source.getAlias() == null ? written.table() : names.name(source.getAlias());
    Optional<List<Output>> expression =
        written.database().isEmpty() ? scope.expression(written.table()) : Optional.empty();
    if (expression.isPresent()) {
      return new Relation(alias, TableName.NONE, expression.get());
    }
    TableName table = names.table(source);
    return Relation.of(alias, table, known.apply(table));
  }

  /** LATERAL and its query, JSON_TABLE: they see what stands before them. */
  private Relation function(SQLExprTableSource source, Scope scope) {
    SQLExpr expr = source.getExpr();
    SQLSelect lateral = lateral(expr);
    List<Output> outputs =
        lateral == null
            ? List.of(Output.computed(ExpressionColumns.of(expr, this, names, scope)))
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

  private void item(SQLSelectItem item, Scope scope, List<Output> all, List<Output> outputs) {
    SQLExpr expr = item.getExpr();
    if (expr instanceof SQLAllColumnExpr) {
      star(((SQLAllColumnExpr) expr).getOwner(), scope, all, outputs);
    } else if (expr instanceof SQLPropertyExpr && ((SQLPropertyExpr) expr).getName().equals("*")) {
      star(((SQLPropertyExpr) expr).getOwner(), scope, all, outputs);
    } else {
      outputs.add(output(expr, item.getAlias(), scope));
    }
  }

  private void star(SQLExpr owner, Scope scope, List<Output> all, List<Output> outputs) {
    if (owner == null) {
      outputs.addAll(all);
    } else {
      TableName qualifier = names.qualifier(owner);
      scope.relation(qualifier).ifPresent(relation -> outputs.addAll(relation.outputs()));
    }
  }

  /** What an expression gives under an alias, or under its own name if that is null. */
  Output output(SQLExpr expr, String alias, Scope scope) {
    Optional<Output> column = ExpressionColumns.column(expr, names, scope);
    if (column.isPresent()) {
      return alias == null ? column.get() : column.get().as(Names.column(alias));
    }
    Set<ColumnSource> sources = ExpressionColumns.of(expr, this, names, scope);
    boolean isLiteral = sources.isEmpty();
    ColumnFlow.How how = isLiteral ? ColumnFlow.How.LITERAL : ColumnFlow.How.EXPRESSION;
    // Without an alias the column is called after the expression's text.
    Bytes name = alias == null ? Bytes.EMPTY : Names.column(alias);
    return new Output(name, how, sources);
  }
}
