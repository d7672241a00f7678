package org.colophon.reporters.mysql.sql.column;

import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.model.TableName;

/**
 * Source column of a flow.
 *
 * @param column in lower case, {@code *} for all columns of a table whose columns are not known
 * @param isCertain false if the column may belong to another table
 */
public record ColumnSource(TableName table, Bytes column, boolean isCertain) {}
