package org.colophon.reporters.dsl.feed;

/** Annotations stored as extended records. */
public enum KeptAnnotations {
  /** Those without a representation in Colophon's model, so that nothing is lost. */
  REST,
  ALL,
  NONE
}
