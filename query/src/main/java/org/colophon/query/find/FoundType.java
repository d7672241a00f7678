// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.find;

/** Types of search results. */
public enum FoundType {
  /** A file, pipe, table or any other object that is not an agent. */
  OBJECT,
  /** A program in execution. */
  PROCESS,
  /** A user or service for whom a process acts. */
  AGENT,
  /** An extended record. */
  RECORD
}
