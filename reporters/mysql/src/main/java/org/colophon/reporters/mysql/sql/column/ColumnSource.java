package org.colophon.reporters.mysql.sql.column;

import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.model.TableName;

/**
 * A column that flows somewhere.
 *
 * @param column in lower case; {@code *} for all columns of a table whose columns are not known
 * @param isCertain false if the column could be this table's or another's
 */
public record ColumnSource(TableName table, Bytes column, boolean isCertain) {}
