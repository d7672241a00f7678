package org.colophon.reporters.mysql.sql;

/**
 * How much was understood.
 *
 * @param statements how many there were
 * @param known how many had a template that was remembered
 * @param notUnderstood how many of the others' statements the scan had doubts about; each such
 *     template counts once as long as it is remembered
 * @param columnsFound how many statements the parser understood that was asked for columns
 * @param columnsNotFound how many it did not
 */
public record SqlCounts(
    long statements, long known, long notUnderstood, long columnsFound, long columnsNotFound) {}
