// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.record;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.jspecify.annotations.Nullable;

/** Writes extended records as JSON. Embeds JSON data and writes text as a string. */
public final class RecordJson {
  private static final int MAX_DEPTH = 50;
  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
                  .build())
          .build();

  private RecordJson() {}

  /**
   * Writes a record as an object with its bytes. Adds the field {@code json} or {@code text} if the
   * bytes have that form.
   */
  public static void write(JsonGenerator json, ExtendedRecord extended) throws IOException {
    json.writeStartObject();
    json.writeNumberField("lsn", extended.lsn());
    json.writeNumberField("process", extended.process());
    json.writeNumberField("object", extended.object());
    json.writeStringField("type", extended.type());
    json.writeBinaryField("base64", extended.data().toArray());
    JsonNode tree = tree(extended);
    if (tree != null) {
      json.writeFieldName("json");
      MAPPER.writeTree(json, tree);
    } else if (isUtf8(extended.data())) {
      json.writeStringField("text", extended.data().toString());
    }
    json.writeEndObject();
  }

  /** Returns the JSON at the begin of a record; null if absent. */
  public static @Nullable JsonNode tree(ExtendedRecord extended) {
    Bytes data = extended.data();
    if (data.isEmpty() || data.at(0) != '{') {
      return null;
    }
    try {
      return MAPPER.readTree(data.toArray());
    } catch (IOException e) {
      return null;
    }
  }

  private static boolean isUtf8(Bytes data) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(data.toArray()));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }
}
