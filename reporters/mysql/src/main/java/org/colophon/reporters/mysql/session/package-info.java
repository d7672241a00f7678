/**
 * Interprets the records of a log: statements become processes that read and write tables and
 * files, within sessions and transactions.
 */
package org.colophon.reporters.mysql.session;
