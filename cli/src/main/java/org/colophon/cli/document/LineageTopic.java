// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.spi.message.MessageTopic;
import org.colophon.core.spi.message.MessageTopicFactory;
import org.colophon.history.copy.SharedLogSpec;
import org.colophon.history.index.IndexConfig;
import org.colophon.service.config.file.ConfigCheck;
import org.colophon.service.config.file.ConfigFile;
import org.colophon.service.config.history.ReplicationConfig;

/**
 * A topic of Kafka that takes OpenLineage events as messages of OpenLineage's Kafka transport. One
 * thread.
 */
final class LineageTopic implements EventSender.Receiver {
  static final String KAFKA = "kafka";

  private static final Pattern PLACE =
      Pattern.compile(KAFKA + "://([^/?#@]+)/([A-Za-z0-9._-]{1,249})");

  private final MessageTopic topic;

  private LineageTopic(MessageTopic topic) {
    this.topic = topic;
  }

  /**
   * Prepares a topic. Does not connect. Builds the plug-in if necessary.
   *
   * @param settings settings of Kafka's client, with their prefix
   * @throws ColophonException BAD_REQUEST if the URL or the settings are invalid; TOOL_MISSING
   *     without the plug-in
   */
  static LineageTopic open(URI url, Map<String, String> settings) {
    Matcher place = PLACE.matcher(url.toString());
    if (!place.matches()) {
      throw ErrorCode.BAD_REQUEST.exception(
          "--to needs brokers and a topic such as kafka://k1:9092,k2:9092/openlineage, not " + url);
    }
    Map<String, String> options = new HashMap<>(settings);
    options.put("brokers", place.group(1));
    options.put("topic", place.group(2));
    return new LineageTopic(factory().open(options));
  }

  private static MessageTopicFactory factory() {
    try {
      return new PluginLoader<>(MessageTopicFactory.class).get(KAFKA);
    } catch (ColophonException e) {
      throw e.code() == ErrorCode.NOT_FOUND
          ? ErrorCode.TOOL_MISSING.exception(
              "--to kafka:// needs the plug-in kafka, which the archive contains and"
                  + " './build plugin kafka' builds in a checkout: "
                  + e.getMessage(),
              e)
          : e;
    }
  }

  /**
   * Returns the settings of Kafka's client in the configuration of a service: those of {@code
   * publish}, or else of {@code index}.
   */
  static Map<String, String> settings(Path config, Path store) {
    ErrorCode.BAD_REQUEST.require(Files.exists(config), "there is no file " + config);
    ReplicationConfig replication = ConfigFile.read(config, store, ConfigCheck.FORM).replication();
    SharedLogSpec log =
        Stream.of(replication.publish(), replication.index().map(IndexConfig::log))
            .flatMap(Optional::stream)
            .filter(each -> each.log().equals(KAFKA))
            .findFirst()
            .orElseThrow(
                () ->
                    ErrorCode.BAD_REQUEST.exception(
                        config + " has no publish or index with log: kafka, whose options to use"));
    Map<String, String> settings = new HashMap<>(log.options());
    settings.keySet().removeIf(each -> !each.startsWith(KAFKA + "."));
    return settings;
  }

  @Override
  public void send(ObjectNode event) {
    topic.send(key(event), event.toString());
  }

  /** Returns the key of OpenLineage's clients, so that a partition has all runs of a chain. */
  private static String key(ObjectNode event) {
    JsonNode parent = event.at("/run/facets/parent");
    JsonNode job =
        Stream.of(parent.at("/root/job"), parent.path("job"), event.path("job"))
            .filter(JsonNode::isObject)
            .findFirst()
            .orElseThrow();
    return "run:" + job.path("namespace").asText() + "/" + job.path("name").asText();
  }

  @Override
  public void close() {
    topic.close();
  }
}
