// SPDX-License-Identifier: Apache-2.0
package org.colophon.client.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import org.colophon.client.report.RemoteOperation.Call;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;

/** Encodes a batch of operations as lines of the service's format. One thread. */
final class LineEncoder {
  private static final JsonFactory FACTORY = new JsonFactory().setRootValueSeparator(null);

  private static final int MAX_DIGITS = 10;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream(1 << 16);
  private final JsonGenerator json;
  private final Map<Enum<?>, String> words = new HashMap<>();
  private final LongUnaryOperator globalIds;
  private byte[] scratch = new byte[1 << 10];

  /**
   * Begins an empty batch.
   *
   * @param globalIds maps an id of this sink to the service's id; 0 if that is not known yet
   */
  LineEncoder(LongUnaryOperator globalIds) {
    this.globalIds = globalIds;
    try {
      this.json = FACTORY.createGenerator(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the length of the batch so far. */
  int length() {
    return out.size() + json.getOutputBuffered();
  }

  /** Returns the batch and begins the next one. */
  byte[] take() {
    try {
      json.flush();
      return out.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      out.reset();
    }
  }

  void encode(RemoteOperation operation) {
    try {
      json.writeStartObject();
      json.writeStringField("op", op(operation));
      fields(operation);
      payload(operation);
      if (operation.declared != 0) {
        json.writeFieldName("id");
        local(operation.declared);
      }
      optional("time", operation.timeNanos);
      json.writeEndObject();
      json.writeRaw('\n');
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String op(RemoteOperation operation) {
    Enum<?> kind = operation.call == Call.ACCESS ? operation.kind : null;
    // The word "rename" is the name of another operation.
    return kind == null || kind == OperationKind.RENAME ? operation.call.word : word(kind);
  }

  private void fields(RemoteOperation operation) throws IOException {
    Call call = operation.call;
    id(call == Call.LINK ? "effect" : "process", operation.process);
    id(call == Call.DERIVE ? "effect" : "object", operation.object);
    id("cause", operation.cause);
    Enum<?> kind = operation.kind;
    if (kind != null && (kind == OperationKind.RENAME || call == Call.SNAPSHOT)) {
      json.writeStringField("kind", word(kind));
    } else if (kind != null && call != Call.ACCESS) {
      json.writeStringField(call.textField, word(kind));
    }
    if (operation.phase != null && operation.phase != Phase.WHOLE) {
      json.writeStringField("phase", word(operation.phase));
    }
    if (operation.path != null) {
      bytes(operation.to == null ? "path" : "from", operation.path);
    }
    if (operation.to != null) {
      bytes("to", operation.to);
    }
    optional(call.amountField, operation.amount);
    optional("count", operation.count);
    if (operation.text != null) {
      bytes(call.textField, Bytes.of(operation.text));
    }
  }

  private void payload(RemoteOperation operation) throws IOException {
    switch (operation.call) {
      case PROCESS -> process((ProcessDeclaration) operation.payload);
      case OBJECT -> object((ObjectDeclaration) operation.payload);
      case EXTENDED -> withIds("data", operation);
      case REFUSE -> bytes("problem", Bytes.of((String) operation.payload));
      case NOTE, POSITION -> withIds("position", operation);
      default -> {}
    }
  }

  private void process(ProcessDeclaration declared) throws IOException {
    optional("pid", declared.pid());
    optional("identity", declared.identity());
    optional("executable", declared.executable());
    optional("directory", declared.directory());
    optional("start", declared.startNanos());
    if (!declared.arguments().isEmpty()) {
      json.writeArrayFieldStart("arguments");
      for (Bytes argument : declared.arguments()) {
        string(argument);
      }
      json.writeEndArray();
    }
  }

  private void object(ObjectDeclaration declared) throws IOException {
    json.writeStringField("kind", word(declared.kind()));
    optional("identity", declared.identity());
    optional("label", declared.label());
  }

  private void withIds(String field, RemoteOperation operation) throws IOException {
    ByteBuffer data = ByteBuffer.wrap(((Bytes) operation.payload).toArray());
    int[] unknown = insertKnownIds(data, operation.idsAt);
    bytes(field, Bytes.wrap(data.array()));
    if (unknown.length > 0) {
      json.writeArrayFieldStart("ids");
      for (int offset : unknown) {
        json.writeNumber(offset);
        local(data.getLong(offset));
      }
      json.writeEndArray();
    }
  }

  /**
   * Inserts the known global ids. Returns the offsets of the other ids, which the service inserts.
   */
  private int[] insertKnownIds(ByteBuffer position, int[] offsets) {
    return Arrays.stream(offsets)
        .filter(
            offset -> {
              long id = position.getLong(offset);
              long global = globalIds.applyAsLong(id);
              boolean isKnown = global != 0 || !LocalIds.isLocal(id);
              if (isKnown) {
                position.putLong(offset, global);
              }
              return !isKnown;
            })
        .toArray();
  }

  private String word(Enum<?> value) {
    return words.computeIfAbsent(value, each -> each.name().toLowerCase(Locale.ROOT));
  }

  private void optional(String field, Bytes value) throws IOException {
    if (!value.isEmpty()) {
      bytes(field, value);
    }
  }

  private void optional(String field, long value) throws IOException {
    if (value != 0) {
      json.writeNumberField(field, value);
    }
  }

  /**
   * Writes the global id. If it is not known yet, writes the local number. Writes nothing for id 0.
   */
  private void id(String field, long id) throws IOException {
    if (id == 0) {
      return;
    }
    json.writeFieldName(field);
    long global = globalIds.applyAsLong(id);
    if (global == 0) {
      local(id);
    } else {
      json.writeNumber(global);
    }
  }

  private void local(long id) throws IOException {
    int rest = LocalIds.number(id);
    int start = MAX_DIGITS;
    do {
      scratch[--start] = (byte) ('0' + rest % 10);
      rest /= 10;
    } while (rest > 0);
    json.writeRawUTF8String(scratch, start, MAX_DIGITS - start);
  }

  private void bytes(String field, Bytes value) throws IOException {
    json.writeFieldName(field);
    string(value);
  }

  /** Writes a string. If the bytes are not UTF-8, writes an object with their base64. */
  private void string(Bytes value) throws IOException {
    int length = value.length();
    if (length > scratch.length) {
      scratch = new byte[2 * length];
    }
    value.copyTo(scratch, 0);
    if (isUtf8(scratch, length)) {
      json.writeUTF8String(scratch, 0, length);
    } else {
      json.writeStartObject();
      json.writeFieldName("base64");
      json.writeBinary(scratch, 0, length);
      json.writeEndObject();
    }
  }

  private static boolean isUtf8(byte[] bytes, int length) {
    int ascii = 0;
    while (ascii < length && bytes[ascii] >= 0) {
      ascii++;
    }
    if (ascii == length) {
      return true;
    }
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, ascii, length - ascii));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }
}
