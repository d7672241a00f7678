// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.endpoint;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.colophon.client.protocol.ServiceHeaders;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageCapability;
import org.colophon.history.copy.HistoryState;
import org.colophon.query.across.HostReaders;
import org.colophon.query.answer.Answer;
import org.colophon.query.answer.AnswerStyle;
import org.colophon.query.answer.Answers;
import org.colophon.query.parameter.ParameterSpec;
import org.colophon.query.parameter.Parameters;
import org.colophon.query.parameter.RequestPath;
import org.colophon.query.parameter.RequestType;
import org.colophon.query.question.AnswerContext;
import org.colophon.query.question.LineageQuestions.CompareQuestion;
import org.colophon.query.question.LineageQuestions.GraphQuestion;
import org.colophon.query.question.Question;
import org.colophon.service.http.AnswerLimit;
import org.colophon.service.http.Exchange;
import org.colophon.service.http.Route;

/**
 * Endpoints for queries. Their parameters have the names of command options.
 *
 * @param damages receives the place and the damage of each answer that lacks damaged data
 */
public record QueryEndpoints(
    Readers readers,
    Path store,
    Supplier<HostReaders> hosts,
    Supplier<HistoryState> state,
    BiConsumer<String, ColophonException> damages) {
  /** Depth of an answer in the form of Marquez, as Marquez has it. */
  private static final int MARQUEZ_DEPTH = 20;

  /** Maximum number of nodes of such an answer in each direction. */
  private static final int MARQUEZ_NODES = 10_000;

  private static final int MAX_DEPTH = 1_000_000;

  public List<Route> routes() {
    List<Route> routes = new ArrayList<>(Question.types().stream().map(this::route).toList());
    routes.add(Route.of("GET", "/v1/lsn", List.of("as-of", "adapter", "zone"), this::lsn));
    routes.add(
        Route.of(
            "GET",
            "/api/v1/lineage",
            List.of("nodeId", "depth", "as-of", "adapter", "zone"),
            this::datasets));
    return routes;
  }

  private Route route(Class<? extends Question> type) {
    RequestPath path = type.getAnnotation(RequestPath.class);
    List<String> names = AnswerContext.parameters(type).stream().map(ParameterSpec::name).toList();
    return Route.of("GET", path.value(), names, exchange -> answer(type, path, exchange));
  }

  private void answer(Class<? extends Question> type, RequestPath path, Exchange exchange)
      throws IOException {
    int maxNodes = exchange.limits().nodes();
    AnswerContext context = context(exchange);
    Answers answers = answers(exchange, context);
    checkFormat(List.of(path.formats()), context.format());
    Question question = new RequestType<>(type).read(exchange.parameters(), maxNodes);
    Answer answer = answers.completed(question.answer(answers, maxNodes));
    if (answer.damaged()) {
      damages.accept(
          "GET " + path.value(), ErrorCode.STORE_CORRUPT.exception(answer.remarks().get(0)));
    }
    if (type == GraphQuestion.class || type == CompareQuestion.class) {
      exchange.compress();
    }
    write(exchange, answer);
  }

  /** Checks a format; exporters check those of lineages. */
  private static void checkFormat(List<String> formats, String format) {
    if (!formats.isEmpty() && !formats.contains(format)) {
      throw ErrorCode.BAD_REQUEST.exception(
          "the format is %s here, not '%s'".formatted(String.join(" or ", formats), format));
    }
  }

  private static AnswerContext context(Exchange exchange) {
    return AnswerContext.TYPE.read(exchange.parameters(), 0);
  }

  private void lsn(Exchange exchange) throws IOException {
    exchange.parameters().required("as-of");
    exchange.json(200, Map.of("lsn", answers(exchange, context(exchange)).asOfLsn()));
  }

  /** Answers in the form of Marquez, at its path and with its parameters. */
  private void datasets(Exchange exchange) throws IOException {
    Parameters given = exchange.parameters();
    int limit = Math.min(MARQUEZ_NODES, exchange.limits().nodes());
    String nodeId = given.required("nodeId");
    int depth = given.number("depth", MARQUEZ_DEPTH, MAX_DEPTH);
    Answers answers = answers(exchange, context(exchange));
    Answer answer = answers.completed(answers.datasets(nodeId, depth, limit));
    if (answer.damaged()) {
      damages.accept(
          "GET /api/v1/lineage", ErrorCode.STORE_CORRUPT.exception(answer.remarks().get(0)));
    }
    write(exchange, answer);
  }

  private Answers answers(Exchange exchange, AnswerContext context) {
    LineageReader reader =
        readers.reader(
            exchange,
            context.adapter(),
            StorageCapability.READ,
            context.asOf(),
            zone(context.zone()));
    AnswerLimit limit = exchange.beginComputation();
    HistoryState now = state.get(); // opening the reader may wait, so read this after it
    AnswerStyle style = style(context, now);
    report(now, exchange);
    HostReaders others = hosts.get();
    exchange.atEnd(others::close);
    return new Answers(
        BoundedReader.of(reader, limit, now.isStopped()),
        Instant.now(),
        style,
        context.asOf(),
        BoundedReader.of(others, limit));
  }

  /**
   * Reports the last LSNs of a shipped or copied history, the number of LSNs that a copy lacks, and
   * the reason why it has stopped.
   */
  static void report(HistoryState now, Exchange exchange) {
    if (!now.isLocal()) {
      exchange.setHeader(ServiceHeaders.STATE, now.header());
    }
    if (now.lag() > 0) {
      exchange.remark(
          "this copy of host %s ends at LSN %d and lacks %d LSNs of its source"
              .formatted(now.host(), now.durableLsn(), now.lag()));
    }
    if (now.isStopped()) {
      exchange.remark(
          "incomplete: this copy of host %s has stopped at LSN %d: %s; colophon status shows when it continues"
              .formatted(now.host(), now.durableLsn(), now.failure()));
    }
  }

  private AnswerStyle style(AnswerContext context, HistoryState now) {
    return new AnswerStyle(
        context.format(),
        context.colours(),
        context.width() == null ? 0 : context.width(),
        directory(context.directory()),
        zone(context.zone()),
        store,
        now.certified());
  }

  private static Path directory(String text) {
    Path directory;
    try {
      directory = Path.of(text);
    } catch (InvalidPathException e) {
      throw ErrorCode.BAD_REQUEST.exception(
          "the directory '%s' is not a path in the encoding of this service, %s: %s"
              .formatted(text, System.getProperty("sun.jnu.encoding"), e.getReason()),
          e);
    }
    if (!directory.isAbsolute()) {
      throw ErrorCode.BAD_REQUEST.exception("the directory is an absolute path, not " + directory);
    }
    return directory.normalize();
  }

  private static ZoneId zone(String name) {
    try {
      return ZoneId.of(name);
    } catch (DateTimeException e) {
      throw ErrorCode.BAD_REQUEST.exception(
          "the zone is a name such as Europe/Berlin or an offset such as +01:00, not '"
              + name
              + "'",
          e);
    }
  }

  static void write(Exchange exchange, Answer answer) throws IOException {
    exchange.found(answer.found());
    if (answer.damaged()) {
      exchange.setHeader(ServiceHeaders.DAMAGED, "true");
    }
    answer.remarks().forEach(exchange::remark);
    exchange.write(200, answer.mediaType(), answer.body());
  }
}
