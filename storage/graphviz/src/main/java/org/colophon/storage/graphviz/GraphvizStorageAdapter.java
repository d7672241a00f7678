package org.colophon.storage.graphviz;

import java.nio.charset.StandardCharsets;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.storage.common.AdapterChecks;

/** Collects statements and adds them to a {@link DotFile} on request or when there are enough. */
final class GraphvizStorageAdapter implements StorageAdapter {
  private static final int MAX_PENDING_CHARS = 1 << 18;

  private final DotFile file;
  private final DotStatements statements;
  private final StringBuilder pending = new StringBuilder();
  private long appendedLsn;
  private long writtenLsn;
  private boolean isOpen;
  private volatile long heldLsn;

  /** False after a batch failed half-way. Pending statements must not be written then. */
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
    AdapterChecks.requireNewer(batch, appendedLsn, file);
    isWhole = false;
    while (batch.next()) {
      statements.add(pending, batch);
    }
    appendedLsn = batch.lastLsn();
    isWhole = true;
    if (pending.length() > MAX_PENDING_CHARS) {
      flush();
    }
  }

  @Override
  public void flush() {
    requireOpen();
    if (appendedLsn > writtenLsn) {
      isWhole = false;
      file.add(pending.toString().getBytes(StandardCharsets.UTF_8), appendedLsn);
      isWhole = true;
      pending.setLength(0);
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
    AdapterChecks.requireOpen(isOpen, file);
  }
}
