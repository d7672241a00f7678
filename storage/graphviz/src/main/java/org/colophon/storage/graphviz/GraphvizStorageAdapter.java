package org.colophon.storage.graphviz;

import java.nio.charset.StandardCharsets;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.spi.storage.StorageAdapter;

/**
 * Gathers statements and adds them to a {@link DotFile} when asked to, or when enough have come.
 */
final class GraphvizStorageAdapter implements StorageAdapter {
  private static final int MAX_GATHERED = 1 << 18;

  private final DotFile file;
  private final DotStatements statements;
  private final StringBuilder gathered = new StringBuilder();
  private long appendedLsn;
  private long writtenLsn;
  private boolean isOpen;
  private volatile long heldLsn;

  /** False after a batch failed half-way: what is gathered must not be written any more. */
  private boolean isWhole = true;

  GraphvizStorageAdapter(GraphvizConfig config) {
    this.file = new DotFile(config);
    this.statements = new DotStatements(config.touches());
  }

  @Override
  public void open() {
    heldLsn = file.open(statements::relearn);
    appendedLsn = heldLsn;
    writtenLsn = heldLsn;
    isOpen = true;
  }

  @Override
  public long heldLsn() {
    return heldLsn;
  }

  @Override
  public void append(RecordBatch batch) {
    requireOpen();
    if (batch.firstLsn() <= appendedLsn) {
      throw new ColophonException(
          ErrorCode.ADAPTER_FAILED,
          "a batch that begins at LSN %d was appended to %s, which holds up to %d"
              .formatted(batch.firstLsn(), file, appendedLsn));
    }
    isWhole = false;
    while (batch.next()) {
      statements.add(gathered, batch);
    }
    appendedLsn = batch.lastLsn();
    isWhole = true;
    if (gathered.length() > MAX_GATHERED) {
      flush();
    }
  }

  @Override
  public void flush() {
    requireOpen();
    if (appendedLsn > writtenLsn) {
      isWhole = false;
      file.add(gathered.toString().getBytes(StandardCharsets.UTF_8), appendedLsn);
      isWhole = true;
      gathered.setLength(0);
      writtenLsn = appendedLsn;
    }
  }

  @Override
  public long sync() {
    flush();
    if (heldLsn != writtenLsn) {
      file.force();
      heldLsn = writtenLsn;
    }
    return heldLsn;
  }

  @Override
  public LineageReader reader() {
    throw onlyWrites();
  }

  static ColophonException onlyWrites() {
    return new ColophonException(
        ErrorCode.BAD_REQUEST, "the graphviz adapter only writes; ask an adapter that can be read");
  }

  @Override
  public void close() {
    try {
      if (isOpen && isWhole) {
        sync();
      }
    } finally {
      isOpen = false;
      file.close();
    }
  }

  private void requireOpen() {
    if (!isOpen) {
      throw new ColophonException(ErrorCode.ADAPTER_FAILED, file + " is not open");
    }
  }
}
