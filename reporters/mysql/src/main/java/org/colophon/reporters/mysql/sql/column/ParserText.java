package org.colophon.reporters.mysql.sql.column;

import java.nio.charset.StandardCharsets;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.lex.Term;
import org.colophon.reporters.mysql.sql.lex.TokenBuffer;

/**
 * Rewrites a statement for a parser without SQL modes, version comments and bytes: names in
 * backticks, placeholders for literals, each byte as a character of Latin-1.
 */
final class ParserText {
  private ParserText() {}

  /** Text of the tokens {@code [from, to)}. */
  static String of(TokenBuffer tokens, int from, int to) {
    StringBuilder out = new StringBuilder();
    boolean isCreated = tokens.term(from) == Term.CREATE;
    for (int i = from; i < to; i++) {
      Term term = tokens.term(i);
      if (isCreated && isUnmatched(tokens, from, i)) {
        continue;
      }
      boolean touches = i > from && tokens.end(i - 1) == tokens.start(i);
      boolean isBound = term == Term.DOT || (i > from && tokens.term(i - 1) == Term.DOT);
      boolean isPair = term.isSolid() && i > from && tokens.term(i - 1).isSolid();
      if (!isBound && (!touches || isPair)) {
        out.append(' ');
      }
      append(out, tokens, i, term);
    }
    return out.toString();
  }

  /** CREATE OR REPLACE, and AS before WITH, which the parser rejects. */
  private static boolean isUnmatched(TokenBuffer tokens, int from, int i) {
    boolean isOr = i == from + 1 && tokens.term(i) == Term.OR;
    boolean isReplace = i == from + 2 && tokens.term(i) == Term.REPLACE;
    return isOr || isReplace || (tokens.term(i) == Term.AS && tokens.term(i + 1) == Term.WITH);
  }

  private static void append(StringBuilder out, TokenBuffer tokens, int i, Term term) {
    int start = tokens.start(i);
    int end = tokens.end(i);
    switch (term) {
      case STRING -> out.append("'x'");
      case NUMBER -> out.append('1');
      case PARAMETER -> out.append('?');
      case NAME -> quote(out, tokens.name(i));
      case VARIABLE -> out.append("@v");
      case WORD -> word(out, Bytes.copyOf(tokens.text(), start, end));
      default -> out.append(latin(Bytes.copyOf(tokens.text(), start, end)));
    }
  }

  private static void word(StringBuilder out, Bytes word) {
    for (int i = 0; i < word.length(); i++) {
      if (word.at(i) < 0) {
        quote(out, word);
        return;
      }
    }
    out.append(latin(word));
  }

  private static void quote(StringBuilder out, Bytes name) {
    out.append('`').append(latin(name).replace("`", "``")).append('`');
  }

  private static String latin(Bytes bytes) {
    return new String(bytes.toArray(), StandardCharsets.ISO_8859_1);
  }
}
