package org.colophon.reporters.dsl.feed;

/** What a backslash means. */
public enum Escapes {
  /**
   * Before a blank, a colon, a backslash or a quote it is removed, {@code \n} is a line feed, and a
   * value may stand in quotes. Anything else stays as it is.
   */
  FULL,
  /**
   * To the letter what SPADE reads: removed before a blank or colon and nowhere else, and a quote
   * is a character like any other.
   */
  SPADE
}
