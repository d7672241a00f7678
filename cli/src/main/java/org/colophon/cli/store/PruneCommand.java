// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.store;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongFunction;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.base.HostOption;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.base.OutputOption;
import org.colophon.cli.base.ProgressLine;
import org.colophon.cli.base.ServiceOption;
import org.colophon.cli.base.StoreCommand;
import org.colophon.cli.config.Store;
import org.colophon.cli.output.Output;
import org.colophon.cli.served.ServiceJson;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.retention.PruneOutcome;
import org.colophon.core.retention.PruneProgress;
import org.colophon.core.retention.PruneReport;
import org.colophon.query.answer.json.AnswerJson;
import org.colophon.query.text.DisplayText;
import org.colophon.service.config.Quantities;
import org.colophon.service.config.RetentionConfig;
import org.colophon.service.retention.PruneJson;
import org.colophon.service.retention.PruneRequests;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prunes old or excess history of a store, except the ancestry of selected objects. */
@Command(
    name = "prune",
    description = "Delete old or excess history, except the origins of chosen objects.",
    footer = {
      "",
      "Deletes history older than the age, and the oldest history while the store is",
      "larger than the size. Names and named objects stay. Lineage reports where",
      "history was pruned. The rest is rewritten next to the old content, which",
      "temporarily needs disk space.",
      "",
      "Examples:",
      "  colophon prune --older-than 90d --dry-run",
      "  colophon prune --older-than 90d --keep-snapshot v1 --keep '/srv/results/**'",
      "  colophon prune --max-size 2GiB --keep-snapshot '*'"
    })
public final class PruneCommand extends StoreCommand {
  private static final long POLL_MILLIS = 200;

  @Option(
      names = "--older-than",
      paramLabel = "AGE",
      description = "Delete older history, such as 90d, 12h or 4w.")
  private @Nullable String age;

  @Option(
      names = "--max-size",
      paramLabel = "SIZE",
      description = "Delete the oldest history above this size, such as 2GiB.")
  private @Nullable String size;

  @Option(
      names = "--keep-snapshot",
      paramLabel = "NAME",
      description = "Keep the origins of this snapshot's state; '*' for all snapshots.")
  private List<String> snapshots = List.of();

  @Option(
      names = "--keep",
      paramLabel = "GLOB",
      description = "Keep the origins of objects with matching names.")
  private List<String> globs = List.of();

  @Option(names = "--dry-run", description = "Only report what would be deleted.")
  private boolean isDryRun;

  @Option(
      names = "--share",
      paramLabel = "SHARE",
      defaultValue = "1",
      description = "Share of the machine for pruning, from 0 to 1 (default: 1).")
  private double share;

  @Option(
      names = "--store-adapter",
      paramLabel = "NAME",
      description = "The storage adapter to prune (default: all that run).")
  private @Nullable String adapter;

  @Mixin private OutputOption output;

  @Mixin private ServiceOption service;

  @Mixin private HostOption host;

  public PruneCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  public int run() {
    output.check();
    RetentionConfig config = config();
    Store store = host.choose(store());
    return service.query(
        store, this::pruneByService, () -> printResult(PruneJson.of(pruneHere(store, config))));
  }

  private RetentionConfig config() {
    if (age == null && size == null) {
      throw ErrorCode.BAD_REQUEST.exception(
          "prune needs a limit: add --older-than AGE, --max-size SIZE, or both");
    }
    return new RetentionConfig(
        Optional.ofNullable(age).map(PruneCommand::duration),
        size == null ? 0 : bytes(size),
        snapshots,
        globs,
        RetentionConfig.DEFAULT_EVERY,
        share);
  }

  private static Duration duration(String text) {
    Duration duration = Quantities.duration(text);
    if (duration == null) {
      throw ErrorCode.BAD_REQUEST.exception(
          "--older-than must be an age such as 90d, 12h or 30min, not '"
              + DisplayText.text(text)
              + "'");
    }
    if (duration.toMinutes() == 0) {
      throw ErrorCode.BAD_REQUEST.exception("--older-than must be at least a minute");
    }
    return duration;
  }

  private static long bytes(String text) {
    long bytes = Quantities.size(text);
    if (bytes <= 0) {
      throw ErrorCode.BAD_REQUEST.exception(
          "--max-size must be a size such as 2GiB, not '" + text + "'");
    }
    return bytes;
  }

  // --- here ---

  /** Returns a line such as {@code writing: 40,000 of 120,000 records (33 %)}. */
  private static String describe(@Nullable PruneProgress now) {
    if (now == null) {
      return "";
    }
    String stage = now.stage().text();
    if (!now.adapter().isEmpty()) {
      stage = now.adapter() + ": " + stage;
    }
    return now.total() == 0
        ? stage
        : "%s: %s of %s (%d %%)"
            .formatted(
                stage,
                DisplayText.count(now.done()),
                DisplayText.count(now.total(), "record"),
                100 * now.done() / now.total());
  }

  @SuppressWarnings("try") // the variable is unused; the line is shown until closed
  private PruneReport pruneHere(Store store, RetentionConfig config) {
    store.requireToExist();
    List<String> more = adapter == null ? List.of() : List.of(store.attached(adapter).name());
    try (Kernel kernel = store.openKernel(more)) {
      kernel.drain();
      try (ProgressLine line =
          new ProgressLine(
              console(), () -> kernel.pruneProgress().map(PruneCommand::describe).orElse(""))) {
        PruneOutcome outcome =
            kernel.pruneAll(PruneRequests.of(config, Instant.now(), adapter, isDryRun, 0, 0));
        if (isDryRun) { // the kernel's log reports an actual pruning
          outcome.left().forEach((name, why) -> console().remark(leftBehind(name, why)));
        }
        return outcome.first();
      }
    }
  }

  private int printResult(PruneJson report) {
    boolean isAnything = report.facts().after() < report.facts().before();
    Output.write(
        console(),
        output.file(this),
        out -> {
          if (output.isJson()) {
            AnswerJson.write(report, out);
          } else {
            print(out, report);
          }
        });
    return report.done() || isAnything ? ExitCode.FOUND : ExitCode.NOTHING;
  }

  private static void print(OutputStream stream, PruneJson report) {
    PrintWriter out = new PrintWriter(stream, false, StandardCharsets.UTF_8);
    out.println(title(report));
    line(out, "processes", report.processes(), "", DisplayText::count);
    line(out, "objects", report.objects(), "", DisplayText::count);
    line(out, "facts", report.facts(), "", DisplayText::count);
    line(out, "size", report.bytes(), report.done() ? "" : "about ", DisplayText::size);
    out.println("took " + DisplayText.duration(report.millis() * 1_000_000));
    out.flush();
  }

  private static String title(PruneJson report) {
    if (report.cutLsn() == 0) {
      return "nothing is old enough to prune";
    }
    String when = report.cutTime().isEmpty() ? "" : ", " + report.cutTime();
    String done = report.done() ? "pruned " : "would prune ";
    return done + report.adapter() + " before LSN " + report.cutLsn() + when;
  }

  private static void line(
      PrintWriter out,
      String what,
      PruneJson.Change change,
      String about,
      LongFunction<String> text) {
    out.printf(
        "%-10s %14s -> %s%s%n",
        what, text.apply(change.before()), about, text.apply(change.after()));
  }

  // --- by the service ---

  @SuppressWarnings("try") // the variable is unused; the line is shown until closed
  private int pruneByService(ServiceConnection connection) {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("share", share);
    body.put("dryRun", isDryRun);
    body.put("keepSnapshots", snapshots);
    body.put("keepMatching", globs);
    putIfGiven(body, "age", age);
    putIfGiven(body, "size", size);
    putIfGiven(body, "adapter", adapter);
    long run = ServiceJson.post(connection, "/v1/retention", body).path("run").asLong();
    AtomicReference<PruneProgress> progress = new AtomicReference<>();
    JsonNode state;
    try (ProgressLine line = new ProgressLine(console(), () -> describe(progress.get()))) {
      state = await(connection, run, progress);
    }
    if (!state.path("failure").asText().isEmpty()) {
      throw ErrorCode.ADAPTER_FAILED.exception(state.path("failure").asText());
    }
    state
        .path("left")
        .properties()
        .forEach(each -> console().remark(leftBehind(each.getKey(), each.getValue().asText())));
    return printResult(ServiceJson.read(state.path("last"), PruneJson.class));
  }

  private static void putIfGiven(Map<String, Object> body, String name, @Nullable String value) {
    if (value != null) {
      body.put(name, value);
    }
  }

  private static String leftBehind(String name, String reason) {
    return "%s was not pruned: %s; to prune it too: colophon adapters rebuild %s"
        .formatted(name, reason, name);
  }

  /** Waits until a run ends. If this command is interrupted, the service continues the run. */
  private static JsonNode await(
      ServiceConnection connection, long run, AtomicReference<PruneProgress> progress) {
    while (true) {
      JsonNode state = ServiceJson.get(connection, "/v1/retention");
      if (state.path("run").asLong() > run || state.path("state").asText().equals("idle")) {
        return state;
      }
      progress.set(progress(state));
      pause();
    }
  }

  private static PruneProgress progress(JsonNode state) {
    String stage = state.path("state").asText().toUpperCase(Locale.ROOT).replace('-', '_');
    return new PruneProgress(
        state.path("adapter").asText(),
        PruneProgress.Stage.valueOf(stage),
        state.path("recordsWritten").asLong(),
        state.path("recordsToWrite").asLong());
  }

  private static void pause() {
    try {
      Thread.sleep(POLL_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw ErrorCode.INTERRUPTED.exception("interrupted; the service continues pruning", e);
    }
  }
}
