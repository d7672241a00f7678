/** Commands that query a store: lineage, why, history, diff, show, inspect, export and status. */
package org.colophon.cli.question;
