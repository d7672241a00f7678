package org.colophon.service.config.file;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.colophon.core.plugin.PluginOption;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.AttachConfig;
import org.colophon.service.config.DeclaredOptions;
import org.colophon.service.config.JournalSpec;
import org.colophon.service.config.LimitsConfig;
import org.colophon.service.config.Quantities;
import org.colophon.service.config.ReporterSpec;
import org.colophon.service.config.RetentionConfig;
import org.colophon.service.config.SecretNames;
import org.colophon.service.config.ServiceConfig;
import org.colophon.service.config.TcpConfig;

/**
 * Writes a configuration as YAML with comments, every default filled in. Read again, the text gives
 * the same configuration, but for values of options that are secret, which are left out.
 */
public final class ConfigPrinter {
  private final StringBuilder out = new StringBuilder();

  private ConfigPrinter() {}

  /** The whole text. */
  public static String print(ServiceConfig config) {
    ConfigPrinter printer = new ConfigPrinter();
    printer.all(config);
    return printer.out.toString();
  }

  private void all(ServiceConfig config) {
    line(0, "# Colophon's service, as it would run. Everything here may be left out.");
    line(0, "store: " + quoted(config.store()) + "  # what is recorded");
    line(0, "adapters:  # where it is stored; the first that can be read answers questions");
    config.adapters().forEach(this::adapter);
    if (config.reporters().isEmpty()) {
      line(0, "reporters: []  # started with the service; see colophon plugins --options");
    } else {
      line(0, "reporters:  # started with the service");
      config.reporters().forEach(this::reporter);
    }
    listen(config);
    limits(config.limits());
    journal(config.journal());
    attach(config.attach());
    retention(config.retention());
    line(0, "log:");
    line(1, "format: " + config.logFormat().name().toLowerCase(Locale.ROOT) + "  # text, or json");
  }

  private void adapter(AdapterSpec adapter) {
    line(1, "- engine: " + quoted(adapter.engine()));
    line(2, "name: " + quoted(adapter.name()) + "  # of its folder in the store");
    line(2, "share: " + adapter.share() + "  # how much of the machine it may take");
    options(2, adapter.options(), DeclaredOptions::ofEngine, adapter.engine());
  }

  private void reporter(ReporterSpec reporter) {
    line(1, "- reporter: " + quoted(reporter.name()));
    line(2, "keep-all: " + reporter.keepAll() + "  # store every operation, suppress none");
    String policy = reporter.onOverload().name().toLowerCase(Locale.ROOT);
    line(2, "on-overload: " + policy + "  # block, or drop accesses and say so");
    options(2, reporter.options(), DeclaredOptions::ofReporter, reporter.name());
  }

  private void options(
      int depth,
      Map<String, String> options,
      Function<String, List<PluginOption>> plugins,
      String plugin) {
    if (options.isEmpty()) {
      line(depth, "options: {}");
      return;
    }
    line(depth, "options:");
    List<PluginOption> declared = plugins.apply(plugin);
    new TreeMap<>(options)
        .forEach(
            (name, value) -> {
              boolean isSecret = SecretNames.isSecret(name, declared);
              String shown = isSecret ? "  # not shown" : " " + quoted(value);
              line(depth + 1, quoted(name) + ":" + shown);
            });
  }

  private void listen(ServiceConfig config) {
    line(0, "listen:");
    line(1, "socket: " + quoted(config.socket()) + "  # for this user and root alone");
    line(1, "token: " + quoted(config.tokenFile()) + "  # what callers over TCP have to show");
    if (config.listen().tcp().isEmpty()) {
      line(1, "tcp:  # off; such as 127.0.0.1:7979");
    } else {
      tcp(config.listen().tcp().get());
    }
  }

  private void tcp(TcpConfig tcp) {
    String host = tcp.host().contains(":") ? "[" + tcp.host() + "]" : tcp.host();
    line(1, "tcp: " + quoted(host + ":" + tcp.port()));
    tcp.tls()
        .ifPresent(
            tls -> {
              line(1, "tls:  # PEM files");
              line(2, "certificate: " + quoted(tls.certificate()));
              line(2, "key: " + quoted(tls.key()));
            });
    line(1, "hosts: " + list(tcp.hosts()) + "  # names of this service besides localhost");
    line(1, "origins: " + list(tcp.origins()) + "  # web pages that may call it");
  }

  private void limits(LimitsConfig limits) {
    line(0, "limits:");
    line(1, "request-bytes: " + Quantities.show(limits.requestBytes()));
    line(1, "ingest-bytes: " + Quantities.show(limits.ingestBytes()) + "  # of operations");
    line(
        1,
        "line-bytes: "
            + Quantities.show(limits.lineBytes())
            + "  # of one operation; 16MiB at least for numbered lines");
    line(1, "header-bytes: " + Quantities.show(limits.headerBytes()));
    line(1, "answer-bytes: " + Quantities.show(limits.answerBytes()));
    line(1, "nodes: " + limits.nodes() + "  # things in one lineage");
    line(1, "request-time: " + Quantities.show(limits.requestTime()) + "  # for one question");
    line(1, "idle-time: " + Quantities.show(limits.idleTime()) + "  # of a silent connection");
    line(1, "concurrent-requests: " + limits.concurrentRequests());
    line(1, "connections: " + limits.connections());
    line(1, "tails: " + limits.tails() + "  # live tails at once");
    line(1, "stop-time: " + Quantities.show(limits.stopTime()) + "  # at most, for stopping");
  }

  private void journal(JournalSpec journal) {
    line(0, "journal:");
    line(1, "budget: " + Quantities.show(journal.budgetBytes()) + "  # on disk");
    line(1, "segment: " + Quantities.show(journal.segmentBytes()));
    line(
        1,
        "sync-interval: "
            + Quantities.show(journal.syncInterval())
            + "  # how long an operation waits for the disk when nobody asks");
  }

  private void attach(AttachConfig attach) {
    line(0, "attach:  # what callers may make reporters do");
    List<String> roots = attach.roots().stream().map(Path::toString).toList();
    line(1, "roots: " + list(roots) + "  # files below these may be read");
    line(1, "commands: " + attach.commands() + "  # whether programs may be run");
  }

  private void retention(RetentionConfig retention) {
    line(0, "retention:  # what may go; nothing unless set");
    String age = retention.age().map(time -> " " + Quantities.show(time)).orElse("");
    line(1, "age:" + age + "  # what is older, such as 90d");
    String size = retention.sizeBytes() == 0 ? "" : " " + Quantities.show(retention.sizeBytes());
    line(1, "size:" + size + "  # the oldest while the store is larger, such as 100GiB");
    line(1, "keep:");
    line(2, "snapshots: " + list(retention.keepSnapshots()) + "  # and what led to them");
    line(2, "matching: " + list(retention.keepMatching()) + "  # and what led to such names");
    line(1, "every: " + Quantities.show(retention.every()) + "  # how often it is looked after");
    line(1, "share: " + retention.share() + "  # how much of the machine that may take");
  }

  private static String list(List<String> values) {
    return values.stream().map(ConfigPrinter::quoted).toList().toString();
  }

  /** In single quotes, where YAML knows no escapes but the quote itself. */
  private static String quoted(Object value) {
    String text = value.toString();
    boolean isPlain =
        text.matches("[A-Za-z0-9/._]([A-Za-z0-9/._:-]*[A-Za-z0-9/._-])?") && !text.equals("null");
    boolean isLine = text.chars().noneMatch(c -> c < ' ' || c == 0x7f);
    if (isPlain) {
      return text;
    }
    return isLine ? "'" + text.replace("'", "''") + "'" : escaped(text);
  }

  /** In double quotes, with every unusual character escaped. */
  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean isUsual = c >= ' ' && c < 0x7f && c != '"' && c != '\\';
      escaped.append(isUsual ? "" + c : "\\u%04x".formatted((int) c));
    }
    return escaped.append('"').toString();
  }

  private void line(int depth, String text) {
    out.append("  ".repeat(depth)).append(text).append('\n');
  }
}
