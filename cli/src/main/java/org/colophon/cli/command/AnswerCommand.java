package org.colophon.cli.command;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.service.answer.Answer;
import org.colophon.service.answer.AnswerStyle;
import org.colophon.service.answer.Answers;
import org.colophon.service.client.ServiceConnection;
import org.colophon.service.client.ServiceRefusalException;
import org.colophon.service.client.ServiceRequest;
import org.colophon.service.client.ServiceResponse;

/**
 * A question that is answered by the same code in the service and here, so that the answers are the
 * same byte for byte. The service is told what a terminal would say: width, colours, directory,
 * zone.
 */
abstract class AnswerCommand extends QueryCommand {
  private static final int MAX_HEAD_BYTES = 12_000;

  /** What stands in a text for bytes that are none. */
  private static final char NO_TEXT = '\ufffd';

  AnswerCommand(Invocation invocation) {
    super(invocation);
  }

  /** Where the service takes the question. */
  abstract String path();

  /** Adds the question's own parameters. */
  abstract void describe(ServiceRequest.Builder request);

  /** Answers here. */
  abstract Answer answer(Answers answers);

  /** The format of the answer: {@code json} or {@code text}, but for lineages. */
  String format() {
    return output().isJson() ? "json" : "text";
  }

  @Override
  final int answer(Question question) {
    AnswerStyle look =
        new AnswerStyle(
            format(),
            isColoured(),
            widthColumns(),
            invocation().directory(),
            ZoneId.systemDefault());
    Answer answer = answer(new Answers(question.reader(), Instant.now(), look, asOf()));
    write(out -> answer.body().write(out));
    return end(answer.remarks(), answer.found());
  }

  private int end(List<String> remarks, boolean isFound) {
    remarks.forEach(console()::remark);
    return isFound ? ExitCode.FOUND : ExitCode.NOTHING;
  }

  /**
   * A question that is too long for the head of a request is answered here, and one from a folder
   * whose name no text tells.
   */
  @Override
  final boolean isServed(ServiceConnection connection) {
    return request().headBytes() <= MAX_HEAD_BYTES
        && invocation().directory().toString().indexOf(NO_TEXT) < 0
        && super.isServed(connection);
  }

  private ServiceRequest request() {
    ServiceRequest.Builder request = ServiceRequest.get(path());
    describe(request);
    return request
        .parameter("as-of", asOf())
        .parameter("adapter", adapterName())
        .parameter("format", format())
        .parameter("colours", isColoured() ? true : null)
        .parameter("width", widthColumns() == 0 ? null : widthColumns())
        .parameter("directory", invocation().directory())
        .parameter("zone", ZoneId.systemDefault())
        .build();
  }

  @Override
  final int ask(ServiceConnection connection) {
    try (ServiceResponse response = exchange(connection, request())) {
      write(response::copyTo);
      return end(response.remarks(), response.isFound());
    }
  }

  private static ServiceResponse exchange(ServiceConnection connection, ServiceRequest request) {
    try {
      return connection.exchangePatiently(request);
    } catch (ServiceRefusalException e) {
      if (e.code() == ErrorCode.LIMIT_REACHED) {
        throw new ColophonException(
            e.code(), e.getMessage() + "; --embedded asks beside the service", e);
      }
      throw e;
    }
  }
}
