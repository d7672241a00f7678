// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.state;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.encoding.Varints;
import org.colophon.core.spi.reporter.PositionLimits;
import org.colophon.core.spi.reporter.PreparedTransaction;

/**
 * Prepared transactions. The positions of the sources {@code transaction/ID/0}, {@code /1}, ...
 * keep the content of each:
 *
 * <pre>
 * +---------+--------+------------+------------+----------+-----------------------+
 * | version | length | prepared   | operations | reporter | kept operations,      |
 * | varint  | varint | ms, varint | varint     | length,  | see sink.KeptOperation|
 * |         |        |            |            | UTF-8    |                       |
 * +---------+--------+------------+------------+----------+-----------------------+
 * </pre>
 *
 * The length counts the bytes after it. So positions carry a transaction to every later segment, to
 * followers, archives and backups, and no adapter receives it. Any thread.
 */
public final class PreparedTransactions {
  private static final String PREFIX = "transaction/";
  private static final int VERSION = 1;
  private static final int MAX_TRANSACTIONS = 1_000;
  private static final long MAX_BYTES = 16L << 20;

  private final SourcePositions positions;
  private final Map<String, Content> prepared = new HashMap<>();

  /** Ids of transactions that a sink is preparing or deciding. */
  private final Set<String> busy = new HashSet<>();

  private long bytes;

  /**
   * The content of a transaction.
   *
   * @param operations the encoded operations that the commit records
   */
  public record Content(PreparedTransaction transaction, Bytes operations) {
    private Bytes encode() {
      ByteArrayOutputStream body = new ByteArrayOutputStream();
      Varints.write(body, transaction.preparedMillis());
      Varints.write(body, transaction.operations());
      byte[] reporter = Bytes.of(transaction.reporter()).toArray();
      Varints.write(body, reporter.length);
      body.writeBytes(reporter);
      body.writeBytes(operations.toArray());
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      Varints.write(out, VERSION);
      Varints.write(out, body.size());
      out.writeBytes(body.toByteArray());
      return Bytes.wrap(out.toByteArray());
    }

    /** Returns the positions that keep this content, by source. */
    public Map<String, Bytes> positions() {
      Bytes encoded = encode();
      Map<String, Bytes> parts = new LinkedHashMap<>();
      int size = PositionLimits.MAX_POSITION_BYTES;
      for (int from = 0; from < encoded.length(); from += size) {
        Bytes part = encoded.slice(from, Math.min(encoded.length(), from + size));
        parts.put(source(transaction.id(), parts.size()), part);
      }
      return parts;
    }

    /** Returns the positions that remove this content. */
    public Map<String, Bytes> emptyPositions() {
      Map<String, Bytes> parts = positions();
      parts.replaceAll((source, part) -> Bytes.EMPTY);
      return parts;
    }
  }

  /** Finds the transactions among the positions that were recovered from the journal. */
  public PreparedTransactions(SourcePositions positions) {
    this.positions = positions;
    for (String source : positions.all().keySet()) {
      if (isReserved(source) && source.endsWith("/0")) {
        Content content = decode(source.substring(PREFIX.length(), source.length() - 2));
        bytes += content.operations().length();
        prepared.put(content.transaction().id(), content);
      }
    }
  }

  /** Returns true if a source keeps a transaction, so that reporters may not use its name. */
  static boolean isReserved(String source) {
    return source.startsWith(PREFIX);
  }

  private static String source(String id, int part) {
    return PREFIX + id + "/" + part;
  }

  private Content decode(String id) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    int part = 0;
    for (Bytes next = positions.of(source(id, 0)); !next.isEmpty(); ) {
      all.writeBytes(next.toArray());
      next = positions.of(source(id, ++part));
    }
    ByteBuffer in = ByteBuffer.wrap(all.toByteArray());
    if (Varints.read(in) != VERSION) {
      throw ErrorCode.STORE_TOO_NEW.exception(
          "transaction '%s' was prepared by a newer Colophon: use that one".formatted(id));
    }
    if (Varints.read(in) != in.remaining()) {
      throw ErrorCode.STORE_CORRUPT.exception(
          "transaction '%s' is damaged: the journal has only a part of it".formatted(id));
    }
    long millis = Varints.read(in);
    int operations = (int) Varints.read(in);
    byte[] reporter = new byte[(int) Varints.read(in)];
    in.get(reporter);
    byte[] kept = new byte[in.remaining()];
    in.get(kept);
    return new Content(
        new PreparedTransaction(id, Bytes.wrap(reporter).toString(), millis, operations),
        Bytes.wrap(kept));
  }

  /** Returns the prepared transactions, oldest first. */
  public synchronized List<PreparedTransaction> list() {
    return prepared.values().stream()
        .map(Content::transaction)
        .sorted(
            Comparator.comparingLong(PreparedTransaction::preparedMillis)
                .thenComparing(PreparedTransaction::id))
        .toList();
  }

  /**
   * Begins to prepare a transaction. {@link #prepared} or {@link #release} ends that.
   *
   * @throws org.colophon.core.error.ColophonException ALREADY_EXISTS, LIMIT_REACHED
   */
  public synchronized void begin(Content content) {
    String id = content.transaction().id();
    if (prepared.containsKey(id) || busy.contains(id)) {
      throw ErrorCode.ALREADY_EXISTS.exception(
          "transaction '%s' is prepared already: decide it, or choose another id".formatted(id));
    }
    if (prepared.size() + busy.size() >= MAX_TRANSACTIONS) {
      throw ErrorCode.LIMIT_REACHED.exception(
          "%d transactions are prepared, the maximum: decide some; colophon transactions lists them"
              .formatted(MAX_TRANSACTIONS));
    }
    long more = content.operations().length();
    if (bytes + more > MAX_BYTES) {
      throw ErrorCode.LIMIT_REACHED.exception(
          "the prepared transactions would have %d bytes, the limit is %d: decide some, or make smaller ones"
              .formatted(bytes + more, MAX_BYTES));
    }
    bytes += more;
    busy.add(id);
  }

  /** Ends the prepare of a transaction that is published, or its decision if that failed. */
  public synchronized void prepared(Content content) {
    busy.remove(content.transaction().id());
    prepared.put(content.transaction().id(), content);
  }

  /**
   * Begins the decision of a transaction. {@link #prepared} or {@link #release} ends that.
   *
   * @throws org.colophon.core.error.ColophonException NOT_FOUND, ALREADY_EXISTS
   */
  public synchronized Content claim(String id) {
    PreparedTransaction.checked(id);
    if (busy.contains(id)) {
      throw ErrorCode.ALREADY_EXISTS.exception(
          "another sink prepares or decides transaction '%s' just now: try again".formatted(id));
    }
    Content content = prepared.remove(id);
    if (content == null) {
      throw ErrorCode.NOT_FOUND.exception(
          "no transaction '%s' is prepared: it never was, or it was committed or aborted before"
              .formatted(id));
    }
    busy.add(id);
    return content;
  }

  /** Forgets a transaction that was not prepared, or that is decided. */
  public synchronized void release(Content content) {
    busy.remove(content.transaction().id());
    bytes -= content.operations().length();
  }
}
