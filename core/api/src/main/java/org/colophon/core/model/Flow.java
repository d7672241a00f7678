package org.colophon.core.model;

/** What passes along an edge of the provenance graph. */
public enum Flow {
  /** Content: what was read may be in what was written. */
  DATA,
  /** Influence without content: who started or signalled whom, with which arguments. */
  CONTROL,
  /** Who gave an object its name. */
  NAME,
  /** Nothing: the edge is a fact about its ends (an open without a read, an association). */
  NONE
}
