package org.colophon.reporters.mysql.sql.column;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.SQLName;
import com.alibaba.druid.sql.ast.SQLObject;
import com.alibaba.druid.sql.ast.expr.SQLIdentifierExpr;
import com.alibaba.druid.sql.ast.expr.SQLMethodInvokeExpr;
import com.alibaba.druid.sql.ast.expr.SQLPropertyExpr;
import com.alibaba.druid.sql.ast.statement.SQLSelect;
import com.alibaba.druid.sql.dialect.mysql.visitor.MySqlASTVisitorAdapter;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.model.TableName;

/** Gathers the columns that an expression names, those that its subqueries give included. */
final class ExpressionColumns extends MySqlASTVisitorAdapter {
  // Words that the parser takes for columns.
  private static final Set<String> VALUES =
      Set.of(
          """
          CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP LOCALTIME LOCALTIMESTAMP UTC_DATE
          UTC_TIME UTC_TIMESTAMP CURRENT_USER NULL TRUE FALSE DEFAULT
          """
              .split("\\s+"));

  private static final Set<String> UNIT_FIRST =
      Set.of("TIMESTAMPADD", "TIMESTAMPDIFF", "GET_FORMAT");

  /** By this the scope of an ON DUPLICATE KEY UPDATE knows the values that were to be inserted. */
  static final TableName INSERTED = TableName.of("values()");

  private final QueryColumns queries;
  private final Names names;
  private final Scope scope;
  private final Set<ColumnSource> sources = new LinkedHashSet<>();

  private ExpressionColumns(QueryColumns queries, Names names, Scope scope) {
    this.queries = queries;
    this.names = names;
    this.scope = scope;
  }

  static Set<ColumnSource> of(SQLObject expr, QueryColumns queries, Names names, Scope scope) {
    ExpressionColumns columns = new ExpressionColumns(queries, names, scope);
    expr.accept(columns);
    return columns.sources;
  }

  /** The column that the expression is, if it is one and nothing else. */
  static Optional<Output> column(SQLExpr expr, Names names, Scope scope) {
    if (expr instanceof SQLPropertyExpr) {
      SQLPropertyExpr property = (SQLPropertyExpr) expr;
      return scope.column(names.qualifier(property.getOwner()), Names.column(property.getName()));
    }
    if (expr instanceof SQLIdentifierExpr && !isValue(expr)) {
      Bytes name = Names.column(((SQLIdentifierExpr) expr).getName());
      return scope.column(TableName.NONE, name).map(found -> found.as(name));
    }
    return Optional.empty();
  }

  private static boolean isValue(SQLExpr expr) {
    return VALUES.contains(((SQLIdentifierExpr) expr).getName().toUpperCase(Locale.ROOT));
  }

  @Override
  public boolean visit(SQLIdentifierExpr column) {
    if (!isValue(column)) {
      add(TableName.NONE, column.getName());
    }
    return false;
  }

  @Override
  public boolean visit(SQLPropertyExpr column) {
    add(names.qualifier(column.getOwner()), column.getName());
    return false;
  }

  @Override
  public boolean visit(SQLMethodInvokeExpr call) {
    boolean isInserted =
        call.getMethodName().equalsIgnoreCase("VALUES")
            && call.getArguments().size() == 1
            && call.getArguments().get(0) instanceof SQLName;
    if (isInserted) {
      scope
          .column(INSERTED, Names.column((SQLName) call.getArguments().get(0)))
          .ifPresent(found -> sources.addAll(found.sources()));
    }
    if (isInserted || !takesUnit(call)) {
      return !isInserted;
    }
    call.getArguments().stream().skip(1).forEach(argument -> argument.accept(this));
    return false;
  }

  /** Whether the first argument is a word such as MINUTE, which the parser takes for a column. */
  private static boolean takesUnit(SQLMethodInvokeExpr call) {
    return UNIT_FIRST.contains(call.getMethodName().toUpperCase(Locale.ROOT));
  }

  private void add(TableName qualifier, String name) {
    Optional<Output> column = scope.column(qualifier, Names.column(name));
    column.ifPresent(found -> sources.addAll(found.sources()));
  }

  @Override
  public boolean visit(SQLSelect subquery) {
    for (Output output : queries.outputs(subquery, scope)) {
      sources.addAll(output.sources());
    }
    return false;
  }
}
