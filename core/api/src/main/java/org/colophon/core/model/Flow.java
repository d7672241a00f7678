package org.colophon.core.model;

/** Kinds of flow along an edge of the provenance graph. */
public enum Flow {
  /** Content: data that was read may be in data that was written. */
  DATA,
  /** Influence without content, such as a start or a signal with its arguments. */
  CONTROL,
  /** A process gave an object a name or took one away; no content flows. */
  NAME,
  /** No flow: the edge is a fact about its ends (an open without a read, an association). */
  NONE
}
