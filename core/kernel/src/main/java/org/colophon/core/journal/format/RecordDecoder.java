// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.journal.format;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.spi.storage.RecordType;

/**
 * Reads the records of one frame in the format of {@link PayloadFormat}. One thread. Repeated
 * accesses, the bulk of an unsuppressed journal, allocate nothing. A declaration is decoded on
 * demand, so that readers of names do not pay for it.
 */
@SuppressWarnings("NullAway") // the type of a record decides which of its fields are set
public final class RecordDecoder extends PayloadCursor implements RecordBatch {
  private final long[] tuples = new long[PayloadFormat.TUPLES * PayloadFormat.TUPLE_FIELDS];
  private int frameAt;
  private int chunk;
  private int saltBytes;
  private int remaining;
  private long afterLsn;
  private boolean isReadAhead;
  private boolean isPosition;
  private FrameFacts facts;

  private RecordType type;
  private long lsn;
  private long timeNanos;
  private long process;
  private long object;
  private long effect;
  private long cause;
  private int kind;
  private boolean open;
  private long bytes;
  private long count;
  private long beginLsn;
  private long endLsn;
  private int status;
  private int pathAt;
  private int toPathAt;
  private String label;
  private Bytes data;
  private int declarationAt;
  private int identityAt;
  private ProcessDeclaration processDeclaration;
  private ObjectDeclaration objectDeclaration;

  /** Starts to read the frame at {@code from}; the array must not change meanwhile. */
  public void reset(byte[] bytesWithFrame, int from) {
    reset(bytesWithFrame, from, 0);
  }

  /** Starts to read a frame without its records up to an LSN. */
  public void reset(byte[] bytesWithFrame, int from, long newAfterLsn) {
    afterLsn = newAfterLsn;
    buffer = bytesWithFrame;
    facts = FrameFormat.facts(bytesWithFrame, from);
    frameAt = from;
    saltBytes = FrameFormat.saltBytes(bytesWithFrame, from);
    rewind();
  }

  /**
   * Starts to read one chunk of a frame, without the other chunks. LSNs and the number of
   * operations are those of the frame.
   *
   * @param header the frame's header
   * @throws ColophonException STORE_CORRUPT if the chunk cannot be decoded
   */
  public void resetChunk(byte[] header, byte[] chunkBytes) {
    byte[] frame = new byte[FrameFormat.HEADER_BYTES + chunkBytes.length];
    System.arraycopy(header, 0, frame, 0, FrameFormat.HEADER_BYTES);
    System.arraycopy(chunkBytes, 0, frame, FrameFormat.HEADER_BYTES, chunkBytes.length);
    FrameFormat.limitToOneChunk(frame);
    reset(frame, 0);
    beginChunk();
    int records = 0;
    while (at < end) {
      advance();
      records++;
    }
    facts = facts.withRecords(records);
    rewind();
  }

  /** Moves back before the first record, so that a rejected batch can be retried. */
  public void rewind() {
    remaining = facts.records();
    chunk = -1;
    at = 0;
    end = 0;
    isReadAhead = false;
    if (facts.firstLsn() <= afterLsn) {
      passOver();
    }
  }

  /** Moves to the next chunk, whose records do not depend on those before. */
  private void beginChunk() {
    chunk++;
    at = frameAt + FrameFormat.chunkOffset(buffer, frameAt, chunk) + saltBytes;
    end = frameAt + FrameFormat.chunkOffset(buffer, frameAt, chunk + 1);
    lsn = facts.firstLsn() - 1;
    timeNanos = facts.baseNanos();
    process = 0;
    object = 0;
    Arrays.fill(tuples, 0);
  }

  /** Skips to the first requested record. */
  private void passOver() {
    while (next()) {
      if (lsn > afterLsn) {
        isReadAhead = true;
        return;
      }
    }
  }

  /** Moves to the next record for adapters, skipping positions. */
  @Override
  public boolean next() {
    if (isReadAhead) {
      isReadAhead = false;
      return true;
    }
    boolean found = advance();
    while (found && isPosition) {
      found = advance();
    }
    return found;
  }

  /** Moves to the next position, skipping all other records; false at the end. */
  public boolean nextPosition() {
    boolean found = advance();
    while (found && !isPosition) {
      found = advance();
    }
    return found;
  }

  private boolean advance() {
    if (remaining == 0) {
      return false;
    }
    remaining--;
    try {
      if (at >= end) {
        beginChunk();
      }
      decode();
    } catch (IndexOutOfBoundsException e) {
      throw ErrorCode.STORE_CORRUPT.exception(
          "the journal's record at LSN " + lsn + " is damaged: restore the journal from a copy", e);
    }
    return true;
  }

  private void decode() {
    int tag = buffer[at++];
    lsn += (tag & PayloadFormat.HAS_LSN) == 0 ? 1 : varint();
    if ((tag & PayloadFormat.HAS_TIME) != 0) {
      timeNanos += zigzag();
    }
    isPosition = (tag & ~PayloadFormat.FLAGS) == PayloadFormat.POSITION;
    if (isPosition) {
      label = readText();
      data = readBytes();
    } else if ((tag & PayloadFormat.REPEAT) != 0) {
      repeatedAccess(tag & PayloadFormat.LOW_BITS);
    } else {
      type = RecordType.of(tag & PayloadFormat.LOW_BITS);
      decodeFields();
    }
  }

  private void repeatedAccess(int slot) {
    int tuple = slot * PayloadFormat.TUPLE_FIELDS;
    type = RecordType.ACCESS;
    process = tuples[tuple];
    object = tuples[tuple + 1];
    kindAndOpen((int) tuples[tuple + 2]);
    bytes = tuples[tuple + 3];
  }

  private void kindAndOpen(int kindAndOpen) {
    kind = kindAndOpen & ~PayloadFormat.OPEN_BIT;
    open = (kindAndOpen & PayloadFormat.OPEN_BIT) != 0;
  }

  private void decodeFields() {
    switch (type) {
      case ACCESS -> decodeAccess();
      case INTERVAL -> decodeInterval();
      case PROCESS -> decodeProcess();
      case OBJECT -> decodeObject();
      case LINK -> decodeLink();
      case DERIVATION -> decodeDerivation();
      case CUT -> decodeCut();
      case EXIT -> {
        readProcess();
        status = (int) zigzag();
      }
      case BIND, UNBIND -> decodeName();
      case RENAME, EXCHANGE -> {
        decodeName();
        toPathAt = at;
        skipBytes();
      }
      case EXTENDED -> {
        readProcess();
        readObject();
        label = readText();
        data = readBytes();
      }
      case SNAPSHOT -> label = readText();
      case GAP -> {
        readProcess();
        kind = (int) varint();
        count = varint();
      }
    }
  }

  private void decodeAccess() {
    int kindAndOpen = buffer[at++];
    kindAndOpen(kindAndOpen);
    readProcess();
    readObject();
    bytes = varint();
    int tuple = PayloadFormat.tupleSlot(process, object, kindAndOpen) * PayloadFormat.TUPLE_FIELDS;
    tuples[tuple] = process;
    tuples[tuple + 1] = object;
    tuples[tuple + 2] = kindAndOpen;
    tuples[tuple + 3] = bytes;
  }

  private void decodeInterval() {
    kind = buffer[at++];
    readProcess();
    readObject();
    beginLsn = lsn - varint();
    endLsn = beginLsn + varint();
    count = varint();
    bytes = varint();
  }

  private void decodeProcess() {
    readProcess();
    declarationAt = at;
    processDeclaration = null;
    identityAt = at;
    skipBytes();
    zigzag(); // pid
    skipBytes(); // executable
    for (int arguments = readLength(); arguments > 0; arguments--) {
      skipBytes();
    }
    skipBytes(); // directory
    zigzag(); // user
  }

  private ProcessDeclaration readProcessDeclaration() {
    Bytes identity = readBytes();
    long pid = zigzag();
    Bytes executable = readBytes();
    int argumentCount = readLength();
    List<Bytes> arguments = new ArrayList<>(Math.min(argumentCount, 1024));
    for (int i = 0; i < argumentCount; i++) {
      arguments.add(readBytes());
    }
    Bytes directory = readBytes();
    return new ProcessDeclaration(identity, pid, executable, arguments, directory, zigzag());
  }

  private void decodeObject() {
    readObject();
    declarationAt = at;
    objectDeclaration = null;
    varint(); // kind
    identityAt = at;
    skipBytes();
    skipBytes(); // label
  }

  private ObjectDeclaration readObjectDeclaration() {
    ObjectKind objectKind = ObjectKind.of((int) varint());
    Bytes identity = readBytes();
    return new ObjectDeclaration(objectKind, identity, readBytes());
  }

  /** Returns only the identity in the declaration of a process or an object. */
  public Bytes identity() {
    return readAgain(identityAt);
  }

  private void decodeLink() {
    kind = (int) varint();
    readProcess();
    effect = process;
    readProcess();
    cause = process;
  }

  private void decodeDerivation() {
    readProcess();
    readObject();
    effect = object;
    readObject();
    cause = object;
  }

  private void decodeCut() {
    readProcess();
    readObject();
    beginLsn = lsn - varint();
  }

  private void decodeName() {
    readProcess();
    readObject();
    pathAt = at;
    skipBytes();
  }

  private void readProcess() {
    process += zigzag();
  }

  private void readObject() {
    object += zigzag();
  }

  @Override
  public long firstLsn() {
    return Math.max(facts.firstLsn(), afterLsn + 1);
  }

  @Override
  public long lastLsn() {
    return facts.lastLsn();
  }

  @Override
  public int operations() {
    return facts.operations();
  }

  @Override
  public RecordType type() {
    return type;
  }

  @Override
  public long lsn() {
    return lsn;
  }

  @Override
  public long timeNanos() {
    return timeNanos;
  }

  @Override
  public long process() {
    return type == RecordType.LINK ? effect : process;
  }

  @Override
  public long object() {
    return type == RecordType.DERIVATION ? effect : object;
  }

  @Override
  public long cause() {
    return cause;
  }

  @Override
  public OperationKind operationKind() {
    return OperationKind.of(kind);
  }

  @Override
  public AccessMode accessMode() {
    return AccessMode.of(kind);
  }

  @Override
  public LinkKind linkKind() {
    return LinkKind.of(kind);
  }

  @Override
  public GapCause gapCause() {
    return GapCause.of(kind);
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  @Override
  public long bytes() {
    return bytes;
  }

  @Override
  public long count() {
    return count;
  }

  @Override
  public long beginLsn() {
    return beginLsn;
  }

  @Override
  public long endLsn() {
    return endLsn;
  }

  @Override
  public int status() {
    return status;
  }

  @Override
  public Bytes path() {
    return readAgain(pathAt);
  }

  @Override
  public Bytes toPath() {
    return readAgain(toPathAt);
  }

  @Override
  public String label() {
    return label;
  }

  @Override
  public Bytes data() {
    return data;
  }

  @Override
  public ProcessDeclaration processDeclaration() {
    if (type == RecordType.PROCESS && processDeclaration == null) {
      int behind = at;
      at = declarationAt;
      processDeclaration = readProcessDeclaration();
      at = behind;
    }
    return processDeclaration;
  }

  @Override
  public ObjectDeclaration objectDeclaration() {
    if (type == RecordType.OBJECT && objectDeclaration == null) {
      int behind = at;
      at = declarationAt;
      objectDeclaration = readObjectDeclaration();
      at = behind;
    }
    return objectDeclaration;
  }
}
