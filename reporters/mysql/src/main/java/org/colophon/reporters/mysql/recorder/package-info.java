/** Assembles the parts that record one log, and saves and restores their state. */
package org.colophon.reporters.mysql.recorder;
