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

/** Collects the columns in an expression and its subqueries. */
final class ExpressionColumns extends MySqlASTVisitorAdapter {
  // Words that the parser returns as columns.
  private static final Set<String> VALUES =
      Set.of(
          """
          CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP LOCALTIME LOCALTIMESTAMP UTC_DATE
          UTC_TIME UTC_TIMESTAMP CURRENT_USER NULL TRUE FALSE DEFAULT
          """
              .split("\\s+"));

  private static final Set<String> UNIT_FIRST =
      Set.of("TIMESTAMPADD", "TIMESTAMPDIFF", "GET_FORMAT");

  /** Relation of the inserted values in an ON DUPLICATE KEY UPDATE. */
  static final TableName INSERTED = TableName.of("values()");

  private final QueryColumns queries;
  private final ParserNames names;
  private final ColumnScope scope;
  private final Set<ColumnSource> sources = new LinkedHashSet<>();

  private ExpressionColumns(QueryColumns queries, ParserNames names, ColumnScope scope) {
    this.queries = queries;
    this.names = names;
    this.scope = scope;
  }

  static Set<ColumnSource> of(
      SQLObject expr, QueryColumns queries, ParserNames names, ColumnScope scope) {
    ExpressionColumns columns = new ExpressionColumns(queries, names, scope);
    expr.accept(columns);
    return columns.sources;
  }

  static Optional<OutputColumn> column(SQLExpr expr, ParserNames names, ColumnScope scope) {
    if (expr instanceof SQLPropertyExpr) {
      SQLPropertyExpr property = (SQLPropertyExpr) expr;
      return scope.column(
          names.qualifier(property.getOwner()), ParserNames.column(property.getName()));
    }
    if (expr instanceof SQLIdentifierExpr && !isValue(expr)) {
      Bytes name = ParserNames.column(((SQLIdentifierExpr) expr).getName());
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
          .column(INSERTED, ParserNames.column((SQLName) call.getArguments().get(0)))
          .ifPresent(found -> sources.addAll(found.sources()));
    }
    if (isInserted || !takesUnit(call)) {
      return !isInserted;
    }
    call.getArguments().stream().skip(1).forEach(argument -> argument.accept(this));
    return false;
  }

  /**
   * Returns whether the first argument is a unit such as MINUTE, which the parser returns as a
   * column.
   */
  private static boolean takesUnit(SQLMethodInvokeExpr call) {
    return UNIT_FIRST.contains(call.getMethodName().toUpperCase(Locale.ROOT));
  }

  private void add(TableName qualifier, String name) {
    Optional<OutputColumn> column = scope.column(qualifier, ParserNames.column(name));
    column.ifPresent(found -> sources.addAll(found.sources()));
  }

  @Override
  public boolean visit(SQLSelect subquery) {
    for (OutputColumn output : queries.outputs(subquery, scope)) {
      sources.addAll(output.sources());
    }
    return false;
  }
}
