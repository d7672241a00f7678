// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.graphviz;

import java.nio.charset.StandardCharsets;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.storage.common.CollectingAdapter;

/** Collects statements and adds them to a {@link DotFile} on request or when there are enough. */
final class GraphvizStorageAdapter extends CollectingAdapter {
  private static final int MAX_PENDING_CHARS = 1 << 18;

  private final DotFile file;
  private final DotStatements statements;
  private final StringBuilder pending = new StringBuilder();
  private long pendingLsn;

  GraphvizStorageAdapter(GraphvizConfig config) {
    this.file = new DotFile(config);
    this.statements = new DotStatements(config.touches());
  }

  @Override
  public void open() {
    opened(file.open(statements::restore));
  }

  @Override
  protected Object store() {
    return file;
  }

  @Override
  protected boolean isFull() {
    return pending.length() > MAX_PENDING_CHARS;
  }

  @Override
  protected void collect(RecordBatch batch) {
    while (batch.next()) {
      statements.add(pending, batch);
    }
    pendingLsn = batch.lastLsn();
  }

  @Override
  protected void write() {
    file.add(pending.toString().getBytes(StandardCharsets.UTF_8), pendingLsn);
    pending.setLength(0);
  }

  @Override
  protected void force() {
    file.force();
  }

  @Override
  public LineageReader reader() {
    throw onlyWrites();
  }

  static ColophonException onlyWrites() {
    return ErrorCode.BAD_REQUEST.exception(
        "the graphviz adapter only writes; ask an adapter that can be read");
  }

  @Override
  protected void release() {
    file.close();
  }
}
