package org.colophon.query.layout;

/**
 * Node to place, in pixels.
 *
 * @param lsn LSN of its first operation; orders unrelated nodes
 */
public record Box(int width, int height, long lsn) {
  /** Size of the font in which labels fit. */
  public static final int FONT_SIZE = 11;

  private static final int CHARACTER_WIDTH = 6;
  private static final int PADDING = 8;
  private static final int HEIGHT = 24;

  /** First character of scripts with about double width. */
  private static final int FIRST_WIDE = 0x1100;

  /** Returns a box in which a line of text fits. */
  public static Box of(String label, long lsn) {
    int cells = label.codePoints().map(each -> each < FIRST_WIDE ? 1 : 2).sum();
    return new Box(cells * CHARACTER_WIDTH + 2 * PADDING, HEIGHT, lsn);
  }
}
