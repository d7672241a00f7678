// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.journal;

/** Receives the intact frames of a journal or archive in order. */
@FunctionalInterface
public interface FrameVisitor {
  /** Ignores all frames. */
  FrameVisitor NONE = (bytes, at) -> {};

  /**
   * Called for each frame.
   *
   * @param bytes an array that contains the frame, whose checksum has the salt of its file; valid
   *     during the call
   * @param at the frame's offset
   */
  void visit(byte[] bytes, int at);
}
