// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.line;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Enum constants by their lower-case names. */
final class EnumWords<E extends Enum<E>> {
  private final String what;
  private final Map<String, E> byWord = new HashMap<>();

  EnumWords(String what, Class<E> type) {
    this.what = what;
    Arrays.stream(type.getEnumConstants())
        .forEach(each -> byWord.put(each.name().toLowerCase(Locale.ROOT), each));
  }

  @Nullable E find(String word) {
    return byWord.get(word);
  }

  E get(@Nullable String word, @Nullable E absent) {
    E found = word == null ? absent : byWord.get(word);
    if (found == null) {
      throw new BadLineException(what + " is one of " + new TreeSet<>(byWord.keySet()));
    }
    return found;
  }
}
