package org.colophon.cli.question;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.base.Invocation;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.client.connection.ServiceRefusalException;
import org.colophon.client.connection.ServiceRequest;
import org.colophon.client.connection.ServiceResponse;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.query.across.HostReaders;
import org.colophon.query.answer.Answer;
import org.colophon.query.answer.AnswerStyle;
import org.colophon.query.answer.Answers;
import org.colophon.query.format.CertifiedState;
import org.colophon.query.question.Parameters;
import org.colophon.query.question.Questions;

/**
 * Base class of queries that run the same code in the service and in this process, so that both
 * return the same bytes. The request contains the terminal's width, colours, directory and time
 * zone.
 */
public abstract class AnswerCommand extends QueryCommand {
  private static final int MAX_HEAD_BYTES = 12_000;

  /** Replacement character for invalid bytes. */
  private static final char NO_TEXT = '\ufffd';

  private final String path;

  /**
   * Constructs a command.
   *
   * @param path path of the query in the service's API
   */
  protected AnswerCommand(Invocation invocation, String path) {
    super(invocation);
    this.path = path;
  }

  /** Adds the query's own parameters. The default adds none. */
  public void describe(ServiceRequest.Builder request) {}

  /**
   * Adds data to an answer that only this process has. The default returns the answer unchanged.
   */
  public Answer.Body completed(Answer.Body answer) {
    return answer;
  }

  /** Returns the format. It is {@code json} or {@code text}, except for lineages. */
  public String format() {
    return output().isJson() ? "json" : "text";
  }

  @Override
  public final int answer(Question question) {
    AnswerStyle look =
        new AnswerStyle(
            format(),
            isColoured(),
            widthColumns(),
            invocation().directory(),
            ZoneId.systemDefault(),
            question.store().directory(),
            CertifiedState.NONE);
    try (HostReaders hosts = question.store().beside()) {
      ServiceRequest.Builder request = ServiceRequest.get(path);
      describe(request);
      Parameters given = new Parameters(request.parameters(), request.parameters().keySet());
      Answers answers = new Answers(question.reader(), Instant.now(), look, asOf(), hosts);
      Answer answer = Questions.answer(path, answers, given, Integer.MAX_VALUE);
      write(out -> completed(answer.body()).write(out));
      return end(answer.remarks(), answer.found());
    }
  }

  private int end(List<String> remarks, boolean isFound) {
    remarks.forEach(console()::remark);
    return exitCode(isFound);
  }

  /** Returns the exit code, depending on whether anything was found. */
  public int exitCode(boolean isFound) {
    return isFound ? ExitCode.FOUND : ExitCode.NOTHING;
  }

  /**
   * Returns whether the service can answer. It cannot if the request is too long, or if the name of
   * the directory is not UTF-8.
   */
  @Override
  public final boolean isServed(ServiceConnection connection) {
    return request().headBytes() <= MAX_HEAD_BYTES
        && invocation().directory().toString().indexOf(NO_TEXT) < 0
        && super.isServed(connection);
  }

  private ServiceRequest request() {
    ServiceRequest.Builder request = ServiceRequest.get(path);
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
  public final int ask(ServiceConnection connection) {
    try (ServiceResponse response = exchange(connection, request())) {
      write(out -> completed(response::copyTo).write(out));
      return end(response.remarks(), response.isFound());
    }
  }

  private static ServiceResponse exchange(ServiceConnection connection, ServiceRequest request) {
    try {
      return connection.exchangePatiently(request);
    } catch (ServiceRefusalException e) {
      if (e.code() == ErrorCode.LIMIT_REACHED) {
        throw new ColophonException(
            e.code(), e.getMessage() + "; --embedded opens the store in this process instead", e);
      }
      throw e;
    }
  }
}
