// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.layout;

/**
 * The part of a reader's screen that a drawing should fill, in pixels.
 *
 * @param width at least 1
 * @param height at least 1
 */
public record Window(int width, int height) {
  /** The window if the reader's is not known. */
  public static final Window USUAL = new Window(1200, 800);

  /** Returns the largest scale at which a drawing fits. */
  double scale(Layout layout) {
    return Math.min(width / (double) layout.width(), height / (double) layout.height());
  }
}
