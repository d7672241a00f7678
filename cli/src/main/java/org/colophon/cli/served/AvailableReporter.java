// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.served;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.plugin.PluginOption;
import org.colophon.core.spi.reporter.ReporterFactory;
import org.colophon.query.answer.json.AnswerJson;

/** A reporter that can be attached, with the description of its plug-in. */
public record AvailableReporter(
    @JsonProperty("reporter") String name, String description, List<PluginOption> options) {
  /** Returns the reporters on this process's class path. */
  public static List<AvailableReporter> ofThisProcess() {
    return new PluginLoader<>(ReporterFactory.class)
        .all().stream()
            .map(each -> new AvailableReporter(each.name(), each.description(), each.options()))
            .toList();
  }

  /** Returns the reporters on a service's class path. */
  public static List<AvailableReporter> of(ServiceConnection connection) {
    List<AvailableReporter> all = new ArrayList<>();
    for (JsonNode each : ServiceJson.get(connection, "/v1/reporters/available")) {
      List<PluginOption> options = new ArrayList<>();
      each.path("options").forEach(option -> options.add(option(option)));
      all.add(
          new AvailableReporter(
              each.path("reporter").asText(), each.path("description").asText(), options));
    }
    return all;
  }

  private static PluginOption option(JsonNode json) {
    return new PluginOption(
        json.path("name").asText(),
        json.path("description").asText(),
        json.path("default").asText(),
        kind(json.path("kind").asText()));
  }

  /** Returns the kind of an option. A newer service may send unknown kinds. */
  private static PluginOption.Kind kind(String word) {
    for (PluginOption.Kind each : PluginOption.Kind.values()) {
      if (each.name().equalsIgnoreCase(word)) {
        return each;
      }
    }
    return PluginOption.Kind.TEXT;
  }

  /** Writes the reporter's description in the JSON format of the service. */
  public void write(JsonGenerator json) throws IOException {
    AnswerJson.write(this, json);
  }
}
