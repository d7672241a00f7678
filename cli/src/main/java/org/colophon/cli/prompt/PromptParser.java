// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.prompt;

import java.util.List;
import org.colophon.cli.cypher.CypherText;
import org.jline.reader.CompletingParsedLine;
import org.jline.reader.EOFError;
import org.jline.reader.ParsedLine;
import org.jline.reader.Parser;

/** Determines for JLine whether a statement is complete, and which word to complete. */
final class PromptParser implements Parser {
  @Override
  public ParsedLine parse(String line, int cursor, ParseContext context) {
    if (context == ParseContext.ACCEPT_LINE && !isWhole(line)) {
      throw new EOFError(-1, cursor, "no ';' yet");
    }
    return new Word(line, cursor, CompletionPoint.at(line.substring(0, cursor)).start());
  }

  /**
   * Returns whether the input is complete. A command ends with its line, a statement with a
   * semicolon.
   */
  private static boolean isWhole(String text) {
    return text.stripLeading().startsWith(":") || text.isBlank() || CypherText.end(text) >= 0;
  }

  @Override
  public boolean isEscapeChar(char c) {
    return false; // a backslash is an ordinary character of statements
  }

  private record Word(String line, int cursor, int start) implements CompletingParsedLine {
    @Override
    public String word() {
      return line.substring(start, cursor);
    }

    @Override
    public int wordCursor() {
      return cursor - start;
    }

    @Override
    public int wordIndex() {
      return 0;
    }

    @Override
    public List<String> words() {
      return List.of(word());
    }

    @Override
    public CharSequence escape(CharSequence candidate, boolean complete) {
      return candidate; // no candidate needs an escape
    }

    @Override
    public int rawWordCursor() {
      return wordCursor();
    }

    @Override
    public int rawWordLength() {
      return word().length();
    }
  }
}
