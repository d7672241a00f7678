// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.source;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import org.apache.commons.codec.digest.DigestUtils;
import org.colophon.client.protocol.SourceName;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.model.Bytes;
import org.colophon.core.sink.SinkOptions;
import org.colophon.service.http.HttpFailure;
import org.colophon.service.ingest.SinkPool;
import org.colophon.service.line.LineSource;
import org.colophon.service.metrics.ServiceMetrics;
import org.colophon.service.part.ServicePart;
import org.colophon.service.sink.CountingSink;

/**
 * Sources of numbered lines. The kernel stores their positions. Only the most recently used sources
 * are in memory. Any thread.
 */
public final class Sources implements ServicePart {
  private static final int MAX_LOADED = 1000;

  /**
   * Minimum of the length limit for numbered lines. Later lines depend on earlier ones, so even a
   * line with a long command must be accepted.
   */
  private static final int NUMBERED_LINE_BYTES = 16 << 20;

  private final Kernel kernel;
  private final SinkPool sinks;
  private final int maxLineBytes;
  private final SourceCounters counters = new SourceCounters();
  private final Lock unitLock = new ReentrantLock();
  private final LinkedHashMap<String, Source> loaded = new LinkedHashMap<>(16, 0.75f, true);

  public Sources(Kernel kernel, SinkPool sinks, int maxLineBytes) {
    this.kernel = kernel;
    this.sinks = sinks;
    this.maxLineBytes = Math.max(NUMBERED_LINE_BYTES, maxLineBytes);
  }

  /** A source with the number of its last recorded line. */
  public record SourceLine(String source, long acknowledged) {}

  @Override
  public Map<String, Object> status() {
    return Map.of("sources", lines());
  }

  @Override
  public void describe(BiConsumer<String, String> lines) {
    all().forEach((name, last) -> lines.accept("source", name + ", left at line " + last));
  }

  @Override
  public void register(ServiceMetrics metrics) {
    metrics.gauge("colophon_sources", "Sources of numbered lines", this::size);
    counters.register(metrics);
  }

  /**
   * Records lines, and waits until they are durable.
   *
   * @param first number of the body's first line
   * @param session text that identifies the client's session; may be empty
   * @throws HttpFailure if another line is expected
   * @throws IOException if the request ends before its body; earlier lines are recorded
   */
  public SourceAnswer report(
      String name, long first, String session, InputStream body, SinkOptions options)
      throws IOException {
    long sessionHash = hash(session);
    Source source = enter(name);
    try {
      if (source.begin(first, sessionHash)) {
        counters.takenOver.increment();
      }
      CountingSink sink = sinks.borrow("source " + name, options);
      LineSource lines = new LineSource(body, maxLineBytes);
      SourceRequest run =
          new SourceRequest(source, sink, first, sessionHash, lines, kernel, unitLock);
      run.all();
      kernel.awaitDurable(source.lastLsn());
      sinks.giveBack(options, sink);
      SourceAnswer answer = run.answer();
      counters.add(answer);
      return answer;
    } catch (HttpFailure e) {
      if (e.expected() != 0) {
        counters.outOfOrder.increment();
      }
      throw e;
    } finally {
      source.leave();
    }
  }

  /** Returns a hash of a session. It is 0 only for the empty session. */
  private static long hash(String session) {
    return session.isEmpty() ? 0 : ByteBuffer.wrap(DigestUtils.sha256(session)).getLong() | 1;
  }

  /** Returns the number of the last recorded line of a source; 0 if none. That line is durable. */
  public long acknowledged(String name) {
    Source source = enter(name);
    source.leave(); // the source is valid even after its eviction
    long last;
    long lsn;
    synchronized (source) {
      last = source.position().last();
      lsn = source.lastLsn();
    }
    kernel.awaitDurable(lsn);
    return last;
  }

  /** Returns all sources with the numbers of their last lines. */
  public Map<String, Long> all() {
    Map<String, Long> found = new TreeMap<>();
    kernel
        .positions()
        .forEach(
            (key, position) -> {
              if (StoredPosition.isKey(key)) {
                String name = StoredPosition.source(key);
                Bytes whole = StoredPosition.assemble(name, kernel::position);
                found.put(name, SourcePosition.decode(name, whole).last());
              }
            });
    return found;
  }

  /** Returns all sources in the order of their names. */
  public List<SourceLine> lines() {
    return all().entrySet().stream()
        .map(each -> new SourceLine(each.getKey(), each.getValue()))
        .toList();
  }

  private int size() {
    return (int) kernel.positions().keySet().stream().filter(StoredPosition::isKey).count();
  }

  /**
   * Deletes the position of a source, so that its next line is line 1. The source's operations
   * remain.
   *
   * @throws ColophonException NOT_FOUND
   */
  public void forget(String name) {
    String key = StoredPosition.key(SourceName.checked(name));
    synchronized (loaded) {
      if (kernel.position(key).isEmpty()) {
        throw ErrorCode.NOT_FOUND.exception(
            "there is no source '%s'; see GET /v1/sources".formatted(name));
      }
      Source source = loaded.get(name);
      if (source != null && source.isBusy()) {
        throw ErrorCode.ALREADY_EXISTS.exception(
            "source '%s' is being reported just now: try again afterwards".formatted(name));
      }
      loaded.remove(name);
      CountingSink sink = sinks.borrow("source " + name, SinkOptions.DEFAULT);
      sink.begin();
      for (int part = StoredPosition.parts(kernel.position(key)); part > 0; part--) {
        sink.note(StoredPosition.part(name, part), Bytes.EMPTY, new int[0]);
      }
      sink.position(key, Bytes.EMPTY);
      kernel.awaitDurable(sink.flush());
      sinks.giveBack(SinkOptions.DEFAULT, sink);
    }
  }

  private Source enter(String name) {
    SourceName.checked(name);
    synchronized (loaded) {
      Source known = loaded.get(name);
      if (known == null) {
        // The LSN of the last line is unknown, but it is at most the kernel's last LSN.
        known = new Source(name, kernel::position, kernel.status().lastLsn());
        forgetOldest();
        loaded.put(name, known);
      }
      return known.enter();
    }
  }

  private void forgetOldest() {
    Iterator<Source> oldest = loaded.values().iterator();
    while (loaded.size() >= MAX_LOADED && oldest.hasNext()) {
      if (!oldest.next().isBusy()) {
        oldest.remove();
      }
    }
  }
}
