// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.document;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.base.SignalHandler;
import org.colophon.cli.config.Store;
import org.colophon.cli.question.QueryCommand;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.core.adapters.AttachedAdapters;
import org.colophon.core.adapters.StoreIdentity;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.colophon.core.host.HostInfo;
import org.colophon.core.host.StoreHost;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.encoding.PathBytes;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.exports.ocsf.Delivery;
import org.colophon.exports.ocsf.EventParts.Origin;
import org.colophon.exports.ocsf.EventScope;
import org.colophon.exports.ocsf.HistoryEvents;
import org.colophon.exports.ocsf.OtlpClient;
import org.colophon.exports.ocsf.SentMark;
import org.colophon.query.api.NodeType;
import org.colophon.query.api.Root;
import org.colophon.query.target.Targets;
import org.colophon.query.text.DisplayText;
import org.colophon.query.touched.Run;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes recorded facts as OCSF events, or sends them to an OTLP collector. */
@Command(
    name = "ocsf",
    description = "Write what is recorded as OCSF events, or send it to an OTLP collector.",
    footer = {
      "",
      "Writes one event a line: starts and ends of processes, accesses to files,",
      "network traffic and gaps of the capture. With --url, a second call sends only",
      "newer events; with a RUN, all of its events again. Always reads the store",
      "itself, also beside a service, and needs to write in its directory for --url.",
      "",
      "Exit codes: 0 written or sent, 1 nothing is recorded, 2 wrong usage,",
      "3 failure: the events that the collector does not have wait in the store,",
      "4 the collector refused some events for good, or a process has not ended.",
      "",
      "Examples:",
      "  colophon ocsf -o events.ndjson              everything",
      "  colophon ocsf pid:123                       one run",
      "  colophon ocsf --url http://collector:4318   what is new",
      "  colophon ocsf --url http://collector:4318 --follow"
    })
public final class OcsfCommand extends QueryCommand {
  private static final Duration FIRST_WAIT = Duration.ofMillis(500);

  @Parameters(
      paramLabel = "RUN|TARGET",
      arity = "0..*",
      description = "Processes, or files that a run wrote (default: the whole store).")
  private List<String> targets = List.of();

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "Send to this collector by OTLP over HTTP, and write nothing.")
  private @Nullable URI url;

  @Option(
      names = "--api-key-file",
      paramLabel = "FILE",
      description = "With --url: file whose content is sent as a bearer token, by https only.")
  private @Nullable Path apiKeyFile;

  @Option(names = "--follow", description = "With --url: send new events until Ctrl-C.")
  private boolean isFollowing;

  private final Rounds rounds = new Rounds();
  private @Nullable OtlpClient client;
  private int exitCode = ExitCode.FOUND;

  public OcsfCommand(Invocation invocation) {
    super(invocation);
  }

  /** Removes inherited options: events are JSON of the store itself, and not of a past state. */
  @Override
  public void addOptions(CommandSpec model) {
    for (String each : List.of("--as-of", "--embedded", "--json", "--width")) {
      model.remove(model.findOption(each));
    }
  }

  @Override
  public void prepare() {
    if (url == null && (apiKeyFile != null || isFollowing)) {
      throw ErrorCode.BAD_REQUEST.exception("--api-key-file and --follow need --url");
    }
    if (url != null && outputFile() != null) {
      throw ErrorCode.BAD_REQUEST.exception("--url sends events and -o writes them; choose one");
    }
    if (isFollowing && !targets.isEmpty()) {
      throw ErrorCode.BAD_REQUEST.exception("--follow sends the whole store; leave out the RUN");
    }
    if (url != null) {
      String token = apiKeyFile == null ? "" : TokenFile.read(absolute(apiKeyFile), url);
      client = new OtlpClient(url, token, FIRST_WAIT, rounds::hasTime);
    }
  }

  /** Returns false, because answers of a service have no LSNs of single facts. */
  @Override
  public boolean isServed(ServiceConnection connection) {
    return false;
  }

  @Override
  public int queryService(ServiceConnection connection) {
    throw new IllegalStateException("this command reads the store itself");
  }

  @Override
  @SuppressWarnings("try") // the handler works until closed
  public int answer(OpenStore open) {
    OtlpClient collector = client;
    if (open.reader().visibleLsn() == 0) {
      throw ErrorCode.NOT_FOUND.exception(
          "nothing is recorded; record a run with 'colophon trace -- COMMAND'");
    }
    try (SignalHandler signals = rounds.receiveSignals(isFollowing)) {
      if (collector == null) {
        print(open);
      } else if (isFollowing) {
        rounds.follow(open, console(), reader -> send(open, reader, collector));
      } else {
        send(open, open.reader(), collector);
      }
      return exitCode;
    } catch (IOException e) {
      throw IoFailure.of("send events of", open.store().directory(), e);
    }
  }

  private void print(OpenStore open) {
    EventScope scope = scope(open, open.reader(), 0);
    write(
        out ->
            new HistoryEvents(open.reader(), origin(open.store()))
                .visit(scope, rounds::isCancelled, (lsn, event) -> print(event.toString(), out)));
  }

  private static void print(String event, OutputStream out) throws IOException {
    out.write((event + "\n").getBytes(StandardCharsets.UTF_8));
  }

  private static Origin origin(Store store) {
    StoreHost host =
        StoreHost.of(store.directory()).orElseGet(() -> HostInfo.ofThisMachine().owner());
    return new Origin(
        StoreIdentity.format(AttachedAdapters.load(store.directory()).storeId()),
        host.id(),
        host.name(),
        RunCommand.tool().replaceFirst("^colophon ?", ""));
  }

  private EventScope scope(OpenStore open, LineageReader reader, long afterLsn) {
    if (!targets.isEmpty()) {
      List<Run> runs = runs(reader);
      if (runs.stream().anyMatch(each -> each.endLsn() == Lsn.OPEN)) {
        exitCode = ExitCode.PARTIAL;
        console().remark("a process of the run has not ended, so later events are missing");
      }
      return EventScope.of(reader, runs);
    }
    long upToLsn = client == null ? reader.visibleLsn() : Rounds.settledLsn(open.store(), reader);
    return EventScope.all(afterLsn, upToLsn);
  }

  private List<Run> runs(LineageReader reader) {
    Targets parser = new Targets(reader, Instant.now(), ZoneId.systemDefault());
    List<Run> runs = new ArrayList<>();
    for (String each : targets) {
      for (Root root : parser.parse(each, PathBytes.of(invocation().directory())).roots()) {
        Run run =
            root.type() == NodeType.PROCESS
                ? Run.from(reader, root.id())
                : Run.writing(reader, root.id(), Lsn.LATEST);
        if (run != null) {
          runs.add(run);
        }
      }
    }
    if (runs.isEmpty()) {
      throw ErrorCode.NOT_FOUND.exception(
          "no recorded run wrote " + String.join(", ", targets) + "; name a process");
    }
    return runs;
  }

  private void send(OpenStore open, LineageReader reader, OtlpClient collector) throws IOException {
    Origin origin = origin(open.store());
    if (!targets.isEmpty()) {
      deliver(scope(open, reader, 0), reader, origin, null, collector);
      return;
    }
    try (SentMark mark =
        SentMark.open(
            open.store().directory(), collector.url(), origin.store(), reader.visibleLsn())) {
      deliver(scope(open, reader, mark.lsn()), reader, origin, mark, collector);
    }
  }

  private void deliver(
      EventScope scope,
      LineageReader reader,
      Origin origin,
      @Nullable SentMark mark,
      OtlpClient collector)
      throws IOException {
    Delivery delivery = new Delivery(collector, origin, mark);
    new HistoryEvents(reader, origin).visit(scope, rounds::isCancelled, delivery);
    delivery.end(scope.upToLsn());
    String sent =
        "%s sent to %s".formatted(DisplayText.count(delivery.sent(), "event"), collector.url());
    if (!delivery.message().isEmpty()) {
      console().remark("the collector says: " + delivery.message());
    }
    if (delivery.rejected() > 0) {
      exitCode = ExitCode.PARTIAL;
      console()
          .remark(
              "the collector refused %s for good"
                  .formatted(DisplayText.count(delivery.rejected(), "event")));
    }
    if (delivery.waiting() > 0) {
      throw ErrorCode.IO_FAILED.exception(
          "%s; %s in the store: %s; run the command again, which continues there"
              .formatted(
                  sent,
                  DisplayText.count(delivery.waiting(), "event") + " wait",
                  delivery.failure()));
    }
    if (!isFollowing || delivery.sent() > 0) {
      console().remark(sent);
    }
  }
}
