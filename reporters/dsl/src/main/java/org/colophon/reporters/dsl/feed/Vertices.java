// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.feed;

import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.encoding.Identities;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.reporters.dsl.text.FeedLine;
import org.colophon.reporters.dsl.text.Times;
import org.jspecify.annotations.Nullable;

/**
 * Declares vertices to the sink.
 *
 * <p>An artifact with a path is the object at that path, shared with other reporters. If the feed
 * counts epochs, each epoch is an object that takes over the path. SPADE's versions are states of
 * one object. Other artifacts are objects named {@code dsl:ID}.
 */
final class Vertices {
  private static final Bytes PREFIX = Bytes.of("dsl:");
  private static final Bytes ZERO = Bytes.of("\0");

  private final OperationSink sink;
  private final String host;
  private final FeedOptions options;
  private final Annotations annotations;

  Vertices(OperationSink sink, String host, FeedOptions options, Annotations annotations) {
    this.sink = sink;
    this.host = host;
    this.options = options;
    this.annotations = annotations;
  }

  Vertex declare(FeedLine line, VertexKind.Meaning meaning, long fingerprint) {
    return switch (meaning.kind()) {
      case PROCESS -> process(line, fingerprint);
      case OBJECT -> object(line, meaning.object(), fingerprint);
      case AGENT -> agent(line, fingerprint);
      case EVENT -> event(line, fingerprint);
    };
  }

  private Vertex process(FeedLine line, long fingerprint) {
    long pid = line.takeNumber(AnnotationKeys.PID);
    Bytes program = line.take(AnnotationKeys.PROGRAM);
    Bytes command = line.take(AnnotationKeys.COMMAND);
    List<Bytes> arguments = command == null ? List.of() : words(command);
    if (program == null) {
      program = line.take(AnnotationKeys.NAME);
    }
    if (program == null) {
      program = arguments.isEmpty() ? line.id : arguments.get(0);
    }
    Bytes directory = line.take(AnnotationKeys.DIRECTORY);
    long start = line.takeTime(AnnotationKeys.START);
    long id =
        sink.process(
            new ProcessDeclaration(Bytes.EMPTY, pid, program, arguments, orEmpty(directory), start),
            line.latestNanos());
    annotations.keep(line, id, 0, line.latestNanos());
    return new Vertex(VertexKind.PROCESS, id, fingerprint, Bytes.EMPTY);
  }

  /** Splits at blanks, because SPADE joins arguments with them. */
  private static List<Bytes> words(Bytes command) {
    List<Bytes> words = new ArrayList<>();
    int from = 0;
    int blank = command.indexOf(' ', 0);
    while (blank >= 0) {
      words.add(command.slice(from, blank));
      from = blank + 1;
      blank = command.indexOf(' ', from);
    }
    words.add(command.slice(from, command.length()));
    return words;
  }

  private static Bytes orEmpty(@Nullable Bytes value) {
    return value == null ? Bytes.EMPTY : value;
  }

  private Vertex object(FeedLine line, ObjectKind byType, long fingerprint) {
    ObjectKind kind = kind(line, byType);
    Bytes path = line.take(AnnotationKeys.PATH);
    long id = path == null || path.isEmpty() ? unnamed(line, kind) : named(line, kind, path);
    annotations.keep(line, 0, id, line.latestNanos());
    return new Vertex(VertexKind.OBJECT, id, fingerprint, Bytes.EMPTY);
  }

  /** Returns the kind of an object. A subtype that is the kind's name is represented by it. */
  private static ObjectKind kind(FeedLine line, ObjectKind byType) {
    Bytes subtype = line.find(AnnotationKeys.SUBTYPE);
    ObjectKind kind = subtype == null ? byType : ObjectSubtypes.kind(subtype, byType);
    if (subtype != null && ObjectSubtypes.isName(subtype, kind)) {
      line.take(AnnotationKeys.SUBTYPE);
    }
    return kind;
  }

  private long named(FeedLine line, ObjectKind kind, Bytes path) {
    Bytes name = FeedPaths.normal(path, options.directory());
    ObjectKind known = kind == ObjectKind.OTHER ? ObjectKind.FILE : kind;
    Bytes epoch = line.find(AnnotationKeys.EPOCH);
    if (epoch == null) {
      return sink.objectAt(name, known, line.latestNanos());
    }
    Bytes identity =
        Identities.of("dsl-epoch", host).concat(ZERO).concat(epoch).concat(ZERO).concat(name);
    ObjectDeclaration declaration = new ObjectDeclaration(known, identity, Bytes.EMPTY);
    return sink.objectAt(name, declaration, line.latestNanos());
  }

  private long unnamed(FeedLine line, ObjectKind kind) {
    Bytes label = label(line);
    long id = sink.object(new ObjectDeclaration(kind, Bytes.EMPTY, label), line.latestNanos());
    sink.bind(0, PREFIX.concat(line.id), id, line.latestNanos());
    return id;
  }

  private static Bytes label(FeedLine line) {
    Bytes remote = line.find(AnnotationKeys.REMOTE_ADDRESS);
    if (remote != null) {
      return Bytes.of(
          text(line, AnnotationKeys.PROTOCOL, "socket")
              + " "
              + text(line, AnnotationKeys.LOCAL_ADDRESS, "")
              + ":"
              + text(line, AnnotationKeys.LOCAL_PORT, "")
              + " -> "
              + remote
              + ":"
              + text(line, AnnotationKeys.REMOTE_PORT, ""));
    }
    Bytes name = line.take(AnnotationKeys.NAME);
    return name == null ? line.type.concat(Bytes.of(" ")).concat(line.id) : name;
  }

  private static String text(FeedLine line, List<Bytes> keys, String otherwise) {
    Bytes value = line.find(keys);
    return value == null ? otherwise : value.toString();
  }

  private Vertex agent(FeedLine line, long fingerprint) {
    long uid = Times.number(line.find(AnnotationKeys.UID));
    Bytes label = line.take(AnnotationKeys.USER);
    if (label == null) {
      label = uid < 0 ? line.id : Bytes.of("uid " + uid);
    }
    Bytes identity = uid < 0 ? Bytes.EMPTY : Identities.user(host, uid);
    long id =
        sink.object(new ObjectDeclaration(ObjectKind.AGENT, identity, label), line.latestNanos());
    annotations.keep(line, 0, id, line.latestNanos());
    return new Vertex(VertexKind.AGENT, id, fingerprint, Bytes.EMPTY);
  }

  /** Creates an event. Its annotations are stored with the operation once the ends are known. */
  private static Vertex event(FeedLine line, long fingerprint) {
    Bytes operation = line.find(AnnotationKeys.OPERATION);
    Vertex event = new Vertex(VertexKind.EVENT, 0, fingerprint, orEmpty(operation));
    event.timeNanos = line.takeTime(AnnotationKeys.TIME);
    event.bytes = line.takeNumber(AnnotationKeys.SIZE);
    return event;
  }
}
