// SPDX-License-Identifier: Apache-2.0
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
import org.colophon.query.parameter.RequestPath;
import org.colophon.query.parameter.RequestType;
import org.colophon.query.question.AnswerContext;
import org.colophon.query.question.Question;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Base class of queries that run the same code in the service and in this process, so that both
 * return the same bytes. The request contains the terminal's width, colours, directory and time
 * zone.
 */
public abstract class AnswerCommand extends QueryCommand {
  private static final int MAX_HEAD_BYTES = 12_000;

  /** Replacement character for invalid bytes. */
  private static final char NO_TEXT = '\ufffd';

  private final RequestType<? extends Question> type;
  private final QuestionOptions options;

  /**
   * Constructs a command.
   *
   * @param question record of the question, whose components are the options
   */
  protected AnswerCommand(Invocation invocation, Class<? extends Question> question) {
    super(invocation);
    this.type = new RequestType<>(question);
    this.options = new QuestionOptions(type.parameters());
  }

  @Override
  public final void addOptions(CommandSpec model) {
    options.addTo(model);
  }

  /** Returns the value of a parameter. By default, returns that of its option; null without one. */
  public @Nullable Object value(String parameter) {
    return options.value(parameter);
  }

  private Question question() {
    return type.create(parameter -> value(parameter.name()));
  }

  @Override
  public void prepare() {
    question();
  }

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
  public int answer(OpenStore store) {
    AnswerStyle look =
        new AnswerStyle(
            format(),
            isColoured(),
            widthColumns(),
            invocation().directory(),
            ZoneId.systemDefault(),
            store.store().directory(),
            CertifiedState.NONE);
    try (HostReaders hosts = store.store().otherHosts()) {
      Answers answers = new Answers(store.reader(), Instant.now(), look, asOf(), hosts);
      Answer answer = answers.completed(question().answer(answers, Integer.MAX_VALUE));
      write(out -> completed(answer.body()).write(out));
      return end(answer.remarks(), answer.found(), answer.damaged());
    }
  }

  private int end(List<String> remarks, boolean isFound, boolean isDamaged) {
    remarks.forEach(console()::remark);
    return isDamaged ? ExitCode.PARTIAL : exitCode(isFound);
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
  public boolean isServed(ServiceConnection connection) {
    return request().headBytes() <= MAX_HEAD_BYTES
        && invocation().directory().toString().indexOf(NO_TEXT) < 0
        && super.isServed(connection);
  }

  private ServiceRequest request() {
    ServiceRequest.Builder request =
        ServiceRequest.get(type.type().getAnnotation(RequestPath.class).value());
    AnswerContext context =
        new AnswerContext(
            asOf(),
            adapterName(),
            format(),
            widthColumns() == 0 ? null : widthColumns(),
            isColoured(),
            invocation().directory().toString(),
            ZoneId.systemDefault().getId());
    type.write(question(), request::parameter);
    AnswerContext.TYPE.write(context, request::parameter);
    return request.build();
  }

  @Override
  public final int queryService(ServiceConnection connection) {
    try (ServiceResponse response = exchange(connection, request())) {
      write(out -> completed(response::copyTo).write(out));
      return end(response.remarks(), response.isFound(), response.isDamaged());
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
