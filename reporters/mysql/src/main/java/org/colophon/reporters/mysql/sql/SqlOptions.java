package org.colophon.reporters.mysql.sql;

import org.colophon.reporters.mysql.sql.lex.SqlRules;
import org.colophon.reporters.mysql.sql.model.NameCase;

/**
 * How the statements of one server are to be understood.
 *
 * @param rules which server it is, and the SQL mode and character set of a new session
 * @param nameCase whether names of tables differ by case alone
 * @param maxTemplates how many templates are remembered at once
 * @param maxTemplateBytes about how much memory they may take
 * @param secrets names that speak of secrets, beside which no literal is shown
 */
public record SqlOptions(
    SqlRules rules,
    NameCase nameCase,
    int maxTemplates,
    long maxTemplateBytes,
    SecretNames secrets) {
  /** A current MariaDB on Linux; up to 16,384 templates in 64 MiB. */
  public static final SqlOptions MARIADB =
      new SqlOptions(SqlRules.MARIADB, NameCase.DISTINCT, 1 << 14, 64L << 20);

  /** MySQL 8 on Linux. */
  public static final SqlOptions MYSQL =
      new SqlOptions(SqlRules.MYSQL, NameCase.DISTINCT, 1 << 14, 64L << 20);

  /** With the usual names of secrets. */
  public SqlOptions(SqlRules rules, NameCase nameCase, int maxTemplates, long maxTemplateBytes) {
    this(rules, nameCase, maxTemplates, maxTemplateBytes, SecretNames.of(SecretNames.USUAL));
  }
}
