// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.config.file;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.colophon.core.plugin.PluginOption;
import org.colophon.history.copy.SharedLogSpec;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.DeclaredOptions;
import org.colophon.service.config.LimitsConfig;
import org.colophon.service.config.Quantities;
import org.colophon.service.config.ReporterSpec;
import org.colophon.service.config.RetentionConfig;
import org.colophon.service.config.ServiceConfig;
import org.colophon.service.config.TcpConfig;
import org.colophon.service.config.history.ReplicationConfig;
import org.jspecify.annotations.Nullable;

/**
 * Prints a configuration as YAML with every default. Reading the YAML results in the same
 * configuration, except for the values of secret options, which are omitted.
 */
public final class ConfigPrinter {
  private static final String HEAD =
      "# Configuration of Colophon's service; docs/reference/configuration.md explains the keys.\n"
          + "# Every key may be left out. Values of secret options are not shown.\n";

  private static final YAMLMapper MAPPER =
      YAMLMapper.builder()
          .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
          .disable(YAMLGenerator.Feature.SPLIT_LINES)
          .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
          .build();

  private ConfigPrinter() {}

  public static String print(ServiceConfig config) {
    Map<String, Object> keys =
        keys(
            "store", config.store(),
            "adapters", config.adapters().stream().map(ConfigPrinter::adapter).toList(),
            "reporters", config.reporters().stream().map(ConfigPrinter::reporter).toList(),
            "listen", listen(config),
            "limits", limits(config.limits()),
            "journal",
                keys(
                    "budget", Quantities.show(config.journal().budgetBytes()),
                    "segment", Quantities.show(config.journal().segmentBytes()),
                    "sync-interval", config.journal().syncInterval()),
            "attach",
                keys(
                    "roots", texts(config.attach().roots().directories()),
                    "commands", config.attach().commands()),
            "backup", keys("roots", texts(config.backupRoots().directories())),
            "retention", retention(config.retention()),
            "verify",
                keys(
                    "rate", Quantities.show(config.verify().bytesPerSecond()),
                    "every", config.verify().every()),
            "log", keys("format", config.logFormat()));
    addReplication(config.replication(), keys);
    try {
      return HEAD + MAPPER.writeValueAsString(keys);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("maps and scalars can be printed", e);
    }
  }

  private static void addReplication(ReplicationConfig copies, Map<String, Object> keys) {
    put(
        "follow",
        copies.follow(),
        each -> keys("url", each.url(), "token", each.token(), "ca", each.authority()),
        keys);
    put(
        "archive",
        copies.archive(),
        each -> keys("directory", each.directory(), "seal-after", each.sealAfter()),
        keys);
    put(
        "certify",
        copies.certify(),
        each -> keys("key", each.key(), "directory", each.directory(), "policy", each.policy()),
        keys);
    put("publish", copies.publish(), ConfigPrinter::sharedLog, keys);
    put(
        "index",
        copies.index(),
        index -> {
          Map<String, Object> section = sharedLog(index.log());
          section.put("group", index.group());
          section.put("name", index.name());
          put(
              "snapshots",
              index.snapshots(),
              each -> keys("directory", each.directory(), "every", each.every()),
              section);
          return section;
        },
        keys);
    if (!copies.shared().isEmpty()) {
      keys.put("shared-directories", copies.shared());
    }
    put(
        "cluster",
        copies.nodes(),
        each -> keys("nodes", each.urls(), "token", each.token(), "ca", each.authority()),
        keys);
  }

  private static <V> void put(
      String key,
      Optional<V> value,
      Function<V, Map<String, Object>> section,
      Map<String, Object> keys) {
    value.ifPresent(each -> keys.put(key, section.apply(each)));
  }

  private static Map<String, Object> sharedLog(SharedLogSpec spec) {
    return keys(
        "log",
        spec.log(),
        "options",
        options(spec.options(), DeclaredOptions.ofSharedLog(spec.log())));
  }

  private static Map<String, Object> keys(@Nullable Object... namesAndValues) {
    Map<String, Object> keys = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      keys.put((String) namesAndValues[i], plain(namesAndValues[i + 1]));
    }
    return keys;
  }

  private static @Nullable Object plain(@Nullable Object value) {
    if (value instanceof Optional<?> optional) {
      return optional.map(ConfigPrinter::plain).orElse(null);
    } else if (value instanceof Duration time) {
      return Quantities.show(time);
    } else if (value instanceof Enum<?> constant) {
      return word(constant);
    }
    return value instanceof Path path ? path.toString() : value;
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  private static List<String> texts(List<?> values) {
    return values.stream().map(Object::toString).toList();
  }

  private static Map<String, Object> adapter(AdapterSpec adapter) {
    return keys(
        "engine", adapter.engine(),
        "name", adapter.name(),
        "share", adapter.share(),
        "options", options(adapter.options(), DeclaredOptions.ofEngine(adapter.engine())));
  }

  private static Map<String, Object> reporter(ReporterSpec reporter) {
    return keys(
        "reporter", reporter.name(),
        "keep-all", reporter.keepAll(),
        "on-overload", reporter.onOverload(),
        "include", reporter.include(),
        "exclude", reporter.exclude(),
        "options", options(reporter.options(), DeclaredOptions.ofReporter(reporter.name())));
  }

  private static Map<String, String> options(
      Map<String, String> options, List<PluginOption> declared) {
    Map<String, String> shown = new TreeMap<>(options);
    shown.replaceAll((name, value) -> DeclaredOptions.isSecret(name, declared) ? null : value);
    return shown;
  }

  private static Map<String, Object> listen(ServiceConfig config) {
    Map<String, Object> listen =
        keys(
            "socket", config.socket(),
            "token", config.tokenFile(),
            "tcp", null);
    config.listen().tcp().ifPresent(tcp -> addTcp(tcp, listen));
    return listen;
  }

  private static void addTcp(TcpConfig tcp, Map<String, Object> listen) {
    String host = tcp.host().contains(":") ? "[" + tcp.host() + "]" : tcp.host();
    listen.put("tcp", host + ":" + tcp.port());
    put(
        "tls",
        tcp.tls(),
        each ->
            keys(
                "certificate", each.certificate(),
                "key", each.key(),
                "client-ca", each.clientIssuers()),
        listen);
    listen.put("hosts", tcp.hosts());
    listen.put("origins", tcp.origins());
  }

  private static Map<String, Object> limits(LimitsConfig limits) {
    return keys(
        "request-bytes", Quantities.show(limits.requestBytes()),
        "ingest-bytes", Quantities.show(limits.ingestBytes()),
        "line-bytes", Quantities.show(limits.lineBytes()),
        "header-bytes", Quantities.show(limits.headerBytes()),
        "answer-bytes", Quantities.show(limits.answerBytes()),
        "nodes", limits.nodes(),
        "request-time", limits.requestTime(),
        "idle-time", limits.idleTime(),
        "concurrent-requests", limits.concurrentRequests(),
        "connections", limits.connections(),
        "tails", limits.tails(),
        "stop-time", limits.stopTime());
  }

  private static Map<String, Object> retention(RetentionConfig retention) {
    return keys(
        "age", retention.age(),
        "size", retention.sizeBytes() == 0 ? null : Quantities.show(retention.sizeBytes()),
        "keep", keys("snapshots", retention.keepSnapshots(), "matching", retention.keepMatching()),
        "every", retention.every(),
        "share", retention.share());
  }
}
