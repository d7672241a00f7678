// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.question;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.colophon.cli.base.Invocation;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.encoding.FileDigest;
import org.colophon.core.model.encoding.PatchStates;
import org.colophon.query.answer.Answer;
import org.colophon.query.question.RecordQuestions.UndoQuestion;
import org.colophon.query.text.DisplayText;
import org.colophon.query.undo.ReversePatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Restores an earlier content of a text file by its recorded patches. */
@Command(
    name = "undo",
    description = "Restore an earlier content of a text file from its recorded patches.",
    footer = {
      "",
      "Applies the patches of the inspector 'text' backwards, from the content on the",
      "disk. Digests check each step. If a patch is missing, the command names the",
      "change, and restores nothing. It never changes FILE itself.",
      "",
      "Examples:",
      "  colophon undo notes.txt --as-of 2h -o notes.old",
      "  colophon undo notes.txt --as-of release-1 -o - | less",
      "  colophon undo notes.txt --as-of 4711 --from backup/notes.txt -o notes.old",
      "  colophon undo notes.txt --as-of 2h --json    the patches, as JSON"
    })
public final class UndoCommand extends AnswerCommand {
  private static final Path STANDARD_OUTPUT = Path.of("-");

  @Option(
      names = "--from",
      paramLabel = "FILE",
      description = "Start from this file, which may have an older recorded content.")
  private @Nullable Path from;

  @Option(names = "--force", description = "Replace the file of --output.")
  private boolean isForced;

  private byte[] start = {};

  public UndoCommand(Invocation invocation) {
    super(invocation, UndoQuestion.class);
  }

  @Override
  public void prepare() {
    String target = (String) Objects.requireNonNull(super.value("target"));
    if (asOf() == null && target.lastIndexOf('@') < 0) {
      throw ErrorCode.BAD_REQUEST.exception("give the time of the content with --as-of WHEN");
    }
    Path out = outputFile();
    if (out != null && !isForced && Files.exists(out)) {
      throw ErrorCode.ALREADY_EXISTS.exception(
          out + " exists; give another file, or --force to replace it");
    }
    start = read(from == null ? Path.of(path(target)) : from);
    super.prepare();
  }

  /** Returns the path of a target without its time. */
  private String path(String target) {
    int at = target.lastIndexOf('@');
    return at < 0 || Files.exists(absolute(Path.of(target))) ? target : target.substring(0, at);
  }

  private byte[] read(Path given) {
    Path file = absolute(given);
    String name = DisplayText.text(given.toString());
    if (!Files.isRegularFile(file)) {
      throw ErrorCode.NOT_FOUND.exception(
          name + " is not a regular file; give a file with a recorded content with --from");
    }
    try {
      if (Files.size(file) > PatchStates.MAX_HASHED_BYTES) {
        throw ErrorCode.LIMIT_REACHED.exception(
            "%s has more than %d bytes: such contents have no recorded digests"
                .formatted(name, PatchStates.MAX_HASHED_BYTES));
      }
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw IoFailure.of("read", name, e);
    }
  }

  @Override
  public @Nullable Path outputFile() {
    Path given = super.outputFile();
    return given != null && given.equals(absolute(STANDARD_OUTPUT)) ? null : given;
  }

  @Override
  public @Nullable Object value(String parameter) {
    return switch (parameter) {
      case "content" -> FileDigest.SCHEME + ReversePatch.sha256(start);
      case "old-content" -> from != null;
      default -> super.value(parameter);
    };
  }

  @Override
  public String format() {
    return "json";
  }

  @Override
  public Answer.Body completed(Answer.Body answer) {
    return output().isJson() ? answer : out -> out.write(restored(answer));
  }

  private byte[] restored(Answer.Body answer) throws IOException {
    ByteArrayOutputStream json = new ByteArrayOutputStream();
    answer.write(json);
    JsonNode chain = new ObjectMapper().readTree(json.toByteArray());
    byte[] content = start;
    for (JsonNode each : chain.path("patches")) {
      content = before(each, content);
    }
    if (!chain.path("content").asText().equals(FileDigest.SCHEME + ReversePatch.sha256(content))) {
      throw ErrorCode.BAD_INPUT.exception("the recorded patches do not lead to the wanted content");
    }
    return content;
  }

  private static byte[] before(JsonNode patch, byte[] after) throws IOException {
    try {
      return ReversePatch.before(
          Bytes.wrap(patch.path("patch").path("base64").binaryValue()), after);
    } catch (ColophonException e) {
      throw new ColophonException(
          e.code(),
          "the patch of LSN %s cannot be undone: %s"
              .formatted(patch.path("lsn").asText(), e.getMessage()),
          e);
    }
  }
}
