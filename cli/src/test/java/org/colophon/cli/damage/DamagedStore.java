// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.damage;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.colophon.cli.config.Store;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.fanout.AdapterState;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.storage.LineageReader;

/**
 * Uses a damaged store: reads it, records into it, reads it again. Each time the store must be
 * refused, return the undamaged answers, or show that data is missing.
 */
final class DamagedStore {
  /** Results of using a damaged store, the worst last. */
  enum Verdict {
    HARMLESS,
    REFUSED,
    VISIBLE,
    UNCLEAR,
    SILENT
  }

  private final StoreSample sample;
  private final Store store;
  private final List<String> remarks = new ArrayList<>();
  private final List<String> story = new ArrayList<>();
  private Verdict worst = Verdict.HARMLESS;

  DamagedStore(StoreSample sample, Path directory) {
    this.sample = sample;
    this.store = new Store(directory, remarks::add);
  }

  /** Uses the store. Then {@link #story} explains the result. */
  Verdict judge() {
    attempt("read", this::read);
    attempt("record", this::record);
    attempt("read again", this::read);
    return worst;
  }

  String story() {
    return String.join("\n    ", story);
  }

  private void attempt(String step, Runnable use) {
    try {
      use.run();
    } catch (ColophonException e) {
      // A damaged store must not look like a new one.
      boolean isSaidToBeNew = e.code() == ErrorCode.NOT_FOUND;
      note(step, isSaidToBeNew ? Verdict.SILENT : Verdict.REFUSED, e.code() + " " + e.getMessage());
    } catch (RuntimeException | Error e) {
      note(step, Verdict.UNCLEAR, e.toString() + " at " + e.getStackTrace()[0]);
    }
  }

  private void note(String step, Verdict verdict, String detail) {
    story.add(step + ": " + verdict + " " + detail);
    if (verdict.compareTo(worst) > 0) {
      worst = verdict;
    }
  }

  private void read() {
    LineageReader reader = store.openReader();
    try {
      compare("read", reader.tolerant());
    } finally {
      reader.close();
    }
  }

  private void record() {
    try (Kernel kernel = store.openKernel(List.of())) {
      reportMore(kernel);
      kernel.drain();
      kernel.status().adapters().stream()
          .filter(each -> each.state() == AdapterState.FAILED)
          .forEach(each -> note("record", Verdict.VISIBLE, each.failure()));
      String adapter = store.primary().name();
      compare("record", kernel.reader(adapter).tolerant());
      comparePositions(kernel);
    }
  }

  /** Reports new records, which must remain separate from the earlier records. */
  private static void reportMore(Kernel kernel) {
    OperationSink sink = kernel.newSink("more", SinkOptions.DEFAULT);
    long process = sink.process(ProcessDeclaration.of(1, Bytes.of("/bin/more"), 0), 0);
    long file = sink.objectAt(Bytes.of("/more"), ObjectKind.FILE, 0);
    sink.access(OperationKind.WRITE, Phase.WHOLE, process, file, 1, 0);
    sink.awaitDurable(sink.flush());
  }

  private void comparePositions(Kernel kernel) {
    Map<String, Bytes> found = kernel.positions();
    boolean hasGap = !kernel.reader(store.primary().name()).tolerant().gaps().isEmpty();
    if (!found.equals(sample.positions()) && !hasGap) {
      note("record", Verdict.SILENT, "positions are " + found + " not " + sample.positions());
    }
  }

  private void compare(String step, LineageReader reader) {
    List<String> found = StoreAnswers.of(reader, sample.extent());
    if (found.equals(sample.answers())) {
      return;
    }
    Set<String> missing = new HashSet<>(sample.answers());
    found.forEach(missing::remove);
    Set<String> more = new HashSet<>(found);
    sample.answers().forEach(more::remove);
    boolean hasGap = more.stream().anyMatch(StoreAnswers::isGap);
    String detail =
        "%d answers missing, %d others, such as %s and %s; remarks %s"
            .formatted(missing.size(), more.size(), first(missing), first(more), remarks);
    note(step, hasGap ? Verdict.VISIBLE : Verdict.SILENT, detail);
  }

  private static String first(Set<String> lines) {
    return lines.stream().sorted().findFirst().orElse("none");
  }
}
