// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.prompt;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.colophon.cli.cypher.AnswerFormat;
import org.colophon.core.spi.cypher.CypherVocabulary;
import org.colophon.query.text.DisplayText;
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;

/** Returns the completions that are valid at the cursor. */
record PromptCompleter(
    Supplier<CypherVocabulary> vocabulary, Supplier<? extends Collection<String>> parameters)
    implements Completer {
  @Override
  public void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
    String before = line.line().substring(0, line.cursor());
    switch (CompletionPoint.at(before).kind()) {
      case COMMAND -> add(candidates, PromptCommands.names(), true);
      case FORMAT -> add(candidates, new AnswerFormat.Names(), false);
      case PARAMETER -> add(candidates, parameters.get(), false);
      case PROCEDURE -> add(candidates, vocabulary.get().procedures(), false);
      case LABEL -> add(candidates, vocabulary.get().labels(), false);
      case TYPE -> add(candidates, vocabulary.get().relationshipTypes(), false);
      case PROPERTY -> add(candidates, vocabulary.get().propertyNames(), false);
      case DOTTED -> addBehindDot(candidates, before);
      case WORD -> addWords(candidates, line.word());
      case NOTHING -> {}
    }
  }

  /**
   * Adds the functions whose names begin with the text before the cursor. If there are none, the
   * text before the dot is a variable, and properties are added.
   */
  private void addBehindDot(List<Candidate> candidates, String before) {
    String dotted = CompletionPoint.dotted(before);
    int start = dotted.lastIndexOf('.') + 1;
    List<String> functions =
        vocabulary.get().functions().stream()
            .filter(name -> startsWith(name, dotted))
            .map(name -> name.substring(start))
            .toList();
    add(candidates, functions.isEmpty() ? vocabulary.get().propertyNames() : functions, false);
  }

  /** Adds keywords. Their case is that of the text already typed. */
  private void addWords(List<Candidate> candidates, String word) {
    boolean isLower = !word.isEmpty() && word.equals(word.toLowerCase(Locale.ROOT));
    for (String keyword : CypherKeywords.KEYWORDS) {
      add(candidates, List.of(isLower ? keyword.toLowerCase(Locale.ROOT) : keyword), true);
    }
    add(candidates, CypherKeywords.FUNCTIONS, false);
    add(candidates, vocabulary.get().functions(), false);
  }

  private static boolean startsWith(String name, String prefix) {
    return name.regionMatches(true, 0, prefix, 0, prefix.length());
  }

  /** Adds a name. Skips a name that is not terminal-safe or would need quotes. */
  private static void add(
      List<Candidate> candidates, Collection<String> words, boolean isBlankAfter) {
    for (String word : words) {
      if (word.matches("[:\\w.-]+") && DisplayText.text(word).equals(word)) {
        candidates.add(new Candidate(word, word, null, null, null, null, isBlankAfter));
      }
    }
  }
}
