/**
 * The state machine behind every kind of log: records come in, in the order of the log; sessions,
 * transactions, statements and tables go out as operations. What a transaction wrote takes effect
 * when it is committed.
 */
package org.colophon.reporters.mysql.session;
