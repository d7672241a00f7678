// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.search;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.colophon.cli.config.Store;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.colophon.core.files.PrivateFiles;
import org.colophon.query.text.DisplayText;

/**
 * Command lines of saved queries by name, in {@code questions.json} of a store. Only the owner may
 * read the file. Each change replaces the whole file.
 */
final class SavedQuestions {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final Set<String> COMMANDS =
      Set.of(
          "ask",
          "common",
          "cypher",
          "diff",
          "export",
          "find",
          "history",
          "inspect",
          "lineage",
          "recordings",
          "show",
          "touched",
          "why");

  private final Path file;

  SavedQuestions(Store store) {
    store.requireToExist();
    this.file = store.directory().resolve("questions.json");
  }

  Map<String, List<String>> all() {
    if (!Files.exists(file)) {
      return new TreeMap<>();
    }
    try {
      return MAPPER.readValue(
          Files.readAllBytes(file), new TypeReference<TreeMap<String, List<String>>>() {});
    } catch (JsonProcessingException e) {
      throw ErrorCode.STORE_CORRUPT.exception(
          "%s is damaged: repair or delete it; %s".formatted(file, e.getOriginalMessage()), e);
    } catch (IOException e) {
      throw IoFailure.of("read", file, e);
    }
  }

  List<String> get(String name) {
    Map<String, List<String>> all = all();
    if (!all.containsKey(name)) {
      throw ErrorCode.NOT_FOUND.exception(
          "there is no saved question '%s'; saved: %s"
              .formatted(
                  DisplayText.text(name),
                  all.isEmpty() ? "none" : String.join(", ", all.keySet())));
    }
    return all.get(name);
  }

  /** Saves a query. Replaces an earlier query of the same name. */
  void save(String name, List<String> words) {
    if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,63}")) {
      throw ErrorCode.BAD_REQUEST.exception(
          "the name '%s' is invalid; use up to 64 letters, digits, dots, dashes and underscores"
              .formatted(DisplayText.text(name)));
    }
    if (words.isEmpty() || !COMMANDS.contains(words.get(0))) {
      throw ErrorCode.BAD_REQUEST.exception(
          "a question must begin with one of %s, not '%s'"
              .formatted(
                  String.join(", ", COMMANDS.stream().sorted().toList()),
                  words.isEmpty() ? "" : DisplayText.text(words.get(0))));
    }
    Map<String, List<String>> all = all();
    all.put(name, words);
    write(all);
  }

  void remove(String name) {
    get(name);
    Map<String, List<String>> all = all();
    all.remove(name);
    write(all);
  }

  private void write(Map<String, List<String>> all) {
    try {
      PrivateFiles.write(file, MAPPER.writeValueAsBytes(all));
    } catch (IOException e) {
      throw IoFailure.of("write", file, e);
    }
  }
}
