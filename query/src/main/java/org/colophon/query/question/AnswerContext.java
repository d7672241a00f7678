// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.question;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.colophon.query.parameter.Parameter;
import org.colophon.query.parameter.ParameterSpec;
import org.colophon.query.parameter.RequestPath;
import org.colophon.query.parameter.RequestType;
import org.jspecify.annotations.Nullable;

/** The parameters of all questions: the time, the adapter, and the caller's terminal. */
public record AnswerContext(
    @Parameter("  Answer as of an LSN, an instant, a local time, an age or a snapshot")
        @Nullable String asOf,
    @Parameter("  Name of the storage adapter that answers; default the first readable one")
        @Nullable String adapter,
    @Parameter("  Format of the answer.") String format,
    @Parameter(value = "  Cut lines of text at this column; 0 for no limit", max = 100_000)
        @Nullable Integer width,
    @Parameter("  Use ANSI colours") boolean colours,
    @Parameter("  Absolute directory at which relative paths start; default /") String directory,
    @Parameter("  Time zone of local times, such as Europe/Berlin; default UTC") String zone) {
  public static final RequestType<AnswerContext> TYPE = new RequestType<>(AnswerContext.class);

  public AnswerContext {
    format = format == null ? "json" : format;
    directory = directory == null ? "/" : directory;
    zone = zone == null ? "UTC" : zone;
  }

  /** Returns all parameters of a question: its own, and those of the context. */
  public static List<ParameterSpec> parameters(Class<? extends Question> question) {
    List<String> omitted = Arrays.asList(question.getAnnotation(RequestPath.class).omit());
    return Stream.concat(
            new RequestType<>(question).parameters().stream(),
            TYPE.parameters().stream().filter(each -> !omitted.contains(each.name())))
        .toList();
  }
}
