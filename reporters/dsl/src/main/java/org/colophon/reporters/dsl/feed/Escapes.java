package org.colophon.reporters.dsl.feed;

/** Meaning of backslashes. */
public enum Escapes {
  /**
   * Escapes blanks, colons, backslashes and quotes; {@code \n} is a line feed. Values may be
   * quoted. Other backslashes are literal.
   */
  FULL,
  /** SPADE's rules: escapes only blanks and colons, and quotes are literal. */
  SPADE
}
