package org.colophon.reporters.mysql.sql;

import java.util.List;
import java.util.Locale;
import org.colophon.reporters.mysql.sql.lex.Term;
import org.colophon.reporters.mysql.sql.lex.TokenBuffer;

/**
 * Which columns and variables hold secrets, by parts of their names: strings that are assigned to
 * them are masked.
 *
 * @param parts in upper case
 */
public record SecretNames(List<String> parts) {
  /** What is taken for one unless something else is said. */
  public static final String USUAL = "pass,pwd,secret,token";

  private static final int LONGEST = 64;

  /** From a list parted by commas, in any case. */
  public static SecretNames of(String list) {
    String upper = list.toUpperCase(Locale.ROOT);
    return new SecretNames(
        List.of(upper.split(",")).stream().map(String::strip).filter(p -> !p.isEmpty()).toList());
  }

  /** Whether a name in upper case is one. */
  boolean include(String name) {
    for (int i = 0; i < parts.size(); i++) {
      if (name.contains(parts.get(i))) {
        return true;
      }
    }
    return false;
  }

  /** Whether any name or variable among the tokens is one. */
  boolean areIn(TokenBuffer tokens) {
    for (int i = 0; i < tokens.size(); i++) {
      Term term = tokens.term(i);
      if ((term.isNameLike() || term == Term.VARIABLE)
          && include(word(tokens.text(), tokens.start(i), tokens.end(i)))) {
        return true;
      }
    }
    return false;
  }

  /** The end of a word in upper case. */
  static String word(byte[] text, int from, int to) {
    int length = Math.min(LONGEST, to - from);
    return new String(text, to - length, length, java.nio.charset.StandardCharsets.ISO_8859_1)
        .toUpperCase(Locale.ROOT);
  }
}
