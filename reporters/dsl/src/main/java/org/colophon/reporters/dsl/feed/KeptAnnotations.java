package org.colophon.reporters.dsl.feed;

/** Which annotations become extended records. */
public enum KeptAnnotations {
  /** Those that have no place in Colophon's model: with it nothing is lost. */
  REST,
  /** All of them, also those that have. */
  ALL,
  NONE
}
