// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.config.file;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.function.Function;
import org.colophon.core.error.ColophonException;

/** Reads a YAML file of keys with values. Reports all problems together, with file and line. */
public final class YamlFile {
  private static final int MAX_CHARACTERS = 1 << 20;

  private YamlFile() {}

  /**
   * Reads a text. Reports keys that were not read as unknown.
   *
   * @param name the file's name, for messages
   * @param directory base of relative paths
   * @param read reads all keys
   * @throws ColophonException BAD_REQUEST with a line for each problem
   */
  public static <V> V parse(
      String text, String name, Path directory, Function<YamlSection, V> read) {
    ConfigProblems problems = new ConfigProblems(name);
    YamlNode node = parse(text, problems);
    problems.throwIfAny();
    YamlSection root = new YamlSection(problems, "", node, directory);
    V value = read.apply(root);
    root.done();
    problems.throwIfAny();
    return value;
  }

  private static YamlNode parse(String text, ConfigProblems problems) {
    if (text.length() > MAX_CHARACTERS) {
      problems.add(0, "the file is longer than " + MAX_CHARACTERS + " characters");
      return YamlNode.ABSENT;
    }
    try (YAMLParser parser = new YAMLFactory().createParser(text)) {
      YamlNode node =
          parser.nextToken() == null ? YamlNode.ABSENT : YamlNode.read(parser, problems, 0);
      if (parser.nextToken() != null) {
        problems.add(
            parser.currentTokenLocation().getLineNr(), "the file is more than one document");
      }
      return node;
    } catch (JsonProcessingException e) {
      int line = e.getLocation() == null ? 0 : Math.max(0, e.getLocation().getLineNr());
      problems.add(
          line, "the file is not YAML: " + e.getOriginalMessage().lines().findFirst().get());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return YamlNode.ABSENT;
  }
}
