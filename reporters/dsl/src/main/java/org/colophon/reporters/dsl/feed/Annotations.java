// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.feed;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.reporters.dsl.text.FeedLine;
import org.colophon.reporters.dsl.text.PlainJson;

/**
 * Stores annotations as extended records of type {@value #TYPE}: a JSON object with the feed's
 * {@code type} and {@code id} and the {@code annotations}. A value that is not UTF-8 becomes an
 * object with its base64 bytes.
 */
final class Annotations {
  static final String TYPE = "dsl/annotations";

  private static final int MAX_COMPARED = 32;

  private final OperationSink sink;
  private final AnnotationChoice stored;
  private final PlainJson plain = new PlainJson();
  private final JsonFactory factory = new JsonFactory();

  Annotations(OperationSink sink, AnnotationChoice stored) {
    this.sink = sink;
    this.stored = stored;
  }

  /** Stores the annotations of a line that are not represented otherwise. */
  void keep(FeedLine line, long process, long object, long timeNanos) {
    if (stored == AnnotationChoice.NONE) {
      return;
    }
    plain.begin(line.type, line.id);
    boolean isPlain = true;
    int count = 0;
    for (int i = 0; i < line.count(); i++) {
      if (isKept(line, i)) {
        isPlain = isPlain && !isRepeated(line, i) && plain.add(line.key(i), line.value(i));
        count++;
      }
    }
    if (count > 0) {
      Bytes json = isPlain && plain.isPlain() ? plain.end() : json(line);
      sink.extend(process, object, TYPE, json, timeNanos);
    }
  }

  private boolean isKept(FeedLine line, int i) {
    return stored == AnnotationChoice.ALL || !line.isTaken(i);
  }

  /** Returns whether an earlier key is the same, or whether there are too many to compare. */
  private static boolean isRepeated(FeedLine line, int i) {
    boolean isRepeated = i > MAX_COMPARED;
    for (int before = 0; before < i && !isRepeated; before++) {
      isRepeated = line.key(before).equals(line.key(i));
    }
    return isRepeated;
  }

  private Bytes json(FeedLine line) {
    Map<Bytes, Bytes> pairs = new LinkedHashMap<>();
    for (int i = 0; i < line.count(); i++) {
      if (isKept(line, i)) {
        pairs.put(line.key(i), line.value(i));
      }
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream(256);
    try (JsonGenerator json = factory.createGenerator(out)) {
      json.writeStartObject();
      json.writeStringField("type", line.type.toString());
      if (!line.id.isEmpty()) {
        json.writeStringField("id", line.id.toString());
      }
      json.writeObjectFieldStart("annotations");
      for (Map.Entry<Bytes, Bytes> pair : pairs.entrySet()) {
        json.writeFieldName(pair.getKey().toString());
        value(json, pair.getValue());
      }
      json.writeEndObject();
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("memory cannot fail", e);
    }
    return Bytes.wrap(out.toByteArray());
  }

  private static void value(JsonGenerator json, Bytes value) throws IOException {
    byte[] bytes = value.toArray();
    try {
      json.writeString(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException e) {
      json.writeStartObject();
      json.writeBinaryField("base64", bytes);
      json.writeEndObject();
    }
  }
}
