/**
 * Formats answers as text and as JSON: tables, lines that fit into a terminal, readable values.
 * Used by the command and by the service, so that both give the same answers.
 */
package org.colophon.query.text;
