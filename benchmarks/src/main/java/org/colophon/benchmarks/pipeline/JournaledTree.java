package org.colophon.benchmarks.pipeline;

import java.nio.file.Path;
import org.colophon.benchmarks.result.Folders;
import org.colophon.benchmarks.workload.RecordingSink;
import org.colophon.benchmarks.workload.TreeWorkload;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.journal.Journal;
import org.colophon.core.journal.JournalConfig;
import org.colophon.core.spi.storage.StorageAdapter;

/** The journal of a small tree, to feed adapters from again and again. */
public final class JournaledTree implements AutoCloseable {
  /** Operations of the tree at level 4. */
  public static final int LEVEL_FOUR_OPERATIONS = 2_954 * 69;

  private final Path directory;
  private final Journal journal;
  private final long lastLsn;
  private final long operations;

  private JournaledTree(Path directory, Journal journal, long lastLsn, long operations) {
    this.directory = directory;
    this.journal = journal;
    this.lastLsn = lastLsn;
    this.operations = operations;
  }

  /**
   * Writes the journal.
   *
   * @param isKeepingAll whether suppression is off
   * @param directory exists; deleted at {@link #close}
   */
  public static JournaledTree ofLevels(int levels, boolean isKeepingAll, Path directory) {
    Journal journal = Journal.open(JournalConfig.at(directory), JournaledTree::failed);
    StageConsumer consumer = new StageConsumer(isKeepingAll, journal);
    TreeWorkload workload = TreeWorkload.ofLevels(levels);
    workload.report(new RecordingSink(consumer));
    return new JournaledTree(directory, journal, consumer.finish(), workload.operations());
  }

  private static void failed(Throwable cause) {
    throw new ColophonException(ErrorCode.IO_FAILED, "the journal failed: " + cause, cause);
  }

  public long lastLsn() {
    return lastLsn;
  }

  public long operations() {
    return operations;
  }

  /** Reads all frames and appends each. */
  public void appendTo(StorageAdapter adapter) {
    StageRun.readBehind(journal, adapter);
  }

  @Override
  public void close() {
    journal.close();
    Folders.delete(directory);
  }
}
