// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.model;

/** Kinds of flow along an edge of the provenance graph. */
public enum Flow {
  /** Content: data that was read may be in data that was written. */
  DATA,
  /** Influence without content, such as the start of a process or a signal. */
  CONTROL,
  /** A process bound or removed a name of an object; no content flows. */
  NAME,
  /** No flow: the edge only relates its two nodes, such as an open without a read. */
  NONE
}
