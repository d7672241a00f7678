package org.colophon.reporters.mysql.sql.column;

import com.alibaba.druid.DbType;
import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.SQLName;
import com.alibaba.druid.sql.ast.SQLStatement;
import com.alibaba.druid.sql.ast.expr.SQLBinaryOpExpr;
import com.alibaba.druid.sql.ast.expr.SQLPropertyExpr;
import com.alibaba.druid.sql.ast.statement.SQLCreateTableStatement;
import com.alibaba.druid.sql.ast.statement.SQLExprTableSource;
import com.alibaba.druid.sql.ast.statement.SQLInsertStatement;
import com.alibaba.druid.sql.ast.statement.SQLReplaceStatement;
import com.alibaba.druid.sql.ast.statement.SQLSelect;
import com.alibaba.druid.sql.ast.statement.SQLSelectQueryBlock;
import com.alibaba.druid.sql.ast.statement.SQLUpdateSetItem;
import com.alibaba.druid.sql.ast.statement.SQLUpdateStatement;
import com.alibaba.druid.sql.dialect.mysql.ast.statement.MySqlInsertStatement;
import com.alibaba.druid.sql.parser.SQLParserUtils;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.clause.ClauseScanner;
import org.colophon.reporters.mysql.sql.lex.TokenBuffer;
import org.colophon.reporters.mysql.sql.model.NameCase;
import org.colophon.reporters.mysql.sql.model.Statement;
import org.colophon.reporters.mysql.sql.model.TableName;

/**
 * Finds the flow of columns in INSERT and REPLACE from a query, in CREATE TABLE AS, and in an
 * UPDATE that reads other tables. Used by one thread.
 */
public final class ColumnLineage {
  // Limit for the parser, which is recursive.
  private static final int MAX_TOKENS = 4_000;

  private final NameCase nameCase;

  public ColumnLineage(NameCase nameCase) {
    this.nameCase = nameCase;
  }

  /** Returns whether the statement may move columns. */
  public static boolean isWorthwhile(Statement statement) {
    return switch (statement.kind()) {
      case INSERT, REPLACE, CREATE_TABLE, UPDATE -> !statement.reads().isEmpty();
      default -> false;
    };
  }

  /**
   * Flows of the statement in the tokens {@code [from, to)}, for a session's database. Empty if the
   * parser rejects the statement.
   *
   * @param known columns of a table in their order, empty if they are not known
   */
  public Optional<List<ColumnFlow>> flows(
      TokenBuffer tokens,
      int from,
      int to,
      Bytes database,
      Function<TableName, List<Bytes>> known) {
    if (to - from > MAX_TOKENS) {
      return Optional.empty();
    }
    ParserNames names = new ParserNames(nameCase, database);
    try {
      List<SQLStatement> parsed =
          SQLParserUtils.createSQLStatementParser(ParserText.of(tokens, from, to), DbType.mysql)
              .parseStatementList();
      return parsed.size() == 1
          ? Optional.of(new Flows(names, known).of(parsed.get(0)))
          : Optional.empty();
    } catch (RuntimeException | StackOverflowError | LinkageError e) {
      // The parser may throw anything for an unknown statement.
      return Optional.empty();
    }
  }

  /**
   * Columns of the query in a CREATE TABLE in their order, empty if they are not certain.
   *
   * @param from first token of the statement
   * @param known columns of a table, as for {@link #flows}
   */
  public Optional<List<Bytes>> columns(
      TokenBuffer tokens, int from, Bytes database, Function<TableName, List<Bytes>> known) {
    int to = ClauseScanner.end(tokens, from);
    return flows(tokens, from, to, database, known)
        .map(flows -> flows.stream().map(ColumnFlow::column).toList())
        .filter(columns -> !columns.isEmpty() && !columns.contains(Relation.STAR));
  }

  /** Flows of one statement. */
  private static final class Flows {
    private final ParserNames names;
    private final Function<TableName, List<Bytes>> known;
    private final QueryColumns queries;
    private final List<ColumnFlow> found = new ArrayList<>();

    Flows(ParserNames names, Function<TableName, List<Bytes>> known) {
      this.names = names;
      this.known = known;
      this.queries = new QueryColumns(known, names);
    }

    List<ColumnFlow> of(SQLStatement statement) {
      if (statement instanceof SQLInsertStatement) {
        SQLInsertStatement insert = (SQLInsertStatement) statement;
        fill(insert.getTableSource(), insert.getColumns(), insert.getQuery());
        fillRows(insert.getTableSource(), insert.getColumns(), insert.getValuesList());
        if (insert instanceof MySqlInsertStatement) {
          replaceDuplicates((MySqlInsertStatement) insert);
        }
      } else if (statement instanceof SQLReplaceStatement) {
        SQLReplaceStatement replace = (SQLReplaceStatement) statement;
        SQLSelect query = replace.getQuery() == null ? null : replace.getQuery().getSubQuery();
        fill(replace.getTableSource(), replace.getColumns(), query);
        fillRows(replace.getTableSource(), replace.getColumns(), replace.getValuesList());
      } else if (statement instanceof SQLCreateTableStatement) {
        create((SQLCreateTableStatement) statement);
      } else if (statement instanceof SQLUpdateStatement) {
        update((SQLUpdateStatement) statement);
      }
      return found;
    }

    private void create(SQLCreateTableStatement create) {
      if (create.getSelect() != null) {
        TableName target = names.table(create.getTableSource());
        for (OutputColumn output : queries.outputs(create.getSelect(), new ColumnScope())) {
          add(target, output.name(), output);
        }
      }
    }

    private void fill(SQLExprTableSource table, List<SQLExpr> written, SQLSelect query) {
      if (query == null) {
        return;
      }
      TableName target = names.table(table);
      match(target, columns(target, written), queries.outputs(query, new ColumnScope()));
    }

    /** Rows of values, which matter only with queries among them. */
    private void fillRows(
        SQLExprTableSource table,
        List<SQLExpr> written,
        List<SQLInsertStatement.ValuesClause> rows) {
      List<List<OutputColumn>> all = new ArrayList<>();
      for (SQLInsertStatement.ValuesClause row : rows) {
        List<OutputColumn> values = new ArrayList<>();
        row.getValues()
            .forEach(value -> values.add(queries.output(value, null, new ColumnScope())));
        all.add(values);
      }
      List<OutputColumn> outputs = OutputColumns.union(all);
      if (outputs.stream().anyMatch(output -> !output.sources().isEmpty())) {
        TableName target = names.table(table);
        match(target, columns(target, written), outputs);
      }
    }

    private List<Bytes> columns(TableName target, List<SQLExpr> written) {
      List<Bytes> columns = new ArrayList<>();
      written.forEach(column -> columns.add(ParserNames.column((SQLName) column)));
      return columns.isEmpty() ? known.apply(target) : columns;
    }

    /** ON DUPLICATE KEY UPDATE: columns of the table, of the query, and VALUES(column). */
    private void replaceDuplicates(MySqlInsertStatement insert) {
      TableName target = names.table(insert.getTableSource());
      ColumnScope scope = new ColumnScope();
      scope.add(Relation.of(target.table(), target, known.apply(target)));
      SQLSelect query = insert.getQuery();
      if (query != null) {
        if (query.getQuery() instanceof SQLSelectQueryBlock) {
          queries.from(((SQLSelectQueryBlock) query.getQuery()).getFrom(), scope);
        }
        List<Bytes> columns = columns(target, insert.getColumns());
        scope.add(inserted(columns, queries.outputs(query, new ColumnScope())));
      }
      for (SQLExpr assignment : insert.getDuplicateKeyUpdate()) {
        if (assignment instanceof SQLBinaryOpExpr) {
          SQLBinaryOpExpr both = (SQLBinaryOpExpr) assignment;
          Bytes column = ParserNames.column((SQLName) both.getLeft());
          add(target, column, queries.output(both.getRight(), null, scope));
        }
      }
    }

    /** Source of VALUES(column), any column if the positions are not known. */
    private static Relation inserted(List<Bytes> columns, List<OutputColumn> outputs) {
      List<OutputColumn> named = new ArrayList<>();
      List<OutputColumn> each = OutputColumns.spread(outputs, columns.size());
      for (int i = 0; i < Math.min(columns.size(), each.size()); i++) {
        named.add(each.get(i).as(columns.get(i)));
      }
      if (columns.isEmpty()) {
        named.add(OutputColumn.computed(OutputColumns.any(outputs, Relation.ANY).sources()));
      }
      return new Relation(ExpressionColumns.INSERTED.table(), TableName.NONE, named);
    }

    /** Matches positions: before a star from the left, behind it from the right. */
    private void match(TableName target, List<Bytes> columns, List<OutputColumn> outputs) {
      boolean isBehindStar = false;
      for (int i = 0; i < outputs.size(); i++) {
        OutputColumn output = outputs.get(i);
        int at = isBehindStar ? columns.size() - (outputs.size() - i) : i;
        boolean isKnown = !output.isStar() && at >= 0 && at < columns.size();
        add(target, isKnown ? columns.get(at) : Relation.STAR, output);
        isBehindStar |= output.isStar();
      }
    }

    private void update(SQLUpdateStatement update) {
      ColumnScope outer = new ColumnScope();
      queries.define(update.getWith(), outer);
      ColumnScope scope = outer.inner();
      queries.from(update.getTableSource(), scope);
      for (SQLUpdateSetItem item : update.getItems()) {
        SQLName column = (SQLName) item.getColumn();
        Bytes name = ParserNames.column(column);
        target(column, name, scope)
            .ifPresent(target -> add(target, name, queries.output(item.getValue(), null, scope)));
      }
    }

    /** Table of an assigned column, if it is certain. */
    private Optional<TableName> target(SQLName column, Bytes name, ColumnScope scope) {
      if (column instanceof SQLPropertyExpr) {
        TableName qualifier = names.qualifier(((SQLPropertyExpr) column).getOwner());
        return scope.relation(qualifier).map(Relation::table).filter(table -> !table.isNone());
      }
      List<TableName> sure = having(scope, relation -> relation.column(name).isPresent());
      List<TableName> possible =
          sure.isEmpty() ? having(scope, relation -> relation.hidden(name).isPresent()) : sure;
      return possible.size() == 1 ? Optional.of(possible.get(0)) : Optional.empty();
    }

    private static List<TableName> having(ColumnScope scope, Predicate<Relation> column) {
      return scope.relations().stream()
          .filter(relation -> !relation.table().isNone() && column.test(relation))
          .map(Relation::table)
          .toList();
    }

    private void add(TableName target, Bytes column, OutputColumn output) {
      Bytes name = column.isEmpty() || output.isStar() ? Relation.STAR : column;
      found.add(new ColumnFlow(target, name, output.how(), List.copyOf(output.sources())));
    }
  }
}
