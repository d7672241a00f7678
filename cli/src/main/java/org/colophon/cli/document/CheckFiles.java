// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.document;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.colophon.query.check.Baseline;
import org.colophon.query.check.Declaration;
import org.colophon.query.check.Declarations;
import org.colophon.query.check.DepFile;
import org.colophon.service.config.file.YamlFile;
import org.colophon.service.config.file.YamlSection;

/** Reads the files of declarations that {@code check} gets. Any thread. */
final class CheckFiles {
  private CheckFiles() {}

  /** Reads {@code inputs}, {@code outputs}, {@code accept} and {@code network} from YAML. */
  static Declarations declared(Path file) {
    Path directory = Objects.requireNonNull(file.getParent());
    return YamlFile.parse(
        text(file), file.toString(), directory, section -> declared(section, file.toString()));
  }

  private static Declarations declared(YamlSection section, String source) {
    if (section.isEmpty()) {
      section.refuse("the file declares nothing; write lists 'inputs' and 'outputs' of globs");
    }
    return new Declarations(
        globs(section, "inputs", source),
        globs(section, "outputs", source),
        globs(section, "accept", source),
        section.flag("network", true));
  }

  private static List<Declaration> globs(YamlSection section, String key, String source) {
    return section.values(key, (text, line) -> new Declaration(text, false, source, line));
  }

  static Declarations dependencies(Path file) {
    return DepFile.parse(file.toString(), text(file));
  }

  static Baseline baseline(Path file) {
    return Baseline.parse(file.toString(), text(file));
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (NoSuchFileException e) {
      throw ErrorCode.BAD_REQUEST.exception("there is no file " + file + "; name another", e);
    } catch (CharacterCodingException e) {
      throw ErrorCode.BAD_REQUEST.exception(file + ": the file is not text in UTF-8", e);
    } catch (IOException e) {
      throw IoFailure.of("read", file, e);
    }
  }
}
