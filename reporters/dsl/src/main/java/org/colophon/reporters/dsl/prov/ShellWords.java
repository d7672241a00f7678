package org.colophon.reporters.dsl.prov;

import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.Bytes;

/** Splits a command line that Colophon quoted. */
final class ShellWords {
  private ShellWords() {}

  static List<Bytes> split(String line) {
    List<Bytes> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean isQuoted = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '\'') {
        isQuoted = !isQuoted;
      } else if (!isQuoted && line.startsWith("\\'", i)) {
        word.append('\'');
        i++;
      } else if (!isQuoted && c == ' ') {
        words.add(ShownBytes.of(word.toString()));
        word.setLength(0);
      } else {
        word.append(c);
      }
    }
    words.add(ShownBytes.of(word.toString()));
    return words;
  }
}
