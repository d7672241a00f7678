// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.storage.RecordType;
import org.junit.jupiter.api.Test;

/**
 * Compares {@code docs/reference/vocabulary.md} with the enums. After changing an enum run {@code
 * mvn -pl core/api test -Dtest=VocabularyTest -Dcolophon.update} and review the difference: durable
 * codes must not change.
 */
class VocabularyTest {
  private static final Path FILE = Path.of("..", "..", "docs", "reference", "vocabulary.md");

  @Test
  void matchesTheEnums() throws Exception {
    String generated = generate();
    if (System.getProperty("colophon.update") != null) {
      Files.writeString(FILE, generated);
    }
    assertThat(Files.readString(FILE)).isEqualTo(generated);
  }

  private static final String RECORDS_OF_TRACES =
      """

      ## Extended records of traces

      Traces attach this record to files at their end ([digests](tracing.md#digests)), and mounts while
      they are in use ([digests of a mount](fuse.md#digests)):

      | type | object | content |
      |---|---|---|
      | file-digest | each output, and each input below the working directory or the mount | `sha256=HEX git=HEX size=N`, and ` fs-verity=HEX` for a file with fs-verity; `git` is the id of the content as a blob of git |

      Traces attach these records to processes.

      | type | process | content |
      |---|---|---|
      | captured-by | the first | the tool that recorded the calls: `strace`, `ebpf` or `ebpf-service` |
      | environment | each program, with `--env` or the option `env` | JSON, see below |

      `{"variables":{"LC_ALL":"C","PATH":"/bin"},"cut":["PATH"],"isIncomplete":true}`: the chosen
      variables in order of names, as UTF-8. `cut` names the variables whose values are
      cut. `isIncomplete` shows that variables are missing. `cut` is left out if it is empty, and
      `isIncomplete` if it is false.
      """;

  private static String generate() {
    StringBuilder page = new StringBuilder();
    page.append("# Vocabulary\n\nGenerated from the enums of `core`; codes are durable.\n");
    head(page, "Access modes", "relations of a process to an object", "relation (PROV)", "flow");
    for (AccessMode mode : AccessMode.values()) {
      row(page, mode, mode.code(), mode.relation().provName(), name(mode.flow()));
    }
    head(page, "Operation kinds", "operations of processes on objects", "access mode");
    for (OperationKind kind : OperationKind.values()) {
      row(page, kind, kind.code(), name(kind.mode()));
    }
    head(page, "Link kinds", "reasons for which a process is informed by another", "flow");
    for (LinkKind kind : LinkKind.values()) {
      row(page, kind, kind.code(), name(kind.flow()));
    }
    head(page, "Object kinds", "kinds of objects");
    for (ObjectKind kind : ObjectKind.values()) {
      row(page, kind, kind.code());
    }
    head(page, "Gap causes", "reasons for which a capture is incomplete", "text");
    for (GapCause cause : GapCause.values()) {
      row(page, cause, cause.code(), cause.text());
    }
    head(
        page,
        "Record types",
        "journal records that adapters receive; code 16, a position, is internal");
    for (RecordType type : RecordType.values()) {
      row(page, type, type.code());
    }
    page.append(RECORDS_OF_TRACES);
    page.append(
        "\n## Error codes\n\nThe type of an error shows its cause: the user, Colophon or a\n");
    page.append("damaged store (internal), another program or the system (external), or a limit\n");
    page.append("(exhausted).\n\n");
    page.append("| name | type |\n|---|---|\n");
    for (ErrorCode code : ErrorCode.values()) {
      page.append("| %s | %s |\n".formatted(code.name(), name(code.type())));
    }
    return page.toString();
  }

  private static void head(StringBuilder page, String title, String meaning, String... columns) {
    page.append("\n## %s\n\n".formatted(title));
    page.append(meaning.substring(0, 1).toUpperCase(Locale.ROOT)).append(meaning.substring(1));
    page.append(".\n\n| name | code |");
    for (String column : columns) {
      page.append(" %s |".formatted(column));
    }
    page.append("\n|---|---|").append("---|".repeat(columns.length)).append('\n');
  }

  private static void row(StringBuilder page, Enum<?> value, int code, String... columns) {
    page.append("| %s | %d |".formatted(name(value), code));
    for (String column : columns) {
      page.append(" %s |".formatted(column));
    }
    page.append('\n');
  }

  private static String name(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
