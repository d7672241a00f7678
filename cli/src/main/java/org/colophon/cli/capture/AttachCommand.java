// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.capture;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.base.SignalHandler;
import org.colophon.cli.base.StoreCommand;
import org.colophon.cli.config.Store;
import org.colophon.cli.recording.RecordingSummary;
import org.colophon.cli.served.AvailableReporter;
import org.colophon.cli.served.ServedReporter;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.reporter.ReporterFactory;
import org.colophon.query.text.DisplayText;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Attaches a reporter to the running service. Without a service, runs the reporter in this process
 * until interrupted.
 */
@Command(
    name = "attach",
    description = "Attach a reporter to the service; without one, run it here until Ctrl-C.",
    footer = {
      "",
      "'colophon reporters --available' lists the reporters and their options. Files",
      "named in options may be relative. The service opens them, so they must lie",
      "below its attach.roots.",
      "",
      "Examples:",
      "  colophon attach dsl pipe=feed.pipe",
      "  colophon attach dsl pipe=/run/feed --restart --id feed",
      "  colophon attach strace pid=4711 --foreground"
    })
public final class AttachCommand extends StoreCommand {
  @Parameters(index = "0", paramLabel = "REPORTER", description = "The reporter's name.")
  private String reporter;

  @Parameters(
      index = "1..*",
      paramLabel = "KEY=VALUE",
      arity = "0..*",
      description = "The reporter's options.")
  private Map<String, String> given = new LinkedHashMap<>();

  @Option(
      names = "--id",
      paramLabel = "ID",
      description = "The id in the service (default: the name and a number).")
  private @Nullable String id;

  @Option(
      names = "--restart",
      description = "Attach the reporter again whenever the service starts.")
  private boolean isRestarted;

  @Option(
      names = "--foreground",
      description = "Run the reporter in this process, not in the service.")
  private boolean isForeground;

  @Mixin private RecordingOptions recording;

  public AttachCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  public int run() {
    Store store = store();
    boolean isHere = isForeground || recording.isRemote();
    Optional<ServiceConnection> running = isHere ? Optional.empty() : store.connect();
    if (running.isEmpty()) {
      return runHere(store);
    }
    try (ServiceConnection connection = running.get()) {
      return AttachErrors.byService(() -> attach(connection), "--foreground");
    }
  }

  private int attach(ServiceConnection connection) {
    recording.refuseAdapters();
    ServedReporter now = ServedReporter.attach(connection, fields(connection));
    out().println(now.id());
    if (console().isErrTerminal()) {
      console()
          .remark(now.id() + " is " + now.state() + "; colophon detach " + now.id() + " ends it");
    }
    return ExitCode.FOUND;
  }

  private Map<String, Object> fields(ServiceConnection connection) {
    Map<String, Object> fields = new LinkedHashMap<>();
    if (id != null) {
      fields.put("id", id);
    }
    fields.put("reporter", reporter);
    fields.put("options", options(AvailableReporter.of(connection)));
    recording.addTo(fields);
    fields.put("restart", isRestarted);
    return fields;
  }

  private Map<String, String> options(List<AvailableReporter> available) {
    return available.stream()
        .filter(each -> each.name().equals(reporter))
        .findFirst()
        .map(each -> new ReporterOptions(this).resolve(given, each.options()))
        .orElse(given);
  }

  private int runHere(Store store) {
    if (isRestarted || id != null) {
      throw ErrorCode.BAD_REQUEST.exception(
          (isRestarted ? "--restart" : "--id")
              + " needs a service, and none runs for "
              + store.directory()
              + "; to start one: colophon serve");
    }
    ReporterFactory factory = new PluginLoader<>(ReporterFactory.class).get(reporter);
    Reporter made = factory.create(new ReporterOptions(this).resolve(given, factory.options()));
    if (console().isErrTerminal()) {
      console()
          .remark(
              "%s reports into %s until Ctrl-C; a service (colophon serve) can run it without a terminal"
                  .formatted(reporter, DisplayText.text(recording.place(store))));
    }
    RecordingSummary summary = untilEnded(store, made);
    if (recording.isVerbose() || console().isErrTerminal()) {
      summary.print(console().err(), recording.place(store));
    }
    return ExitCode.FOUND;
  }

  @SuppressWarnings("try") // the variable is unused; the handler works until closed
  private RecordingSummary untilEnded(Store store, Reporter made) {
    try (SignalHandler signals = SignalHandler.onTermination(made::stop)) {
      return AttachErrors.inProcess(
          () ->
              recording
                  .recording(store, console())
                  .run(reporter, made, new ImportProgress(console())));
    }
  }
}
