package org.colophon.reporters.mysql.session;

/** Tells the statements of triggers by the rows that only they can name. */
final class TriggerText {
  private TriggerText() {}

  /** Whether {@code NEW.} or {@code OLD.} stands in the text, where a name may begin. */
  static boolean speaksOfRows(byte[] text, int from, int to) {
    for (int i = from; i + 4 < to; i++) {
      if (text[i + 3] == '.' && isRow(text, i) && (i == from || !isWord(text[i - 1]))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isRow(byte[] b, int at) {
    int first = b[at] | 0x20;
    int second = b[at + 1] | 0x20;
    int third = b[at + 2] | 0x20;
    return (first == 'n' && second == 'e' && third == 'w')
        || (first == 'o' && second == 'l' && third == 'd');
  }

  private static boolean isWord(byte b) {
    return (b >= 'a' && b <= 'z')
        || (b >= 'A' && b <= 'Z')
        || (b >= '0' && b <= '9')
        || b == '_'
        || b == '$'
        || b == '.'
        || b == '`'
        || b < 0;
  }
}
