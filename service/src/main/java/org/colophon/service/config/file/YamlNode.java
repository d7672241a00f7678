// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.config.file;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A value in a YAML file: a scalar, a list or a map.
 *
 * @param line line number from 1; 0 for the whole file
 * @param text the scalar; null for a list, for a map, and for an absent value
 * @param items the items; null unless this is a list
 * @param keys the entries; null unless this is a map
 */
record YamlNode(
    int line,
    @Nullable String text,
    @Nullable List<YamlNode> items,
    @Nullable Map<String, Entry> keys) {
  static final YamlNode ABSENT = new YamlNode(0, null, null, null);

  private static final int MAX_DEPTH = 32;

  /** A value of a map, with the line of its key. */
  record Entry(int line, YamlNode value) {}

  boolean isAbsent() {
    return text == null && items == null && keys == null;
  }

  /** Reads the value at the parser's current position. */
  static YamlNode read(YAMLParser parser, ConfigProblems problems, int depth) throws IOException {
    int line = parser.currentTokenLocation().getLineNr();
    JsonToken token = parser.currentToken();
    if (parser.isCurrentAlias()) {
      problems.add(line, "anchors and aliases are not supported: repeat the value");
    }
    if (token.isStructStart() && depth == MAX_DEPTH) {
      problems.add(line, "lists and keys are nested more than " + MAX_DEPTH + " deep");
      problems.throwIfAny();
    }
    if (token == JsonToken.START_ARRAY) {
      List<YamlNode> items = new ArrayList<>();
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        items.add(read(parser, problems, depth + 1));
      }
      return new YamlNode(line, null, items, null);
    }
    if (token == JsonToken.START_OBJECT) {
      return new YamlNode(line, null, null, readKeys(parser, problems, depth));
    }
    return new YamlNode(line, token == JsonToken.VALUE_NULL ? null : parser.getText(), null, null);
  }

  private static Map<String, Entry> readKeys(YAMLParser parser, ConfigProblems problems, int depth)
      throws IOException {
    Map<String, Entry> keys = new LinkedHashMap<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      int line = parser.currentTokenLocation().getLineNr();
      String key = parser.currentName();
      parser.nextToken();
      Entry entry = new Entry(line, read(parser, problems, depth + 1));
      if (keys.putIfAbsent(key, entry) != null) {
        problems.add(line, key + " is set twice");
      }
    }
    return keys;
  }
}
