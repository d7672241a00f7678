/** Matches commits of a binary log with changes of another log, and records which took effect. */
package org.colophon.reporters.mysql.confirmation;
