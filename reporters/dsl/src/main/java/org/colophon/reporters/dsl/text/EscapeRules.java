// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.text;

/** Meaning of backslashes. */
public enum EscapeRules {
  /**
   * A backslash escapes blanks, colons, backslashes and quotes; {@code \n} is a line feed. Values
   * may be quoted. Other backslashes are literal.
   */
  FULL,
  /** SPADE's rules: a backslash escapes only blanks and colons. Quotes are literal. */
  SPADE
}
