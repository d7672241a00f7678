package org.colophon.benchmarks.fuse;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/**
 * A mail server's work on many small files, like the benchmark Postmark. It creates files, runs
 * transactions, and deletes all files. A transaction is a read or an append, and a creation or a
 * deletion. Each thread has directories of its own.
 *
 * @param files number of files at the beginning; there are two fifths as many transactions
 * @param textPercent percentage of files whose name ends with {@code .txt}
 */
record Postmark(int files, int threads, int textPercent) implements FileWorkload {
  @Override
  public String name() {
    return "postmark, " + textPercent + " % text";
  }

  @Override
  public void prepare(Path directory) {
    // Needs no preparation.
  }

  @Override
  public Cost run(Path directory, int round) {
    ExecutorService clients = Executors.newFixedThreadPool(threads);
    try {
      List<Future<Long>> all = new ArrayList<>();
      long begun = System.nanoTime();
      for (int i = 0; i < threads; i++) {
        Mailbox mailbox =
            new Mailbox(
                directory, i, Math.max(1, files / threads), textPercent, round * threads + i);
        all.add(clients.submit(mailbox::run));
      }
      long cpuNanos = 0;
      for (Future<Long> each : all) {
        cpuNanos += each.get();
      }
      return new Cost((System.nanoTime() - begun) / 1e9, cpuNanos / 1e9);
    } catch (ExecutionException e) {
      throw ErrorCode.IO_FAILED.exception(
          "the work in " + directory + " failed: " + e.getCause(), e);
    } catch (InterruptedException e) {
      throw ColophonException.interrupted("measuring", e);
    } finally {
      clients.shutdown();
    }
  }
}
