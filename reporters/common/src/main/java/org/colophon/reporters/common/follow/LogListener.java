// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.common.follow;

/** Receives the progress and problems of a {@link LogFollower}, on the follower's thread. */
public interface LogListener {
  /**
   * Called after the parser has received the bytes of a read.
   *
   * @param isAtEnd whether no further bytes are available now
   */
  void progress(boolean isAtEnd);

  /** Called before another file is read after a rotation, or the same file after truncation. */
  void fileChanged();

  /**
   * Reports a problem.
   *
   * @param place the file and offset
   * @param isLoss whether records are missing
   */
  void trouble(String place, String problem, boolean isLoss);

  /** Reports that the file was truncated while it was followed. Counts as a loss by default. */
  default void truncated(String place, String problem) {
    trouble(place, problem, true);
  }
}
