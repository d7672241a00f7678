// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.feed;

import java.util.Arrays;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.reporters.common.follow.LineHandler;
import org.colophon.reporters.dsl.text.FeedLine;
import org.colophon.reporters.dsl.text.LineParser;
import org.jspecify.annotations.Nullable;

/**
 * Interprets the lines of one feed and reports to the sink. Rejects invalid lines and counts them
 * in a gap when the source pauses.
 */
public final class Feed implements LineHandler {
  /** UTF-8 byte order mark. */
  static final byte[] MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  private final OperationSink sink;
  private final String place;
  private final LineParser parser;
  private final FeedLine line = new FeedLine();
  private final VertexTable vertices;
  private final Vertices declarations;
  private final Edges edges;
  private long number;
  private long bad;

  /**
   * @param host this host's id
   * @param place name of the feed for messages
   */
  public Feed(OperationSink sink, String host, String place, FeedOptions options) {
    this.sink = sink;
    this.place = place;
    this.parser = new LineParser(options.escapes());
    this.vertices = new VertexTable(options.maxIds());
    Annotations annotations = new Annotations(sink, options.annotations());
    this.declarations = new Vertices(sink, host, options, annotations);
    this.edges = new Edges(sink, annotations);
  }

  @Override
  public void line(byte[] bytes, int from, int to) {
    number++;
    int start = number == 1 && isMarked(bytes, from, to) ? from + MARK.length : from;
    String problem = parser.parse(bytes, start, to, line);
    if (problem == null && !line.isEmpty()) {
      problem = take();
    }
    if (problem != null) {
      refuse(problem);
    }
  }

  static boolean isMarked(byte[] bytes, int from, int to) {
    int end = from + MARK.length;
    return end <= to && Arrays.equals(bytes, from, end, MARK, 0, MARK.length);
  }

  private @Nullable String take() {
    try {
      return line.type.isEmpty() ? "no type" : element();
    } catch (ColophonException e) {
      if (e.code() != ErrorCode.BAD_INPUT) {
        throw e;
      }
      return e.getMessage();
    }
  }

  private @Nullable String element() {
    EdgeKind kind = EdgeKind.exactly(line.type);
    VertexKind.Meaning meaning = kind == null ? VertexKind.of(line.type) : null;
    if (meaning != null) {
      return vertex(meaning);
    }
    kind = kind == null ? EdgeKind.of(line.type) : kind;
    if (kind == null) {
      return "type " + display(line.type) + " is neither a vertex type nor an edge type";
    }
    return line.from.isEmpty() || line.to.isEmpty()
        ? line.type + " requires from: and to:"
        : edge(kind);
  }

  private @Nullable String vertex(VertexKind.Meaning meaning) {
    if (line.id.isEmpty()) {
      return display(line.type) + " requires an id:";
    }
    long fingerprint = line.fingerprint();
    Vertex known = vertices.find(line.id);
    if (known == null || known.fingerprint != fingerprint) {
      vertices.put(line.id, declarations.declare(line, meaning, fingerprint));
    }
    return null;
  }

  private @Nullable String edge(EdgeKind kind) {
    Vertex effect = vertices.find(line.from);
    Vertex cause = vertices.find(line.to);
    if (effect == null) {
      return unknown("from", line.from);
    }
    return cause == null ? unknown("to", line.to) : edges.report(line, kind, effect, cause);
  }

  private String unknown(String end, Bytes id) {
    String perhaps = vertices.hasEvicted() ? " or was evicted (option ids)" : "";
    return end + ":" + display(id) + " is not a vertex of an earlier line" + perhaps;
  }

  private static String display(Bytes text) {
    return text.slice(0, Math.min(text.length(), 40)).display();
  }

  @Override
  public void badLine(String problem) {
    number++;
    refuse(problem);
  }

  private void refuse(String problem) {
    bad++;
    sink.refuse(place + ":" + number, problem);
  }

  /** Restarts the line numbers at 1. Called for another file, or if the file was rewritten. */
  public void restarted() {
    number = 0;
  }

  /** Returns the number of the current line, from 1. */
  public long number() {
    return number;
  }

  /** Records a gap for rejected lines since the last call. */
  public void reportBad() {
    if (bad > 0) {
      sink.gap(0, GapCause.UNDECODABLE, bad, 0);
      bad = 0;
    }
  }

  @Override
  public void pause() {
    reportBad();
    sink.flush();
  }
}
