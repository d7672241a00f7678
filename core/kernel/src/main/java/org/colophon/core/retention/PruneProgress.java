// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.retention;

/**
 * Progress of a pruning.
 *
 * @param adapter the adapter's name; empty until it is known.
 * @param stage the current stage.
 * @param done the number of records written to the new store, in that stage only.
 * @param total the number of records found so far.
 */
public record PruneProgress(String adapter, Stage stage, long done, long total) {
  /** Stages of a pruning, in order. */
  public enum Stage {
    /** Planning the removal. */
    PLANNING("selecting the records to remove"),
    /** Writing the kept facts into a new store. */
    WRITING("writing what stays"),
    /** Adding facts that were recorded meanwhile. */
    CATCHING_UP("adding records that arrived meanwhile"),
    /** The new store is in place; readers of the old one may finish. */
    LEAVING("done, except for queries that still read the old content");

    private final String text;

    Stage(String text) {
      this.text = text;
    }

    /** Returns the stage as text. */
    public String text() {
      return text;
    }
  }
}
