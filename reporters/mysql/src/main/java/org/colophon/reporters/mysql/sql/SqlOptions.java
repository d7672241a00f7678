// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql;

import org.colophon.reporters.mysql.sql.lex.SqlRules;
import org.colophon.reporters.mysql.sql.model.NameCase;

/**
 * Options for the statements of one server.
 *
 * @param rules dialect, SQL mode and character set of a new session.
 * @param nameCase whether table names are case-sensitive.
 * @param maxTemplates maximum number of cached templates.
 * @param maxTemplateBytes approximate maximum memory of cached templates.
 * @param secrets names whose occurrence hides the literals of a statement.
 */
public record SqlOptions(
    SqlRules rules,
    NameCase nameCase,
    int maxTemplates,
    long maxTemplateBytes,
    SecretNames secrets) {
  /** Options for a current MariaDB on Linux, with up to 16,384 templates in 64 MiB. */
  public static final SqlOptions MARIADB =
      new SqlOptions(SqlRules.MARIADB, NameCase.DISTINCT, 1 << 14, 64L << 20);

  /** Options for MySQL 8 on Linux. */
  public static final SqlOptions MYSQL =
      new SqlOptions(SqlRules.MYSQL, NameCase.DISTINCT, 1 << 14, 64L << 20);

  /** Creates options with the default names of secrets. */
  public SqlOptions(SqlRules rules, NameCase nameCase, int maxTemplates, long maxTemplateBytes) {
    this(rules, nameCase, maxTemplates, maxTemplateBytes, SecretNames.of(SecretNames.USUAL));
  }
}
