package org.colophon.reporters.dsl.feed;

/** Annotations stored as extended records. */
public enum AnnotationChoice {
  /** Only annotations that Colophon's model does not represent, so that nothing is lost. */
  REST,
  ALL,
  NONE
}
