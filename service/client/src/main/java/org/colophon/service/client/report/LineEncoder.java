package org.colophon.service.client.report;

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
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.service.protocol.LineFields;

/** Encoder of a batch of operations as the service's lines. One thread. */
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
   * @param globalIds returns the service's id for one of this sink; 0 if it is not known yet
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
      json.writeFieldName(LineFields.OP);
      fields(operation);
      if (operation.declared != 0) {
        json.writeFieldName(LineFields.ID);
        local(operation.declared);
      }
      optional(LineFields.TIME, operation.timeNanos);
      json.writeEndObject();
      json.writeRaw('\n');
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void fields(RemoteOperation operation) throws IOException {
    switch (operation.call) {
      case PROCESS -> process((ProcessDeclaration) operation.payload);
      case OBJECT -> object(operation);
      case ACCESS -> access(operation);
      case EXTEND -> {
        json.writeString("extended");
        optionalId(LineFields.PROCESS, operation.process);
        optionalId(LineFields.OBJECT, operation.object);
        text(LineFields.TYPE, operation.text);
        optional(LineFields.DATA, (Bytes) operation.payload);
      }
      case REFUSE -> {
        json.writeString("refuse");
        text(LineFields.PLACE, operation.text);
        text(LineFields.PROBLEM, (String) operation.payload);
      }
      case BEGIN -> json.writeString("begin");
      case NOTE, POSITION -> position(operation);
      case WHERE -> {
        json.writeString("where");
        text(LineFields.SOURCE, operation.text);
      }
      case RENAME, EXCHANGE, BIND, UNBIND, RESOLVE -> name(operation);
      default -> relation(operation);
    }
  }

  private void process(ProcessDeclaration declared) throws IOException {
    json.writeString("process");
    optional(LineFields.PID, declared.pid());
    optional(LineFields.IDENTITY, declared.identity());
    optional(LineFields.EXECUTABLE, declared.executable());
    optional(LineFields.DIRECTORY, declared.directory());
    optional(LineFields.START, declared.startNanos());
    if (!declared.arguments().isEmpty()) {
      json.writeArrayFieldStart(LineFields.ARGUMENTS);
      for (Bytes argument : declared.arguments()) {
        string(argument);
      }
      json.writeEndArray();
    }
  }

  private void object(RemoteOperation operation) throws IOException {
    ObjectDeclaration declared = (ObjectDeclaration) operation.payload;
    json.writeString("object");
    word(LineFields.KIND, declared.kind());
    optional(LineFields.IDENTITY, declared.identity());
    optional(LineFields.LABEL, declared.label());
    if (operation.path != null) {
      bytes(LineFields.PATH, operation.path);
    }
  }

  private void access(RemoteOperation operation) throws IOException {
    if (operation.kind == OperationKind.RENAME) { // the word names another operation
      json.writeString("access");
      word(LineFields.KIND, operation.kind);
    } else {
      json.writeString(word(operation.kind));
    }
    id(LineFields.PROCESS, operation.process);
    id(LineFields.OBJECT, operation.object);
    optional(LineFields.BYTES, operation.amount);
    phase(operation);
  }

  private void phase(RemoteOperation operation) throws IOException {
    if (operation.phase != Phase.WHOLE) {
      word(LineFields.PHASE, operation.phase);
    }
  }

  private void name(RemoteOperation operation) throws IOException {
    json.writeString(word(operation.call));
    optionalId(LineFields.PROCESS, operation.process);
    optionalId(LineFields.OBJECT, operation.object);
    bytes(operation.to == null ? LineFields.PATH : LineFields.FROM, operation.path);
    if (operation.to != null) {
      bytes(LineFields.TO, operation.to);
    }
  }

  private void position(RemoteOperation operation) throws IOException {
    json.writeString(word(operation.call));
    text(LineFields.SOURCE, operation.text);
    ByteBuffer position = ByteBuffer.wrap(((Bytes) operation.payload).toArray());
    int[] unknown = insertKnownIds(position, operation.idsAt);
    bytes(LineFields.POSITION, Bytes.wrap(position.array()));
    if (unknown.length > 0) {
      json.writeArrayFieldStart(LineFields.IDS);
      for (int offset : unknown) {
        json.writeNumber(offset);
        local(position.getLong(offset));
      }
      json.writeEndArray();
    }
  }

  /** Inserts known global ids; returns the offsets of the others, which the service inserts. */
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

  private void relation(RemoteOperation operation) throws IOException {
    json.writeString(word(operation.call));
    switch (operation.call) {
      case LINK -> {
        word(LineFields.KIND, operation.kind);
        id(LineFields.EFFECT, operation.process);
        id(LineFields.CAUSE, operation.cause);
      }
      case EXIT -> {
        id(LineFields.PROCESS, operation.process);
        optional(LineFields.STATUS, operation.amount);
      }
      case CUT -> {
        optionalId(LineFields.PROCESS, operation.process);
        id(LineFields.OBJECT, operation.object);
        phase(operation);
      }
      case DERIVE -> {
        id(LineFields.EFFECT, operation.object);
        id(LineFields.CAUSE, operation.cause);
        optionalId(LineFields.PROCESS, operation.process);
      }
      default -> { // GAP
        optionalId(LineFields.PROCESS, operation.process);
        word(LineFields.CAUSE, operation.kind);
        json.writeNumberField(LineFields.COUNT, operation.amount);
      }
    }
  }

  private String word(Enum<?> value) {
    return words.computeIfAbsent(value, each -> each.name().toLowerCase(Locale.ROOT));
  }

  private void word(String field, Enum<?> value) throws IOException {
    json.writeStringField(field, word(value));
  }

  private void text(String field, String value) throws IOException {
    bytes(field, Bytes.of(value));
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

  private void optionalId(String field, long id) throws IOException {
    if (id != 0) {
      id(field, id);
    }
  }

  /** Writes the global id, or the batch's own one if that is not known yet. */
  private void id(String field, long id) throws IOException {
    json.writeFieldName(field);
    long global = globalIds.applyAsLong(id);
    if (global == 0 && LocalIds.isLocal(id)) {
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

  /** Writes a string, or an object with base64 if the bytes are not UTF-8. */
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
      json.writeFieldName(LineFields.BASE64);
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
