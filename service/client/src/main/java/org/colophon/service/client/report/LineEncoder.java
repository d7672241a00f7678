package org.colophon.service.client.report;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;

/** Writes operations as the service's lines. One thread. */
final class LineEncoder {
  private static final Map<String, byte[]> FIELDS = new HashMap<>();

  static {
    for (String name :
        List.of(
            "process",
            "object",
            "effect",
            "cause",
            "bytes",
            "time",
            "path",
            "id",
            "kind",
            "phase",
            "from",
            "to",
            "identity",
            "label",
            "executable",
            "directory",
            "data",
            "arguments",
            "type",
            "pid",
            "start",
            "count",
            "status",
            "source",
            "position",
            "ids",
            "place",
            "problem")) {
      FIELDS.put(name, (",\"" + name + "\":").getBytes(StandardCharsets.US_ASCII));
    }
  }

  private static final byte[] BEGIN = "{\"op\":\"".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] END = "}\n".getBytes(StandardCharsets.US_ASCII);

  private final LineBuffer out = new LineBuffer();
  private final Map<Enum<?>, byte[]> words = new HashMap<>();
  private final LongUnaryOperator global;

  /**
   * @param global what the service calls an id; 0 if that is not known yet
   */
  LineEncoder(LongUnaryOperator global) {
    this.global = global;
  }

  LineBuffer out() {
    return out;
  }

  private byte[] word(Enum<?> value) {
    return words.computeIfAbsent(
        value, each -> each.name().toLowerCase(Locale.ROOT).getBytes(StandardCharsets.US_ASCII));
  }

  void encode(RemoteOperation operation) {
    out.plain(BEGIN);
    switch (operation.call) {
      case PROCESS -> process((ProcessDeclaration) operation.payload);
      case OBJECT -> object(operation);
      case ACCESS -> access(operation);
      case EXTEND -> {
        op("extended");
        someId("process", operation.process);
        someId("object", operation.object);
        text("type", operation.text);
        someBytes("data", (Bytes) operation.payload);
      }
      case REFUSE -> {
        op("refuse");
        text("place", operation.text);
        text("problem", (String) operation.payload);
      }
      case BEGIN -> op("begin");
      case NOTE, POSITION -> position(operation);
      case WHERE -> {
        op("where");
        text("source", operation.text);
      }
      case RENAME, EXCHANGE, BIND, UNBIND, RESOLVE -> name(operation);
      default -> relation(operation);
    }
    if (operation.declared != 0) {
      field("id");
      local(operation.declared);
    }
    someNumber("time", operation.timeNanos);
    out.plain(END);
  }

  private void op(String name) {
    out.plain(name.getBytes(StandardCharsets.US_ASCII));
    out.plain('"');
  }

  private void op(Enum<?> kind) {
    out.plain(word(kind));
    out.plain('"');
  }

  private void process(ProcessDeclaration declared) {
    op("process");
    someNumber("pid", declared.pid());
    someBytes("identity", declared.identity());
    someBytes("executable", declared.executable());
    someBytes("directory", declared.directory());
    someNumber("start", declared.startNanos());
    if (!declared.arguments().isEmpty()) {
      field("arguments");
      char separator = '[';
      for (Bytes argument : declared.arguments()) {
        out.plain(separator);
        out.string(argument);
        separator = ',';
      }
      out.plain(']');
    }
  }

  private void object(RemoteOperation operation) {
    ObjectDeclaration declared = (ObjectDeclaration) operation.payload;
    op("object");
    kind(declared.kind());
    someBytes("identity", declared.identity());
    someBytes("label", declared.label());
    if (operation.path != null) {
      field("path");
      out.string(operation.path);
    }
  }

  private void access(RemoteOperation operation) {
    if (operation.kind == OperationKind.RENAME) {
      op("access");
      kind(operation.kind);
    } else {
      op(operation.kind);
    }
    id("process", operation.process);
    id("object", operation.object);
    someNumber("bytes", operation.amount);
    phase(operation);
  }

  private void phase(RemoteOperation operation) {
    if (operation.phase != Phase.WHOLE) {
      field("phase");
      out.plain('"');
      out.plain(word(operation.phase));
      out.plain('"');
    }
  }

  private void name(RemoteOperation operation) {
    op(operation.call);
    someId("process", operation.process);
    someId("object", operation.object);
    field(operation.to == null ? "path" : "from");
    out.string(operation.path);
    if (operation.to != null) {
      field("to");
      out.string(operation.to);
    }
  }

  private void position(RemoteOperation operation) {
    op(operation.call);
    text("source", operation.text);
    ByteBuffer bytes = ByteBuffer.wrap(((Bytes) operation.payload).toArray());
    int[] unknown = learnIds(bytes, operation.idsAt);
    field("position");
    out.string(Bytes.wrap(bytes.array()));
    if (unknown.length > 0) {
      field("ids");
      char separator = '[';
      for (int offset : unknown) {
        out.plain(separator);
        out.number(offset);
        out.plain(',');
        local(bytes.getLong(offset));
        separator = ',';
      }
      out.plain(']');
    }
  }

  /** Puts in the ids that the service gave; where the others are, which it has to put in. */
  private int[] learnIds(ByteBuffer position, int[] idsAt) {
    return Arrays.stream(idsAt)
        .filter(
            offset -> {
              long id = position.getLong(offset);
              long known = global.applyAsLong(id);
              boolean isKnown = known != 0 || !LocalIds.isLocal(id);
              if (isKnown) {
                position.putLong(offset, known);
              }
              return !isKnown;
            })
        .toArray();
  }

  private void relation(RemoteOperation operation) {
    op(operation.call);
    switch (operation.call) {
      case LINK -> {
        kind(operation.kind);
        id("effect", operation.process);
        id("cause", operation.cause);
      }
      case EXIT -> {
        id("process", operation.process);
        someNumber("status", operation.amount);
      }
      case CUT -> {
        someId("process", operation.process);
        id("object", operation.object);
        phase(operation);
      }
      case DERIVE -> {
        id("effect", operation.object);
        id("cause", operation.cause);
        someId("process", operation.process);
      }
      default -> { // GAP
        someId("process", operation.process);
        field("cause");
        out.plain('"');
        out.plain(word(operation.kind));
        out.plain('"');
        field("count");
        out.number(operation.amount);
      }
    }
  }

  private void kind(Enum<?> kind) {
    field("kind");
    out.plain('"');
    out.plain(word(kind));
    out.plain('"');
  }

  private void field(String name) {
    out.plain(FIELDS.get(name));
  }

  private void text(String name, String value) {
    field(name);
    out.string(value);
  }

  private void someBytes(String name, Bytes value) {
    if (!value.isEmpty()) {
      field(name);
      out.string(value);
    }
  }

  private void someNumber(String name, long value) {
    if (value != 0) {
      field(name);
      out.number(value);
    }
  }

  private void someId(String name, long id) {
    if (id != 0) {
      id(name, id);
    }
  }

  /** By its global id, or by what this batch calls it. */
  private void id(String name, long id) {
    field(name);
    long known = global.applyAsLong(id);
    if (known == 0 && LocalIds.isLocal(id)) {
      local(id);
    } else {
      out.number(known);
    }
  }

  private void local(long id) {
    out.plain('"');
    out.number(LocalIds.number(id));
    out.plain('"');
  }
}
