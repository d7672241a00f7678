package org.colophon.reporters.common.follow;

/** Progress of a {@link LogFollower}. Called on its thread. */
public interface LogListener {
  /**
   * Called after each read, when the parser has received the bytes.
   *
   * @param isAtEnd whether nothing more is available now
   */
  void progress(boolean isAtEnd);

  /** Called when another file is read: the next after a rotation, or the same after truncation. */
  void fileChanged();

  /**
   * Reports a problem.
   *
   * @param place the file and offset
   * @param isLoss whether records are missing
   */
  void trouble(String place, String problem, boolean isLoss);

  /** Reports that the file was truncated while it was followed. By default a loss. */
  default void truncated(String place, String problem) {
    trouble(place, problem, true);
  }
}
