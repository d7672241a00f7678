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
  private static final int CARD_CHARACTER_WIDTH = 7;
  private static final int CARD_ICON = 38;
  private static final int CARD_PADDING = 14;
  private static final int CARD_BUTTON = 32;
  private static final int CARD_HEIGHT = 34;

  /** First code point of the scripts whose characters are about twice as wide. */
  private static final int FIRST_WIDE = 0x1100;

  /** Returns a box large enough for a line of text. */
  public static Box of(String label, long lsn) {
    return new Box(cells(label) * CHARACTER_WIDTH + 2 * PADDING, HEIGHT, lsn);
  }

  /**
   * Returns a card, as the explorer draws nodes: an icon, a line of text and perhaps a button.
   *
   * @param hasButton whether a button opens or closes the card
   */
  public static Box card(String label, boolean hasButton, long lsn) {
    int text = cells(label) * CARD_CHARACTER_WIDTH;
    return new Box(CARD_ICON + text + (hasButton ? CARD_BUTTON : CARD_PADDING), CARD_HEIGHT, lsn);
  }

  private static int cells(String label) {
    return label.codePoints().map(each -> each < FIRST_WIDE ? 1 : 2).sum();
  }

  Box mirrored() {
    return new Box(/* width= */ height, /* height= */ width, lsn);
  }
}
