// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.common.follow;

/** Receives the lines of a source in order, on the reading thread. */
public interface LineHandler {
  /** Receives a line without its terminator: {@code bytes[from..to)}, valid during the call. */
  void line(byte[] bytes, int from, int to);

  /** Receives the description of the problem of an unusable line. */
  void badLine(String problem);

  /** Called when all available bytes were delivered. Implementations flush buffered operations. */
  default void pause() {}
}
