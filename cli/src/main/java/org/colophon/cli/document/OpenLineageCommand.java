// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.document;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.colophon.cli.base.Invocation;
import org.colophon.core.error.ErrorCode;
import org.colophon.exports.openlineage.ParentRun;
import org.colophon.exports.openlineage.RunEvents;
import org.colophon.query.document.RecordedRun;
import org.colophon.query.text.DisplayText;
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
      "Exit code 4 means that the capture of the run is incomplete; the events say so.",
      "",
      "Examples:",
      "  colophon openlineage                       the newest run",
      "  colophon openlineage pid:123 -o events.ndjson",
      "  colophon openlineage --to http://marquez:5000/api/v1/lineage",
      "  colophon openlineage report.csv --job nightly --namespace lab"
    })
public final class OpenLineageCommand extends RunCommand {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final int MAX_ANSWER = 200;

  @Option(
      names = "--to",
      paramLabel = "URL",
      description = "Send each event by POST to this URL, and write none.")
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
      description = "With --to: file whose content is sent as a bearer token.")
  private @Nullable Path apiKeyFile;

  public OpenLineageCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  public void prepare() {
    super.prepare();
    if (to != null
        && (to.getHost() == null || !List.of("http", "https").contains(to.getScheme()))) {
      throw ErrorCode.BAD_REQUEST.exception(
          "--to needs a URL such as http://marquez:5000/api/v1/lineage, not " + to);
    }
    if (apiKeyFile != null && to == null) {
      throw ErrorCode.BAD_REQUEST.exception("--api-key-file needs --to");
    }
    if (parent == null && rootParent != null) {
      throw ErrorCode.BAD_REQUEST.exception("--root-parent needs --parent");
    }
    if (parent != null) {
      ParentRun.Id root = rootParent == null ? null : id("--root-parent", rootParent);
      parentRun = new ParentRun(id("--parent", parent), root);
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
    if (to != null) {
      send(events, to);
      return;
    }
    for (ObjectNode each : events) {
      out.write((each + "\n").getBytes(StandardCharsets.UTF_8));
    }
    out.flush();
  }

  private RunEvents.Labels labels(RecordedRun run) {
    return new RunEvents.Labels(
        namespace == null ? run.hostName() : namespace, job, tool(), revision(run), parentRun);
  }

  private void send(List<ObjectNode> events, URI server) throws IOException {
    HttpClient client = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
    String key = apiKeyFile == null ? "" : Files.readString(absolute(apiKeyFile)).strip();
    int sent = 0;
    for (ObjectNode each : events) {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(server)
              .timeout(TIMEOUT)
              .header("Content-Type", "application/json")
              .POST(HttpRequest.BodyPublishers.ofString(each.toString()));
      if (!key.isEmpty()) {
        request.header("Authorization", "Bearer " + key);
      }
      String problem = problem(client, request.build());
      if (!problem.isEmpty()) {
        throw ErrorCode.IO_FAILED.exception(
            "%s has %d of %d events; the next one failed: %s; run the command again, which sends the same events"
                .formatted(server, sent, events.size(), problem));
      }
      sent++;
    }
    console().remark("sent " + DisplayText.count(sent, "event") + " to " + server);
  }

  private static String problem(HttpClient client, HttpRequest request) {
    try {
      HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
      int status = answer.statusCode();
      String text = DisplayText.text(answer.body().strip());
      String shown = text.length() <= MAX_ANSWER ? text : text.substring(0, MAX_ANSWER);
      return status / 100 == 2 ? "" : "status " + status + (shown.isEmpty() ? "" : ", " + shown);
    } catch (IOException e) {
      return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "interrupted";
    }
  }
}
