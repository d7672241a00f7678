// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.document;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.base.SignalHandler;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.core.adapters.AttachedAdapters;
import org.colophon.core.adapters.StoreIdentity;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.exports.ocsf.SentMark;
import org.colophon.exports.openlineage.LiveEvents;
import org.colophon.exports.openlineage.ParentRun;
import org.colophon.exports.openlineage.RunEvents;
import org.colophon.query.answer.AnswerStyle;
import org.colophon.query.answer.Answers;
import org.colophon.query.document.RecordedRun;
import org.colophon.query.document.RunCollector;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Writes the OpenLineage events of a run, or sends them to a server. */
@Command(
    name = "openlineage",
    description = "Write a run as OpenLineage events, or send them to a server.",
    footer = {
      "",
      "Writes one event a line. Each traced command is a job; START, then COMPLETE or",
      "FAIL, with datasets and the true inputs of each output. Sending a run again",
      "changes nothing, so if a server is away, run the command later again.",
      "",
      "--follow reads the store itself, also beside a service. With --to it sends",
      "what ended since it was called last, and -o appends to the file. If a server is",
      "away, events wait in the store.",
      "",
      "Exit code 4 means that the capture of the run is incomplete, which the events",
      "say, or that the receiver refused an event for good, such as by status 422.",
      "",
      "Examples:",
      "  colophon openlineage                       the newest run",
      "  colophon openlineage pid:123 -o events.ndjson",
      "  colophon openlineage --to http://marquez:5000/api/v1/lineage",
      "  colophon openlineage report.csv --job nightly --namespace lab",
      "  colophon openlineage --follow --to http://marquez:5000/api/v1/lineage",
      "  colophon openlineage --to kafka://k1:9092,k2:9092/openlineage"
    })
public final class OpenLineageCommand extends RunCommand {
  @Option(
      names = "--to",
      paramLabel = "URL",
      description =
          "Send each event to this URL by POST, or to kafka://BROKER,.../TOPIC, and write none.")
  private @Nullable URI to;

  @Option(
      names = "--namespace",
      paramLabel = "NAME",
      description = "Namespace of the jobs (default: the name of the host).")
  private @Nullable String namespace;

  @Option(
      names = "--job",
      paramLabel = "NAME",
      description = "Name of the job (default: the words of the command).")
  private @Nullable String job;

  @Option(
      names = "--parent",
      paramLabel = "NAMESPACE/NAME/RUNID",
      description =
          "The run of an orchestrator that started the command (default: OPENLINEAGE_PARENT_ID of"
              + " the command).")
  private @Nullable String parent;

  @Option(
      names = "--root-parent",
      paramLabel = "NAMESPACE/NAME/RUNID",
      description = "With --parent: the first run of its chain.")
  private @Nullable String rootParent;

  private @Nullable ParentRun parentRun;

  @Option(
      names = "--api-key-file",
      paramLabel = "FILE",
      description = "With --to: file whose content is sent as a bearer token, by https only.")
  private @Nullable Path apiKeyFile;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description =
          "With --to kafka: configuration of a service; publish or index has the options kafka.NAME.")
  private @Nullable Path config;

  @Option(
      names = "--follow",
      description = "Write or send events of runs as they begin and end, until Ctrl-C.")
  private boolean isFollowing;

  private final Rounds rounds = new Rounds();
  private @Nullable EventSender sender;

  public OpenLineageCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  public void prepare() {
    super.prepare();
    boolean isTopic = to != null && LineageTopic.KAFKA.equals(to.getScheme());
    if (apiKeyFile != null && (to == null || isTopic)) {
      throw ErrorCode.BAD_REQUEST.exception("--api-key-file needs --to with an https URL");
    }
    if (config != null && !isTopic) {
      throw ErrorCode.BAD_REQUEST.exception("--config needs --to kafka://BROKER,.../TOPIC");
    }
    if (isFollowing) {
      requireWholeStore();
    }
    if (to != null) {
      sender = new EventSender(to, isTopic ? topic(to) : server(to), console());
    }
    if (parent == null && rootParent != null) {
      throw ErrorCode.BAD_REQUEST.exception("--root-parent needs --parent");
    }
    if (parent != null) {
      ParentRun.Id root = rootParent == null ? null : id("--root-parent", rootParent);
      parentRun = new ParentRun(id("--parent", parent), root);
    }
  }

  private EventSender.Receiver server(URI url) {
    if (url.getHost() == null || !List.of("http", "https").contains(url.getScheme())) {
      throw ErrorCode.BAD_REQUEST.exception(
          "--to needs a URL such as http://marquez:5000/api/v1/lineage or kafka://k1:9092/openlineage, not "
              + url);
    }
    return new LineageServer(
        url, apiKeyFile == null ? "" : TokenFile.read(absolute(apiKeyFile), url));
  }

  private EventSender.Receiver topic(URI url) {
    return LineageTopic.open(
        url,
        config == null ? Map.of() : LineageTopic.settings(absolute(config), store().directory()));
  }

  private void requireWholeStore() {
    refuseAsOf();
    boolean isOfOneRun = value("target") instanceof List<?> targets && !targets.isEmpty();
    if (isOfOneRun || parent != null || rootParent != null) {
      throw ErrorCode.BAD_REQUEST.exception(
          "--follow is about all runs; leave out the RUN, --parent and --root-parent");
    }
    if (to != null && outputFile() != null) {
      throw ErrorCode.BAD_REQUEST.exception("--to sends events and -o writes them; choose one");
    }
  }

  private static ParentRun.Id id(String option, String text) {
    return ParentRun.Id.parse(text)
        .orElseThrow(
            () ->
                ErrorCode.BAD_REQUEST.exception(
                    option
                        + " needs NAMESPACE/NAME/RUNID with a UUID, as orchestrators have it in "
                        + ParentRun.VARIABLE
                        + ", not "
                        + text));
  }

  @Override
  protected void write(RecordedRun run, OutputStream out) throws IOException {
    List<ObjectNode> events = RunEvents.of(run, labels(run), console()::remark);
    if (sender != null) {
      try (EventSender open = sender) {
        open.send(events);
      }
      return;
    }
    for (ObjectNode each : events) {
      print(each, out);
    }
  }

  private static void print(ObjectNode event, OutputStream out) throws IOException {
    out.write((event + "\n").getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  private RunEvents.Labels labels(RecordedRun run) {
    return new RunEvents.Labels(
        namespace == null ? run.hostName() : namespace, job, tool(), revision(run), parentRun);
  }

  @Override
  public int exitCode(boolean isFound) {
    return sender != null && sender.hasRefused() ? ExitCode.PARTIAL : super.exitCode(isFound);
  }

  /** Returns whether the service can answer. This process follows, because it keeps the state. */
  @Override
  public boolean isServed(ServiceConnection connection) {
    return !isFollowing && super.isServed(connection);
  }

  @Override
  @SuppressWarnings("try") // the handler works until closed
  public int answer(OpenStore open) {
    if (!isFollowing) {
      return super.answer(open);
    }
    Path directory = open.store().directory();
    try (SignalHandler signals = rounds.receiveSignals(true)) {
      if (sender != null) {
        sendLive(open, sender);
      } else if (outputFile() != null) {
        try (OutputStream out =
            Files.newOutputStream(
                outputFile(), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
          follow(open, open.reader().visibleLsn(), event -> print(event, out), lsn -> {});
        }
      } else {
        long begin = open.reader().visibleLsn();
        write(out -> follow(open, begin, event -> print(event, out), lsn -> {}));
      }
      return exitCode(true);
    } catch (IOException e) {
      throw IoFailure.of("follow the runs of", directory, e);
    }
  }

  private void sendLive(OpenStore open, EventSender receiver) throws IOException {
    Path directory = open.store().directory();
    String store = StoreIdentity.format(AttachedAdapters.load(directory).storeId());
    long visibleLsn = open.reader().visibleLsn();
    try (receiver;
        SentMark mark = SentMark.open(directory, receiver.url(), store, visibleLsn)) {
      long begin = mark.lsn() == 0 ? visibleLsn : mark.lsn();
      mark.move(begin);
      try {
        follow(open, begin, event -> receiver.send(event, mark), mark::move);
      } finally {
        receiver.remarkRefused("see " + mark.refused());
      }
    }
  }

  /** Moves the mark of sent events. */
  private interface Mark {
    void move(long lsn) throws IOException;
  }

  private void follow(OpenStore open, long afterLsn, LiveEvents.Receiver receiver, Mark mark)
      throws IOException {
    LiveEvents live = new LiveEvents(afterLsn, this::labels, console()::remark);
    rounds.follow(
        open,
        console(),
        reader -> {
          long settledLsn =
              rounds.isStopped() ? reader.visibleLsn() : Rounds.settledLsn(open.store(), reader);
          live.visit(state(open, reader, settledLsn), event -> pass(event, receiver));
          mark.move(settledLsn);
        });
  }

  private void pass(ObjectNode event, LiveEvents.Receiver receiver) throws IOException {
    if (rounds.isCancelled()) {
      throw ErrorCode.INTERRUPTED.exception("cancelled by a second signal; events are left");
    }
    receiver.event(event);
  }

  private LiveEvents.State state(OpenStore open, LineageReader reader, long settledLsn) {
    Path directory = open.store().directory();
    RunCollector collector =
        new RunCollector(reader, AnswerStyle.source(directory, reader.visibleLsn()));
    int limit = value("limit") instanceof Integer given ? given : Answers.EXPORTED;
    return new LiveEvents.State(
        reader, settledLsn, Instant.now(), run -> collector.run(run, limit));
  }
}
