// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.layout;

/**
 * A node to place. Sizes are in pixels.
 *
 * @param lsn LSN of the node's first operation, which orders unrelated nodes
 */
public record Box(int width, int height, long lsn) {
  /** Font size for which the boxes are computed. */
  public static final int FONT_SIZE = 11;

  private static final int CHARACTER_WIDTH = 6;
  private static final int PADDING = 8;
  private static final int HEIGHT = 24;

  /** First code point of the scripts whose characters are about twice as wide. */
  private static final int FIRST_WIDE = 0x1100;

  /** Returns a box large enough for a line of text. */
  public static Box of(String label, long lsn) {
    int cells = label.codePoints().map(each -> each < FIRST_WIDE ? 1 : 2).sum();
    return new Box(cells * CHARACTER_WIDTH + 2 * PADDING, HEIGHT, lsn);
  }
}
