// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.answer.json;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Locale;
import org.colophon.core.model.Bytes;
import org.colophon.core.plugin.PluginOption;
import org.colophon.query.text.AsciiJson;

/** Writes records and maps as JSON in ASCII. Enum constants are in lower case. Any thread. */
public final class AnswerJson {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .disable(SerializationFeature.FLUSH_AFTER_WRITE_VALUE)
          .addModule(
              new SimpleModule()
                  .addSerializer(Instant.class, ToStringSerializer.instance)
                  .addSerializer(Enum.class, new LowerCase())
                  .addSerializer(Bytes.class, new Base64()))
          .addMixIn(PluginOption.class, OptionFields.class)
          .build();

  private AnswerJson() {}

  /** Returns a builder of a mapper with the same settings, to which more types can be added. */
  public static JsonMapper.Builder mapper() {
    return MAPPER.rebuild();
  }

  /** Writes an indented value and a line end. Leaves the stream open. */
  public static void write(Object value, OutputStream out) throws IOException {
    write(MAPPER, value, out);
  }

  /** Writes an indented value and a line end with another mapper. Leaves the stream open. */
  public static void write(JsonMapper mapper, Object value, OutputStream out) throws IOException {
    JsonGenerator json = AsciiJson.generator(out);
    mapper.writeValue(json, value);
    json.writeRaw('\n');
    json.flush();
  }

  public static void write(Object value, JsonGenerator json) throws IOException {
    MAPPER.writeValue(json, value);
  }

  /** Returns a value as one line, without a line end. */
  public static String line(Object value) {
    return line(MAPPER, value);
  }

  /** Returns a value as one line, without a line end, with another mapper. */
  public static String line(JsonMapper mapper, Object value) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JsonGenerator json = AsciiJson.compactGenerator(out)) {
      mapper.writeValue(json, value);
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  /** Returns the name of a constant in lower case. */
  public static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  @SuppressWarnings("rawtypes") // a serializer is registered for a raw class
  private static final class LowerCase extends JsonSerializer<Enum> {
    @Override
    public void serialize(Enum value, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      json.writeString(value.name().toLowerCase(Locale.ROOT));
    }
  }

  private static final class Base64 extends JsonSerializer<Bytes> {
    @Override
    public void serialize(Bytes value, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      json.writeStartObject();
      json.writeBinaryField("base64", value.toArray());
      json.writeEndObject();
    }
  }

  private interface OptionFields {
    @JsonProperty("default")
    String defaultValue();
  }
}
