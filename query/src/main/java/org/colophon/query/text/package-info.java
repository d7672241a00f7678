/**
 * Answers for eyes and for programs, wherever they are made: tables, lines that fit, values as
 * people read them, and JSON. Used by the command and by the service, so that both say the same.
 */
package org.colophon.query.text;
