package org.colophon.reporters.mysql.sql.model;

/**
 * A table's name moves; its content stays. The renames of a statement follow one another: a swap is
 * three of them.
 */
public record Rename(TableName from, TableName to) {}
