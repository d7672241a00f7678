// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql;

import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.catalog.CatalogKind;
import org.colophon.reporters.mysql.sql.catalog.SqlCatalog;
import org.colophon.reporters.mysql.sql.lex.Term;
import org.colophon.reporters.mysql.sql.lex.TokenBuffer;
import org.colophon.reporters.mysql.sql.model.NameCase;
import org.colophon.reporters.mysql.sql.model.TableName;

/** Finds calls of known stored functions: a known name before a parenthesis. */
final class FunctionCalls {
  private FunctionCalls() {}

  /**
   * Returns the functions that the tokens {@code [from, to)} call, with one entry for each call.
   */
  static List<TableName> in(
      TokenBuffer tokens, int from, int to, Bytes database, NameCase nameCase, SqlCatalog catalog) {
    List<TableName> calls = new ArrayList<>();
    for (int i = from + 1; catalog.hasFunctions() && i < to; i++) {
      if (tokens.term(i) == Term.OPENING && tokens.term(i - 1).isNameLike()) {
        Bytes function = NameCase.fold(tokens.name(i - 1));
        boolean isQualified = i - 3 >= from && tokens.term(i - 2) == Term.DOT;
        Bytes of = isQualified ? nameCase.apply(tokens.name(i - 3)) : database;
        TableName name = new TableName(of, function);
        if (catalog.body(CatalogKind.FUNCTION, name).isPresent()) {
          calls.add(name);
        }
      }
    }
    return calls;
  }
}
