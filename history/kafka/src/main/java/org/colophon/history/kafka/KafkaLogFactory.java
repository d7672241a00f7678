// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.kafka;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.plugin.NamedPlugin;
import org.colophon.core.plugin.PluginOption;
import org.colophon.core.plugin.PluginOptions;
import org.colophon.core.spi.log.SharedLog;
import org.colophon.core.spi.log.SharedLogFactory;

/** Opens topics of Apache Kafka. */
public final class KafkaLogFactory extends NamedPlugin implements SharedLogFactory {
  private static final String CLIENT_PREFIX = "kafka.";
  private static final int MAX_PARTITIONS = 10_000;
  private static final int MAX_STANDBYS = 8;

  static final PluginOption BROKERS =
      new PluginOption("brokers", "addresses HOST:PORT of some brokers, with commas", "");
  static final PluginOption SETTINGS =
      new PluginOption(
          "kafka.NAME", "a setting of Kafka's client, such as kafka.security.protocol", "");

  public KafkaLogFactory() {
    super(
        "kafka",
        "A topic of Apache Kafka.",
        List.of(
            BROKERS,
            new PluginOption(
                "topic", "the topic, which is created if it does not exist", "colophon"),
            new PluginOption("partitions", "partitions of a new topic", "12"),
            new PluginOption("replicas", "copies of each frame in a new topic", "3"),
            new PluginOption("compression", "none, lz4, zstd, snappy or gzip", "lz4"),
            new PluginOption("standbys", "further indexers that have the copy of each host", "0"),
            SETTINGS));
  }

  @Override
  public SharedLog open(Map<String, String> given) {
    PluginOptions options = new PluginOptions(this, given, KafkaLogFactory::isSetting);
    KafkaLogging.forward();
    return new KafkaLog(
        new BrokerCheck(options.text("brokers")),
        options.text("topic", "colophon"),
        options.number("partitions", 12, 1, MAX_PARTITIONS),
        (short) options.number("replicas", 3, 1, 9),
        options.text("compression", "lz4"),
        options.number("standbys", 0, 0, MAX_STANDBYS),
        settings(given));
  }

  /** Returns whether an option is a setting of Kafka's client. */
  static boolean isSetting(String name) {
    return name.startsWith(CLIENT_PREFIX);
  }

  /** Returns the settings of Kafka's client among options. */
  static Map<String, Object> settings(Map<String, String> given) {
    Map<String, Object> settings = new HashMap<>();
    given.forEach(
        (name, value) -> {
          if (isSetting(name)) {
            settings.put(name.substring(CLIENT_PREFIX.length()), value);
          }
        });
    return settings;
  }
}
