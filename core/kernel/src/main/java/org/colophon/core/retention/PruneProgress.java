package org.colophon.core.retention;

/**
 * How far a pruning is.
 *
 * @param adapter the adapter's name; empty as long as it is not known
 * @param stage what it is at
 * @param done how many records were told to the new store, while that is what it is at
 * @param total how many there are, as far as found out
 */
public record PruneProgress(String adapter, Stage stage, long done, long total) {
  /** What a pruning does, one after the other. */
  public enum Stage {
    /** Finding out what may go. */
    PLANNING("finding out what may go"),
    /** Telling a new store what stays. */
    WRITING("writing what stays"),
    /** Giving it what was recorded meanwhile. */
    CATCHING_UP("adding what was recorded meanwhile"),
    /** It is in its place; who reads the old one may finish. */
    LEAVING("done, but for questions that still read the old content");

    private final String text;

    Stage(String text) {
      this.text = text;
    }

    /** In words. */
    public String text() {
      return text;
    }
  }
}
