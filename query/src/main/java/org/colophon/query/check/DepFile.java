// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.check;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.colophon.core.error.ErrorCode;

/**
 * Parser of dependency files, which compilers write with {@code -MD} and Ninja reads. One thread.
 *
 * <p>The syntax is that of Make's rules. A backslash before the end of a line joins two lines. An
 * odd number of backslashes before a space keeps the space in the name, and half of them; {@code
 * \#}, {@code \:} and {@code $$} stand for their last character. A target that is a prerequisite
 * too, and has none itself, comes from {@code -MP} and declares nothing.
 *
 * @see <a href="https://gcc.gnu.org/onlinedocs/gcc/Preprocessor-Options.html">GCC: -M</a>
 */
public final class DepFile {
  private final String source;
  private final List<Declaration> inputs = new ArrayList<>();
  private final List<Declaration> outputs = new ArrayList<>();
  private final List<Declaration> withoutInputs = new ArrayList<>();

  private DepFile(String source) {
    this.source = source;
  }

  /**
   * Parses a file. Its prerequisites are inputs, and its targets are outputs.
   *
   * @param source name of the file, for messages
   * @throws org.colophon.core.error.ColophonException BAD_REQUEST with the line, if a line is not a
   *     rule, or if the file has no rules
   */
  public static Declarations parse(String source, String text) {
    DepFile file = new DepFile(source);
    int number = 1;
    StringBuilder rule = new StringBuilder();
    int begin = 1;
    for (String line : text.split("\r?\n", -1)) {
      boolean isContinued = isOdd(backslashesBefore(line, line.length()));
      rule.append(isContinued ? line.substring(0, line.length() - 1) + " " : line);
      number++;
      if (!isContinued) {
        file.addRule(rule.toString(), begin);
        rule.setLength(0);
        begin = number;
      }
    }
    ErrorCode.BAD_REQUEST.require(
        rule.isEmpty(), source + ":" + begin + ": the last line ends with a backslash");
    return file.declarations();
  }

  private Declarations declarations() {
    Set<String> names = new HashSet<>();
    inputs.forEach(each -> names.add(each.text()));
    withoutInputs.stream().filter(each -> !names.contains(each.text())).forEach(outputs::add);
    ErrorCode.BAD_REQUEST.require(
        !inputs.isEmpty() || !outputs.isEmpty(),
        source + ": the file has no rules; make it again, or leave it out");
    return new Declarations(inputs, outputs, List.of(), true);
  }

  private static boolean isOdd(int number) {
    return number % 2 == 1;
  }

  private static int backslashesBefore(String text, int end) {
    int begin = end;
    while (begin > 0 && text.charAt(begin - 1) == '\\') {
      begin--;
    }
    return end - begin;
  }

  private void addRule(String rule, int line) {
    if (rule.isBlank() || rule.startsWith("#")) {
      return;
    }
    List<String> targets = new ArrayList<>();
    List<String> prerequisites = new ArrayList<>();
    boolean hasColon = false;
    for (String word : words(rule, line)) {
      if (!hasColon && word.equals(":")) {
        hasColon = true;
      } else if (hasColon) {
        prerequisites.add(word);
      } else {
        targets.add(word);
      }
    }
    if (!hasColon || targets.isEmpty()) {
      throw bad(line, "not a rule 'TARGET: PREREQUISITE...'");
    }
    List<Declaration> written = prerequisites.isEmpty() ? withoutInputs : outputs;
    targets.forEach(each -> written.add(new Declaration(each, true, source, line)));
    prerequisites.forEach(each -> inputs.add(new Declaration(each, true, source, line)));
  }

  private RuntimeException bad(int line, String problem) {
    return ErrorCode.BAD_REQUEST.exception(source + ":" + line + ": " + problem);
  }

  /** Splits a rule into names without escapes, and the colon. Ends at a comment. */
  private List<String> words(String rule, int line) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean hasColon = false;
    for (int i = 0; i < rule.length(); i++) {
      char c = rule.charAt(i);
      char next = i + 1 < rule.length() ? rule.charAt(i + 1) : ' ';
      if (c == ' ' || c == '\t') {
        end(word, words);
      } else if (c == '#') {
        break;
      } else if (c == ':' && !hasColon && (next == ' ' || next == '\t')) {
        end(word, words);
        words.add(":");
        hasColon = true;
      } else if (c == '$') {
        if (next != '$') {
          throw bad(line, "$ begins a variable, which is not supported; write $$ for a dollar");
        }
        word.append('$');
        i++;
      } else if (c == '\\') {
        i += escaped(rule, i, word) - 1;
      } else {
        word.append(c);
      }
    }
    end(word, words);
    return words;
  }

  private static void end(StringBuilder word, List<String> words) {
    if (!word.isEmpty()) {
      words.add(word.toString());
      word.setLength(0);
    }
  }

  /** Appends the meaning of backslashes and returns the number of read characters. */
  private static int escaped(String rule, int at, StringBuilder word) {
    int end = at;
    while (end < rule.length() && rule.charAt(end) == '\\') {
      end++;
    }
    int count = end - at;
    char next = end < rule.length() ? rule.charAt(end) : '\0';
    boolean isEscapable = next == ' ' || next == '#' || next == ':';
    if (!isEscapable || !isOdd(count)) {
      word.append("\\".repeat(count));
      return count;
    }
    word.append("\\".repeat(next == ' ' ? count / 2 : count - 1)).append(next);
    return count + 1;
  }
}
