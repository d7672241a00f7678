// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.procedures.cookbook;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A question of the cookbook document.
 *
 * @param question its heading
 * @param parameters parsed from the comment in the statement's first lines
 */
record Recipe(String question, String statement, Map<String, String> parameters) {
  private static final Path DOCUMENT = Path.of("../../docs/how-to/cypher-cookbook.md");
  private static final Pattern CHAPTER = Pattern.compile("(?ms)^## Cookbook$(.*?)(?=^## |\\z)");
  private static final Pattern QUESTION =
      Pattern.compile("(?ms)^#### ([^\n]+)$(.*?)(?=^#{3,4} |\\z)");
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```cypher\n(.*?)^```$");
  private static final Pattern PARAMETER = Pattern.compile("(?m)^// (\\w+)=(.*)$");

  /** Returns every recipe, in order. A question with two statements has two recipes. */
  static List<Recipe> all() throws IOException {
    List<Recipe> recipes = new ArrayList<>();
    Matcher chapter = CHAPTER.matcher(Files.readString(DOCUMENT));
    if (!chapter.find()) {
      throw new AssertionError(DOCUMENT + " has no cookbook");
    }
    Matcher question = QUESTION.matcher(chapter.group(1));
    while (question.find()) {
      Matcher block = BLOCK.matcher(question.group(2));
      while (block.find()) {
        recipes.add(new Recipe(question.group(1), block.group(1), parameters(block.group(1))));
      }
    }
    return recipes;
  }

  private static Map<String, String> parameters(String statement) {
    Map<String, String> parameters = new LinkedHashMap<>();
    Matcher each = PARAMETER.matcher(statement);
    while (each.find()) {
      parameters.put(each.group(1), each.group(2));
    }
    return parameters;
  }

  @Override
  public String toString() {
    return question;
  }
}
