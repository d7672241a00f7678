// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.kafka;

import java.util.List;
import java.util.Map;
import org.colophon.core.plugin.NamedPlugin;
import org.colophon.core.plugin.PluginOption;
import org.colophon.core.plugin.PluginOptions;
import org.colophon.core.spi.message.MessageTopic;
import org.colophon.core.spi.message.MessageTopicFactory;

/** Opens topics of Apache Kafka for messages to other programs. */
public final class KafkaTopicFactory extends NamedPlugin implements MessageTopicFactory {
  public KafkaTopicFactory() {
    super(
        "kafka",
        "A topic of Apache Kafka.",
        List.of(
            KafkaLogFactory.BROKERS,
            new PluginOption("topic", "the topic, which must exist", ""),
            KafkaLogFactory.SETTINGS));
  }

  @Override
  public MessageTopic open(Map<String, String> given) {
    PluginOptions options = new PluginOptions(this, given, KafkaLogFactory::isSetting);
    KafkaLogging.forward();
    return new KafkaTopic(
        new BrokerCheck(options.text("brokers")),
        options.text("topic"),
        KafkaLogFactory.settings(given));
  }
}
