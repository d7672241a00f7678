// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.capture;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.colophon.cli.config.StateDirectory;
import org.colophon.cli.config.Store;
import org.colophon.cli.output.Console;
import org.colophon.cli.recording.Destination;
import org.colophon.cli.recording.LocalOutbox;
import org.colophon.cli.recording.Outbox;
import org.colophon.cli.recording.Recording;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.filter.CaptureRules;
import org.colophon.core.sink.OverloadPolicy;
import org.colophon.core.sink.SinkOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for recording operations of a reporter. */
public final class RecordingOptions {
  @Option(
      names = {"--no-suppress", "--keep-all"},
      description = "Store every operation, not only the first and last of each access.")
  private boolean isKeepAll;

  @Option(
      names = "--on-overload",
      paramLabel = "block|drop",
      defaultValue = "block",
      description =
          "When recording cannot keep up: let the source wait (block, the default), or drop "
              + "reads and writes and mark the capture as incomplete (drop).")
  private String onOverload = "block";

  @Option(
      names = "--exclude",
      paramLabel = "RULE",
      description =
          "Leave out: a glob of paths, process=GLOB, pid=N, user=NAME, host=GLOB or kind=WORD."
              + " Repeatable.")
  private List<String> exclude = new ArrayList<>();

  @Option(
      names = "--include",
      paramLabel = "RULE",
      description = "Record only paths, processes, ... that match such a rule. Repeatable.")
  private List<String> include = new ArrayList<>();

  @Option(
      names = "--also-into",
      paramLabel = "ADAPTER",
      description = "Feed this storage adapter too; see 'colophon plugins'. Repeatable.")
  private List<String> adapters = new ArrayList<>();

  @Option(
      names = {"-v", "--verbose"},
      description =
          "Report at the end the numbers of recorded and suppressed operations, and "
              + "the speed.")
  private boolean isVerbose;

  @Option(
      names = "--to",
      paramLabel = "URL",
      description =
          "Send the recorded operations to the service of another host, https://HOST:PORT."
              + " While it is unreachable, they wait in an outbox on this host.")
  private @Nullable String url;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description =
          "With --to: file with a token of that service, or a certificate and key in PEM.")
  private @Nullable Path tokenFile;

  @Option(
      names = "--ca",
      paramLabel = "FILE",
      description = "With --to: certificates (PEM) to trust instead of Java's own.")
  private @Nullable Path authority;

  @Option(
      names = "--no-outbox",
      description = "With --to: store nothing here. Operations wait in memory, for up to a minute.")
  private boolean isDirect;

  private @Nullable Store outbox;

  /** Returns whether every operation must be stored. */
  boolean isKeepAll() {
    return isKeepAll;
  }

  SinkOptions sink() {
    return new SinkOptions(isKeepAll, policy(), CaptureRules.of(include, exclude));
  }

  private OverloadPolicy policy() {
    return switch (onOverload.toLowerCase(Locale.ROOT)) {
      case "block" -> OverloadPolicy.BLOCK;
      case "drop" -> OverloadPolicy.DROP;
      default ->
          throw ErrorCode.BAD_REQUEST.exception(
              "--on-overload must be block or drop, not '" + onOverload + "'");
    };
  }

  /**
   * Returns whether a service can record with these options. They must not select adapters or
   * permit drops: a service has its own adapters and never drops operations.
   */
  boolean isForService() {
    return adapters.isEmpty() && policy() == OverloadPolicy.BLOCK;
  }

  /** Adds these options to the fields of a request to attach a reporter. */
  void addTo(Map<String, Object> fields) {
    CaptureRules rules = CaptureRules.of(include, exclude);
    fields.put("keepAll", isKeepAll);
    fields.put("onOverload", policy().name().toLowerCase(Locale.ROOT));
    fields.put("include", rules.include());
    fields.put("exclude", rules.exclude());
  }

  /** Rejects {@code --also-into} if a service records. */
  void refuseAdapters() {
    if (!adapters.isEmpty()) {
      throw ErrorCode.BAD_REQUEST.exception(
          "--also-into cannot be used with a running service, which feeds its own adapters");
    }
  }

  /** Returns a recording into a store, or into the service that has opened the store. */
  Recording recording(Store store, Console console) {
    SinkOptions sink = sink();
    if (!isRemote()) {
      return new Recording(() -> Destination.of(store, sink, adapters));
    }
    String to = Objects.requireNonNull(url);
    Path token = Objects.requireNonNull(tokenFile);
    if (isDirect) {
      return new Recording(() -> Destination.remote(to, token, authority, sink));
    }
    Path all = StateDirectory.directory("outbox", console::environment);
    Store used = Outbox.store(store, all, to, token, authority);
    outbox = used;
    return new Recording(() -> Destination.of(used, sink, List.of()));
  }

  /**
   * Returns whether the service of another host records.
   *
   * @throws ColophonException BAD_REQUEST if options exclude each other
   */
  boolean isRemote() {
    boolean isIncomplete =
        url == null ? tokenFile != null || authority != null || isDirect : tokenFile == null;
    if (isIncomplete) {
      throw ErrorCode.BAD_REQUEST.exception(
          "--to URL needs --token-file FILE; --token-file, --ca and --no-outbox need --to");
    }
    if (url != null && !isForService()) {
      throw ErrorCode.BAD_REQUEST.exception(
          "--to reports to a service, which feeds its own adapters and drops nothing: leave out"
              + " --also-into and --on-overload=drop");
    }
    return url != null;
  }

  /**
   * Returns the outbox of a store whose service does not answer. Returns nothing if the service
   * answers, no service runs or these options select something else. In the first two cases, sends
   * what waits in the outbox.
   */
  Optional<LocalOutbox> outboxOfSilentService(Store store) {
    if (isRemote() || !isForService()) {
      return Optional.empty();
    }
    LocalOutbox waiting = new LocalOutbox(store);
    if (waiting.isServiceSilent()) {
      return Optional.of(waiting);
    }
    waiting.send();
    return Optional.empty();
  }

  /** Returns the directory of the recording's store or the URL of its service, for messages. */
  String place(Store store) {
    if (outbox != null) {
      return outbox.directory() + ", for " + url;
    }
    return url == null ? store.directory().toString() : url;
  }

  boolean isVerbose() {
    return isVerbose;
  }
}
