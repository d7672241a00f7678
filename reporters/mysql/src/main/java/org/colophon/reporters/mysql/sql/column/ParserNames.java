package org.colophon.reporters.mysql.sql.column;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.SQLName;
import com.alibaba.druid.sql.ast.expr.SQLIdentifierExpr;
import com.alibaba.druid.sql.ast.expr.SQLPropertyExpr;
import com.alibaba.druid.sql.ast.statement.SQLExprTableSource;
import java.nio.charset.StandardCharsets;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.model.NameCase;
import org.colophon.reporters.mysql.sql.model.TableName;

/** Converts the parser's names to unquoted bytes in the server's case. */
final class ParserNames {
  private final NameCase nameCase;
  private final Bytes database;

  ParserNames(NameCase nameCase, Bytes database) {
    this.nameCase = nameCase;
    this.database = database;
  }

  TableName table(SQLExprTableSource source) {
    return qualifier(source.getExpr()).in(database);
  }

  TableName qualifier(SQLExpr expr) {
    if (expr instanceof SQLPropertyExpr) {
      SQLPropertyExpr property = (SQLPropertyExpr) expr;
      boolean isPlain = property.getOwner() instanceof SQLIdentifierExpr;
      Bytes owner =
          isPlain ? name(((SQLIdentifierExpr) property.getOwner()).getName()) : Bytes.EMPTY;
      return new TableName(owner, name(property.getName()));
    }
    return expr instanceof SQLIdentifierExpr
        ? new TableName(Bytes.EMPTY, name(((SQLIdentifierExpr) expr).getName()))
        : TableName.NONE;
  }

  Bytes name(String written) {
    return nameCase.apply(plain(written));
  }

  static Bytes column(String written) {
    return NameCase.fold(plain(written));
  }

  static Bytes column(SQLName written) {
    return column(written.getSimpleName());
  }

  private static Bytes plain(String written) {
    String inside = written;
    if (written.length() > 1 && written.startsWith("`") && written.endsWith("`")) {
      inside = written.substring(1, written.length() - 1).replace("``", "`");
    }
    return Bytes.wrap(inside.getBytes(StandardCharsets.ISO_8859_1));
  }
}
