// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.api;

/** The two kinds of node in a lineage. */
public enum NodeType {
  /** A program in execution (PROV activity). */
  PROCESS,
  /** One version of an object (PROV entity). */
  OBJECT
}
