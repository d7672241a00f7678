package org.colophon.service.config.file;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.colophon.core.plugin.PluginOption;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.AttachConfig;
import org.colophon.service.config.DeclaredOptions;
import org.colophon.service.config.JournalSpec;
import org.colophon.service.config.LimitsConfig;
import org.colophon.service.config.Quantities;
import org.colophon.service.config.ReporterSpec;
import org.colophon.service.config.RetentionConfig;
import org.colophon.service.config.ServiceConfig;
import org.colophon.service.config.TcpConfig;

/**
 * Printer of a configuration as YAML with comments and every default. Reading the text gives the
 * same configuration, except for the values of secret options, which are left out.
 */
public final class ConfigPrinter {
  private ConfigPrinter() {}

  /** The whole text. */
  public static String print(ServiceConfig config) {
    StringBuilder out = new StringBuilder();
    out.append(
        """
        # Configuration of Colophon's service. Every key may be left out.
        store: %s  # what is recorded
        adapters:  # where it is stored; the first readable one answers questions
        """
            .formatted(quoted(config.store())));
    config.adapters().forEach(each -> out.append(adapter(each)));
    boolean hasReporters = !config.reporters().isEmpty();
    out.append(hasReporters ? "reporters:" : "reporters: []")
        .append("  # started with the service; see colophon plugins --options\n");
    config.reporters().forEach(each -> out.append(reporter(each)));
    out.append(listen(config));
    out.append(limits(config.limits()));
    out.append(journal(config.journal()));
    out.append(attach(config.attach()));
    out.append(retention(config.retention()));
    out.append("log:\n  format: ").append(word(config.logFormat())).append("  # text, or json\n");
    return out.toString();
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  private static String adapter(AdapterSpec adapter) {
    return """
          - engine: %s
            name: %s  # of its directory in the store
            share: %s  # of the machine, at most
        %s"""
        .formatted(
            quoted(adapter.engine()),
            quoted(adapter.name()),
            adapter.share(),
            options(adapter.options(), DeclaredOptions.ofEngine(adapter.engine())));
  }

  private static String reporter(ReporterSpec reporter) {
    return """
          - reporter: %s
            keep-all: %s  # true stores every operation, without suppression
            on-overload: %s  # block, or drop accesses and report it
        %s"""
        .formatted(
            quoted(reporter.name()),
            reporter.keepAll(),
            word(reporter.onOverload()),
            options(reporter.options(), DeclaredOptions.ofReporter(reporter.name())));
  }

  private static String options(Map<String, String> options, List<PluginOption> declared) {
    StringBuilder lines = new StringBuilder("    options:");
    lines.append(options.isEmpty() ? " {}\n" : "\n");
    new TreeMap<>(options)
        .forEach(
            (name, value) -> {
              boolean isSecret = DeclaredOptions.isSecret(name, declared);
              String shown = isSecret ? "  # not shown" : " " + quoted(value);
              lines.append("      ").append(quoted(name)).append(":").append(shown).append("\n");
            });
    return lines.toString();
  }

  private static String listen(ServiceConfig config) {
    return """
        listen:
          socket: %s  # for this user and root alone
          token: %s  # which callers over TCP present
        %s"""
        .formatted(
            quoted(config.socket()),
            quoted(config.tokenFile()),
            config
                .listen()
                .tcp()
                .map(ConfigPrinter::tcp)
                .orElse("  tcp:  # off; such as 127.0.0.1:7979\n"));
  }

  private static String tcp(TcpConfig tcp) {
    String host = tcp.host().contains(":") ? "[" + tcp.host() + "]" : tcp.host();
    String tls =
        tcp.tls()
            .map(
                files ->
                    "  tls:  # PEM files\n    certificate: %s\n    key: %s\n"
                        .formatted(quoted(files.certificate()), quoted(files.key())))
            .orElse("");
    return """
          tcp: %s
        %s  hosts: %s  # names of this service other than localhost
          origins: %s  # web pages that may call it
        """
        .formatted(quoted(host + ":" + tcp.port()), tls, list(tcp.hosts()), list(tcp.origins()));
  }

  private static String limits(LimitsConfig limits) {
    return """
        limits:
          request-bytes: %s
          ingest-bytes: %s  # of operations
          line-bytes: %s  # of one operation; at least 16MiB for numbered lines
          header-bytes: %s
          answer-bytes: %s
          nodes: %s  # in one lineage
          request-time: %s  # for one question
          idle-time: %s  # of a silent connection
          concurrent-requests: %s
          connections: %s
          tails: %s  # live tails at once
          stop-time: %s  # at most, for stopping
        """
        .formatted(
            Quantities.show(limits.requestBytes()),
            Quantities.show(limits.ingestBytes()),
            Quantities.show(limits.lineBytes()),
            Quantities.show(limits.headerBytes()),
            Quantities.show(limits.answerBytes()),
            limits.nodes(),
            Quantities.show(limits.requestTime()),
            Quantities.show(limits.idleTime()),
            limits.concurrentRequests(),
            limits.connections(),
            limits.tails(),
            Quantities.show(limits.stopTime()));
  }

  private static String journal(JournalSpec journal) {
    return """
        journal:
          budget: %s  # on disk
          segment: %s
          sync-interval: %s  # longest wait of an operation for the disk when nobody asks
        """
        .formatted(
            Quantities.show(journal.budgetBytes()),
            Quantities.show(journal.segmentBytes()),
            Quantities.show(journal.syncInterval()));
  }

  private static String attach(AttachConfig attach) {
    return """
        attach:  # rights of callers that attach reporters
          roots: %s  # files below these may be read
          commands: %s  # true if programs may be run
        """
        .formatted(list(attach.roots()), attach.commands());
  }

  private static String retention(RetentionConfig retention) {
    return """
        retention:  # what may be deleted; nothing unless age or size is set
          age:%s  # older facts, such as 90d
          size:%s  # the oldest facts while the store is larger, such as 100GiB
          keep:
            snapshots: %s  # and their ancestors
            matching: %s  # objects of such names, and their ancestors
          every: %s  # interval of the runs
          share: %s  # of the machine, at most
        """
        .formatted(
            retention.age().map(time -> " " + Quantities.show(time)).orElse(""),
            retention.sizeBytes() == 0 ? "" : " " + Quantities.show(retention.sizeBytes()),
            list(retention.keepSnapshots()),
            list(retention.keepMatching()),
            Quantities.show(retention.every()),
            retention.share());
  }

  private static String list(List<?> values) {
    return values.stream().map(ConfigPrinter::quoted).toList().toString();
  }

  /** Quotes with single quotes, in which YAML escapes only the quote itself, if possible. */
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

  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean isUsual = c >= ' ' && c < 0x7f && c != '"' && c != '\\';
      escaped.append(isUsual ? "" + c : "\\u%04x".formatted((int) c));
    }
    return escaped.append('"').toString();
  }
}
