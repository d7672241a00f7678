package org.colophon.reporters.mysql.log;

import org.colophon.reporters.mysql.sql.lex.SqlRules;

/** By which rules the text of a connection's statements is cut. */
@FunctionalInterface
public interface RulesOfSession {
  SqlRules of(long connection);
}
