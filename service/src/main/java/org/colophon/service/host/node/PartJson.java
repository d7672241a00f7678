// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.host.node;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.colophon.core.model.Bytes;
import org.colophon.core.pattern.Glob;

/**
 * JSON format between nodes: records field by field, and bytes in base64. A node ignores fields
 * that it does not know, so nodes may have different versions.
 */
final class PartJson {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .visibility(PropertyAccessor.ALL, JsonAutoDetect.Visibility.NONE)
          .visibility(PropertyAccessor.FIELD, JsonAutoDetect.Visibility.ANY)
          .visibility(PropertyAccessor.CREATOR, JsonAutoDetect.Visibility.ANY)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
          .addModule(
              new SimpleModule()
                  .addSerializer(Bytes.class, new WriteBytes())
                  .addDeserializer(Bytes.class, new ReadBytes())
                  .addSerializer(Glob.class, new WriteGlob())
                  .addDeserializer(Glob.class, new ReadGlob()))
          .build();

  private PartJson() {}

  static void write(Object value, OutputStream out) throws IOException {
    MAPPER.writeValue(out, value);
  }

  /** Writes two records as one object. */
  static void write(Object value, Object more, OutputStream out) throws IOException {
    MAPPER.writeValue(out, tree(value).setAll(tree(more)));
  }

  private static ObjectNode tree(Object value) {
    return MAPPER.valueToTree(value);
  }

  /**
   * Reads a value.
   *
   * @throws IOException if the stream fails or its content does not match the type
   */
  static <T> T read(InputStream in, Class<T> type) throws IOException {
    return MAPPER.readValue(in, type);
  }

  private static final class WriteBytes extends JsonSerializer<Bytes> {
    @Override
    public void serialize(Bytes value, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      json.writeBinary(value.toArray());
    }
  }

  private static final class ReadBytes extends JsonDeserializer<Bytes> {
    @Override
    public Bytes deserialize(JsonParser json, DeserializationContext context) throws IOException {
      return Bytes.wrap(json.getBinaryValue());
    }
  }

  private static final class WriteGlob extends JsonSerializer<Glob> {
    @Override
    public void serialize(Glob value, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      json.writeString(value.toString());
    }
  }

  private static final class ReadGlob extends JsonDeserializer<Glob> {
    @Override
    public Glob deserialize(JsonParser json, DeserializationContext context) throws IOException {
      return Glob.of(json.getText());
    }
  }
}
