// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.question;

import java.nio.file.Path;
import java.util.Objects;
import org.colophon.cli.base.Invocation;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.encoding.FileDigest;
import org.colophon.core.model.encoding.FileState;
import org.colophon.query.question.RecordQuestions.IdentifyQuestion;
import org.colophon.query.text.DisplayText;
import org.colophon.reporters.common.content.FileHasher;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** Finds the recorded files that had the content of a local file. */
@Command(
    name = "identify",
    description = "Show which recorded files had the content of a file, and who wrote them.",
    footer = {
      "",
      "Hashes the file. Its name does not matter, and it need not be recorded itself.",
      "",
      "Examples:",
      "  colophon identify copy.png --json",
      "  colophon identify sha256:HEX        the 64 digits that sha256sum prints",
      "  colophon identify git:HEX           the 40 digits that git hash-object prints",
      "  colophon identify fs-verity:HEX     the digits that fsverity measure prints"
    })
public final class IdentifyCommand extends AnswerCommand {
  private @Nullable String content;

  public IdentifyCommand(Invocation invocation) {
    super(invocation, IdentifyQuestion.class);
  }

  @Override
  public void prepare() {
    String text = (String) Objects.requireNonNull(super.value("content"));
    content = FileDigest.isContent(Bytes.of(text)) ? text : hashed(text);
    super.prepare();
  }

  @Override
  public int targetsOfOneHost() {
    return 0;
  }

  private String hashed(String text) {
    Path file = absolute(Path.of(text)).toAbsolutePath();
    FileState state = FileHasher.state(file);
    if (state == null) {
      FileDigest.rejectMalformed(Bytes.of(text));
      throw ErrorCode.NOT_FOUND.exception(
          DisplayText.text(text)
              + " is not a regular file, and not written as sha256:HEX, git:HEX or fs-verity:HEX");
    }
    FileDigest digest = new FileHasher().digest(file, state);
    if (digest == null) {
      throw ErrorCode.IO_FAILED.exception(
          DisplayText.text(text) + " is not readable, or changes while it is read; try again");
    }
    return digest.name().toString();
  }

  @Override
  public @Nullable Object value(String parameter) {
    return parameter.equals("content") ? content : super.value(parameter);
  }
}
