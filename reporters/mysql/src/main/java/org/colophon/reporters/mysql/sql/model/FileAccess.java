// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql.model;

/** Access of a statement to a file. */
public enum FileAccess {
  /** LOAD DATA INFILE: the server reads a file on its host. */
  LOAD,
  /** LOAD DATA LOCAL INFILE: the client reads a file on its host and sends the content. */
  LOAD_LOCAL,
  /** LOAD_FILE('...') in an expression. */
  LOAD_FILE,
  /** SELECT INTO OUTFILE: the server writes a new file. */
  OUTFILE,
  /** SELECT INTO DUMPFILE: the server writes one value into a new file. */
  DUMPFILE;

  public boolean isWrite() {
    return this == OUTFILE || this == DUMPFILE;
  }

  /** Returns whether the path is on the client's host. */
  public boolean isLocal() {
    return this == LOAD_LOCAL;
  }
}
