package org.colophon.reporters.mysql.sql.column;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.SQLName;
import com.alibaba.druid.sql.ast.expr.SQLAllColumnExpr;
import com.alibaba.druid.sql.ast.expr.SQLPropertyExpr;
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
    List<Output> all = new ArrayList<>();
    for (SQLSelectQuery branch : union.getRelations()) {
      List<Output> outputs = outputs(branch, outer);
      for (int i = 0; i < outputs.size(); i++) {
        if (i < all.size()) {
          all.set(i, all.get(i).or(outputs.get(i)));
        } else {
          all.add(outputs.get(i));
        }
      }
    }
    return all;
  }

  /** Makes the expressions of a WITH known. */
  void define(SQLWithSubqueryClause with, Scope scope) {
    if (with == null) {
      return;
    }
    for (SQLWithSubqueryClause.Entry entry : with.getEntries()) {
      Bytes name = names.name(entry.getAlias());
      if (Boolean.TRUE.equals(with.getRecursive())) {
        // Inside itself it gives what its first branch gives.
        scope.define(name, renamed(first(entry.getSubQuery(), scope), entry.getColumns()));
      }
      scope.define(name, renamed(outputs(entry.getSubQuery(), scope), entry.getColumns()));
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
    List<Output> renamed = new ArrayList<>();
    for (int i = 0; i < outputs.size(); i++) {
      boolean isNamed = columns != null && i < columns.size();
      Output output = outputs.get(i);
      renamed.add(isNamed ? output.as(Names.column(columns.get(i))) : output);
    }
    return renamed;
  }

  private List<Output> block(SQLSelectQueryBlock block, Scope outer) {
    queries++;
    if (queries > MAX_QUERIES) {
      throw new ColophonException(ErrorCode.LIMIT_REACHED, "a query of too many queries");
    }
    Scope scope = outer.inner();
    from(block.getFrom(), scope);
    List<Output> outputs = new ArrayList<>();
    for (SQLSelectItem item : block.getSelectList()) {
      item(item, scope, outputs);
    }
    return outputs;
  }

  /** Adds the relations of a FROM, or of the tables of an UPDATE. */
  void from(SQLTableSource source, Scope scope) {
    if (source instanceof SQLJoinTableSource) {
      SQLJoinTableSource join = (SQLJoinTableSource) source;
      from(join.getLeft(), scope);
      from(join.getRight(), scope);
    } else if (source instanceof SQLExprTableSource) {
      scope.add(relation((SQLExprTableSource) source, scope));
    } else if (source instanceof SQLSubqueryTableSource) {
      SQLSubqueryTableSource derived = (SQLSubqueryTableSource) source;
      List<Output> outputs = outputs(derived.getSelect(), scope);
      scope.add(derived(source, renamed(outputs, derived.getColumns())));
    } else if (source instanceof SQLUnionQueryTableSource) {
      scope.add(derived(source, union(((SQLUnionQueryTableSource) source).getUnion(), scope)));
    }
  }

  private Relation derived(SQLTableSource source, List<Output> outputs) {
    Bytes alias = source.getAlias() == null ? Bytes.EMPTY : names.name(source.getAlias());
    return new Relation(alias, TableName.NONE, outputs);
  }

  private Relation relation(SQLExprTableSource source, Scope scope) {
    TableName written = names.qualifier(source.getExpr());
    Bytes alias = source.getAlias() == null ? written.table() : names.name(source.getAlias());
    Optional<List<Output>> expression =
        written.database().isEmpty() ? scope.expression(written.table()) : Optional.empty();
    if (expression.isPresent()) {
      return new Relation(alias, TableName.NONE, expression.get());
    }
    TableName table = names.table(source);
    return Relation.of(alias, table, known.apply(table));
  }

  private void item(SQLSelectItem item, Scope scope, List<Output> outputs) {
    SQLExpr expr = item.getExpr();
    if (expr instanceof SQLAllColumnExpr) {
      star(((SQLAllColumnExpr) expr).getOwner(), scope, outputs);
    } else if (expr instanceof SQLPropertyExpr && ((SQLPropertyExpr) expr).getName().equals("*")) {
      star(((SQLPropertyExpr) expr).getOwner(), scope, outputs);
    } else {
      outputs.add(output(expr, item.getAlias(), scope));
    }
  }

  private void star(SQLExpr owner, Scope scope, List<Output> outputs) {
    if (owner == null) {
      scope.relations().forEach(relation -> outputs.addAll(relation.outputs()));
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
