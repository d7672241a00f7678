// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.document;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;

/** Reads the JSON of a {@link RecordedRun}, which is the answer of {@code /v1/run}. Any thread. */
public final class RunJson {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
          .addModule(new SimpleModule().addDeserializer(Instant.class, new InstantReader()))
          .build();

  private RunJson() {}

  private static final class InstantReader extends JsonDeserializer<Instant> {
    @Override
    public Instant deserialize(JsonParser json, DeserializationContext context) throws IOException {
      return Instant.parse(json.getText());
    }
  }

  /** Reads a run. Leaves the stream open. */
  public static RecordedRun read(InputStream in) throws IOException {
    return MAPPER.readValue(in, RecordedRun.class);
  }
}
