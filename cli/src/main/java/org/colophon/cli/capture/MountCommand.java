// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.capture;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.base.ServiceOption;
import org.colophon.cli.base.SignalHandler;
import org.colophon.cli.base.StoreCommand;
import org.colophon.cli.config.Store;
import org.colophon.cli.recording.RecordingSummary;
import org.colophon.cli.recording.RunMonitor;
import org.colophon.cli.served.AvailableReporter;
import org.colophon.cli.served.ServedReporter;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.reporter.ReporterFactory;
import org.colophon.query.text.DisplayText;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Mounts a mirrored directory until the command ends. If a service runs, the service mounts it. */
@Command(
    name = "mount",
    description = "Mirror a directory and record the operations there, until Ctrl-C.",
    footer = {
      "",
      "Also ends when DST is unmounted. If a service runs, it makes the mount, and its",
      "attach.roots must contain both directories. Otherwise, or with --embedded, this",
      "process makes it. To mount for longer than a command: colophon attach fuse.",
      "KEY=VALUE is any option of the fuse reporter; to list them: colophon reporters",
      "--available.",
      "",
      "Examples:",
      "  colophon mount ~/data /mnt/data",
      "  colophon mount ~/data ~/data                   the directory itself",
      "  colophon mount src dst --ordering strict --inspectors text,office",
      "  colophon mount src dst --read-only exclude=.git,*.o",
      "  colophon mount src dst --no-trace              only what happens in the mount",
      "  colophon mount src dst --no-record             only the mirror, to compare"
    })
public final class MountCommand extends StoreCommand {
  private static final String REPORTER = "fuse";
  private static final long LOOK_MILLIS = 300;

  @Parameters(index = "0", paramLabel = "SRC", description = "The directory.")
  private Path source;

  @Parameters(
      index = "1",
      paramLabel = "DST",
      description = "The directory of the mirror; may be SRC.")
  private Path mount;

  @Parameters(
      index = "2..*",
      paramLabel = "KEY=VALUE",
      arity = "0..*",
      description = "More options of the fuse reporter.")
  private Map<String, String> more = new LinkedHashMap<>();

  @Option(
      names = "--ordering",
      paramLabel = "async|ordered|strict",
      description =
          "When records are durable: some ms later (async), before fsync and close return "
              + "(ordered, the default), or before each write is made (strict).")
  private @Nullable String ordering;

  @Option(
      names = "--inspectors",
      paramLabel = "NAMES",
      description = "Inspectors of changed files, by commas: text, office, table.")
  private @Nullable String inspectors;

  @Option(
      names = "--digests",
      paramLabel = "all|outputs|none",
      description =
          "Files that get digests of their content: those that are written (outputs), also those"
              + " that are read (all), or none (the default).")
  private @Nullable String digests;

  @Option(names = "--read-only", description = "Mount read-only.")
  private boolean isReadOnly;

  @Option(names = "--no-record", description = "Mirror without recording.")
  private boolean isUnrecorded;

  @Option(
      names = "--no-trace",
      description =
          "Record only what happens in the mount. Otherwise, as root, the programs that use it"
              + " are traced too, by kernel events.")
  private boolean isUntraced;

  @Mixin private ServiceOption service;

  @Mixin private RecordingOptions recording;

  public MountCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  public int run() {
    Store store = store();
    Optional<ServiceConnection> running =
        recording.isRemote() ? Optional.empty() : service.connect(store);
    if (running.isEmpty()) {
      return mountHere(store);
    }
    try (ServiceConnection connection = running.get()) {
      return AttachErrors.byService(() -> mountThere(connection), "--embedded");
    }
  }

  private Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>(more);
    options.put("source", absolute(source).toString());
    options.put("mount", absolute(mount).toString());
    if (ordering != null) {
      options.put("ordering", ordering);
    }
    if (inspectors != null) {
      options.put("inspectors", inspectors);
    }
    if (digests != null) {
      options.put("digests", digests);
    }
    if (isReadOnly) {
      options.put("read-only", "true");
    }
    if (isUntraced) {
      options.put("trace", "no");
    }
    if (isUnrecorded) {
      options.put("record", "false");
    }
    return options;
  }

  private void explain(String where) {
    if (console().isErrTerminal()) {
      String shown = DisplayText.text(absolute(mount).toString());
      console().remark(shown + " is recorded by " + where + " until Ctrl-C ends it");
    }
  }

  // --- in this process ---

  @SuppressWarnings("try") // the variable is unused; the handler works until closed
  private int mountHere(Store store) {
    ReporterFactory factory = new PluginLoader<>(ReporterFactory.class).get(REPORTER);
    Reporter reporter =
        factory.create(new ReporterOptions(this).resolve(options(), factory.options()));
    explain("this process");
    RecordingSummary summary;
    try (SignalHandler signals = SignalHandler.onTermination(reporter::stop)) {
      summary =
          AttachErrors.inProcess(
              () ->
                  recording
                      .recording(store, console())
                      .run(REPORTER, reporter, RunMonitor.NOTHING));
    }
    if (recording.isVerbose() || console().isErrTerminal()) {
      summary.print(console().err(), recording.place(store));
    }
    return ExitCode.FOUND;
  }

  // --- in the service ---

  @SuppressWarnings("try") // the variable is unused; the handler works until closed
  private int mountThere(ServiceConnection connection) {
    recording.refuseAdapters();
    CountDownLatch end = new CountDownLatch(1);
    try (SignalHandler signals = SignalHandler.onTermination(end::countDown)) {
      ServedReporter attached = ServedReporter.attach(connection, fields(connection));
      explain("the service, as " + attached.id() + ",");
      ServedReporter last;
      try {
        await(connection, attached, end);
      } finally {
        last = attached.detach(connection);
      }
      if (recording.isVerbose() || console().isErrTerminal()) {
        console().remark("recorded " + DisplayText.count(last.operations(), "operation"));
      }
      last.unlessFailed();
    }
    return ExitCode.FOUND;
  }

  private Map<String, Object> fields(ServiceConnection connection) {
    Map<String, String> options =
        AvailableReporter.of(connection).stream()
            .filter(each -> each.name().equals(REPORTER))
            .findFirst()
            .map(each -> new ReporterOptions(this).resolve(options(), each.options()))
            .orElseGet(this::options);
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("reporter", REPORTER);
    fields.put("options", options);
    recording.addTo(fields);
    return fields;
  }

  /** Waits until a signal arrives, the mount is unmounted, or it fails. */
  private static void await(
      ServiceConnection connection, ServedReporter attached, CountDownLatch end) {
    try {
      while (!end.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)
          && !attached.again(connection).isOver()) {
        // check again
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the caller stops as after a signal
    }
  }
}
