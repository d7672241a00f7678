// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.line;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.async.ByteArrayFeeder;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Base64;
import org.colophon.core.model.Bytes;
import org.colophon.service.json.Surrogates;

/** Parses lines of JSON. Reuses the underlying parser, but replaces it after a malformed line. */
public final class LineParser {
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .streamReadConstraints(
              StreamReadConstraints.builder().maxNestingDepth(4).maxNumberLength(20).build())
          .build();

  private final Utf8Check utf8 = new Utf8Check();
  private OperationLine line = new OperationLine();
  private JsonParser parser;
  private ByteArrayFeeder feeder;

  public LineParser() {
    renew();
  }

  private void renew() {
    try {
      parser = FACTORY.createNonBlockingByteArrayParser();
      feeder = (ByteArrayFeeder) parser.getNonBlockingInputFeeder();
    } catch (IOException e) {
      throw new UncheckedIOException("making a parser reads nothing", e);
    }
  }

  /**
   * Parses a range of a byte array. After a failure, the fields before the malformed position are
   * set.
   */
  public void parse(byte[] source, int from, int to, OperationLine into) {
    line = into;
    line.clear();
    try {
      feeder.feedInput(source, from, to);
      readObject();
      endOfLine(source, to);
      requireUtf8(source, from, to);
    } catch (JsonProcessingException e) {
      renew();
      requireUtf8(source, from, to);
      throw new BadLineException("no JSON: " + Bytes.of(e.getOriginalMessage()).display());
    } catch (BadLineException e) {
      renew();
      requireUtf8(source, from, to);
      throw e;
    } catch (IOException e) {
      throw new UncheckedIOException("parsing memory", e);
    }
  }

  private void requireUtf8(byte[] source, int from, int to) {
    int bad = utf8.firstBad(source, from, to);
    if (bad >= 0) {
      throw new BadLineException(
          "invalid UTF-8 at byte %d: write such bytes as {\"base64\": \"...\"}"
              .formatted(bad - from + 1));
    }
  }

  private void readObject() throws IOException {
    if (next() != JsonToken.START_OBJECT) {
      throw new BadLineException("a line is one JSON object");
    }
    while (next() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      next();
      field(name);
    }
  }

  /**
   * Checks that only blanks follow the object. Without the check, the parser would accept the start
   * of a number or string, and wait for the next line.
   */
  private void endOfLine(byte[] source, int to) throws IOException {
    for (int i = to - parser.releaseBuffered(OutputStream.nullOutputStream()); i < to; i++) {
      if (source[i] != ' ' && source[i] != '\t' && source[i] != '\r') {
        throw new BadLineException("something follows the object");
      }
    }
    parser.nextToken(); // consumes the blanks
  }

  private JsonToken next() throws IOException {
    JsonToken token = parser.nextToken();
    if (token == JsonToken.NOT_AVAILABLE || token == null) {
      throw new BadLineException("the line ends within the object");
    }
    return token;
  }

  private void field(String name) throws IOException {
    switch (name) {
      case "op" -> line.op = word(name);
      case "process" -> reference(name, line.process);
      case "object" -> reference(name, line.object);
      case "effect" -> reference(name, line.effect);
      case "cause" -> cause();
      case "bytes" -> line.bytes = number(name);
      case "time" -> line.time = time(name);
      case "path" -> line.path = bytes(name);
      case "id" -> line.id = word(name);
      case "kind" -> line.kind = word(name);
      case "phase" -> line.phase = word(name);
      default -> rareField(name);
    }
  }

  private void rareField(String name) throws IOException {
    switch (name) {
      case "from" -> line.from = bytes(name);
      case "to" -> line.to = bytes(name);
      case "identity" -> line.identity = identity();
      case "label" -> line.label = bytes(name);
      case "executable" -> line.executable = bytes(name);
      case "directory" -> line.directory = bytes(name);
      case "data" -> line.data = bytes(name);
      case "arguments" -> arguments();
      case "type" -> line.type = word(name);
      case "name" -> line.name = word(name);
      case "transaction" -> line.transaction = word(name);
      case "pid" -> line.pid = number(name);
      case "start" -> line.start = time(name);
      case "count" -> line.count = number(name);
      case "status" -> line.status = number(name);
      case "source" -> line.source = word(name);
      case "position" -> line.position = bytes(name);
      case "ids" -> ids();
      case "place" -> line.place = word(name);
      case "problem" -> line.problem = word(name);
      default ->
          throw new BadLineException("no operation has a field '" + Bytes.of(name).display() + "'");
    }
  }

  private String word(String name) throws IOException {
    if (parser.currentToken() != JsonToken.VALUE_STRING) {
      throw new BadLineException(name + " is a string");
    }
    return text(name);
  }

  private String text(String name) throws IOException {
    String text = parser.getText();
    if (!Surrogates.arePaired(text)) {
      throw new BadLineException(
          name + " is no text: a surrogate without its pair; write base64 where that is taken");
    }
    return text;
  }

  private long number(String name) throws IOException {
    if (parser.currentToken() != JsonToken.VALUE_NUMBER_INT) {
      throw new BadLineException(name + " is a whole number");
    }
    return parser.getLongValue();
  }

  private long time(String name) throws IOException {
    if (parser.currentToken() == JsonToken.VALUE_NUMBER_INT) {
      return parser.getLongValue();
    }
    try {
      Instant instant = Instant.parse(word(name));
      return Math.addExact(
          Math.multiplyExact(instant.getEpochSecond(), 1_000_000_000L), instant.getNano());
    } catch (DateTimeParseException | ArithmeticException e) {
      throw new BadLineException(
          name + " is nanoseconds since 1970 or an instant such as 2026-11-20T08:00:00Z");
    }
  }

  private void reference(String name, OperationLine.Reference into) throws IOException {
    if (parser.currentToken() == JsonToken.VALUE_NUMBER_INT) {
      into.global = parser.getLongValue();
      if (into.global <= 0) {
        throw new BadLineException(name + " is a positive id");
      }
    } else if (parser.currentToken() == JsonToken.VALUE_STRING) {
      into.local = text(name);
    } else {
      throw new BadLineException(name + " is an id: a string of yours, or a global number");
    }
  }

  /** Reads a cause. For a link or derivation, it is an id; for a gap, a word. */
  private void cause() throws IOException {
    reference("cause", line.cause);
    line.causeWord = line.cause.local;
  }

  /** Reads a string, or {@code {"base64": "..."}} for bytes that are not UTF-8. */
  private Bytes bytes(String name) throws IOException {
    if (parser.currentToken() == JsonToken.VALUE_STRING) {
      return Bytes.of(text(name));
    }
    boolean isObject = parser.currentToken() == JsonToken.START_OBJECT;
    if (!isObject
        || next() != JsonToken.FIELD_NAME
        || !parser.currentName().equals("base64")
        || next() != JsonToken.VALUE_STRING) {
      throw new BadLineException(name + " is a string or {\"base64\": \"...\"}");
    }
    Bytes decoded = decode(name, parser.getText());
    if (next() != JsonToken.END_OBJECT) {
      throw new BadLineException(name + " has base64 alone");
    }
    return decoded;
  }

  private static Bytes decode(String name, String text) {
    try {
      return Bytes.wrap(Base64.getDecoder().decode(text));
    } catch (IllegalArgumentException e) {
      throw new BadLineException(name + " is not base64: " + e.getMessage());
    }
  }

  /** Joins the parts of an identity with zero bytes, as {@code core.model.Identities} does. */
  private Bytes identity() throws IOException {
    if (parser.currentToken() != JsonToken.START_ARRAY) {
      return bytes("identity");
    }
    Bytes joined = Bytes.EMPTY;
    Bytes zero = Bytes.wrap(new byte[1]);
    for (int i = 0; next() != JsonToken.END_ARRAY; i++) {
      Bytes part = bytes("identity");
      joined = i == 0 ? part : joined.concat(zero).concat(part);
    }
    return joined;
  }

  /** Reads pairs of an offset in the position and the client's id to insert there. */
  private void ids() throws IOException {
    if (parser.currentToken() != JsonToken.START_ARRAY) {
      throw new BadLineException("ids is a list: an offset, an id of yours, ...");
    }
    while (next() != JsonToken.END_ARRAY) {
      long offset = number("an offset in ids");
      next();
      line.ids.add(offset, word("the id after an offset in ids"));
    }
  }

  private void arguments() throws IOException {
    if (parser.currentToken() != JsonToken.START_ARRAY) {
      throw new BadLineException("arguments is a list of strings");
    }
    while (next() != JsonToken.END_ARRAY) {
      line.arguments.add(bytes("arguments"));
    }
  }
}
