package org.colophon.reporters.mysql.sql;

import org.colophon.reporters.mysql.sql.lex.SqlRules;
import org.colophon.reporters.mysql.sql.model.NameCase;

/**
 * Options for the statements of one server.
 *
 * @param rules dialect, SQL mode and character set of a new session.
 * @param nameCase whether case distinguishes table names.
 * @param maxTemplates maximum number of cached templates.
 * @param maxTemplateBytes approximate maximum memory of cached templates.
 * @param secrets names that hide the literals of a statement.
 */
public record SqlOptions(
    SqlRules rules,
    NameCase nameCase,
    int maxTemplates,
    long maxTemplateBytes,
    SecretNames secrets) {
  /** Current MariaDB on Linux, with up to 16,384 templates in 64 MiB. */
  public static final SqlOptions MARIADB =
      new SqlOptions(SqlRules.MARIADB, NameCase.DISTINCT, 1 << 14, 64L << 20);

  /** MySQL 8 on Linux. */
  public static final SqlOptions MYSQL =
      new SqlOptions(SqlRules.MYSQL, NameCase.DISTINCT, 1 << 14, 64L << 20);

  /** Uses the default names of secrets. */
  public SqlOptions(SqlRules rules, NameCase nameCase, int maxTemplates, long maxTemplateBytes) {
    this(rules, nameCase, maxTemplates, maxTemplateBytes, SecretNames.of(SecretNames.USUAL));
  }
}
