// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.colophon.core.adapters.AdapterConfig;
import org.colophon.core.adapters.AdapterReplacement;
import org.colophon.core.adapters.AttachedAdapters;
import org.colophon.core.adapters.RunningAdapter;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.fanout.AdapterRunner;
import org.colophon.core.fanout.FanoutConfig;
import org.colophon.core.journal.Journal;
import org.colophon.core.journal.JournalConfig;
import org.colophon.core.threads.BackgroundThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests the replacement of one adapter by another. */
@Timeout(60)
class AdapterReplacementTest {
  @TempDir Path temp;

  private static RunningAdapter make(
      Journal journal, AdapterConfig config, RecordingAdapter adapter) {
    return new RunningAdapter(
        config,
        new AdapterRunner(
            "one", adapter, journal, FanoutConfig.DEFAULT, new BackgroundThreads(), 0, 1.0, 0));
  }

  @Test
  void keepsTheOldStoreWhenTheJournalIsReleasedAtTheLastMoment() {
    Journal journal =
        Journal.open(new JournalConfig(temp.resolve("journal"), 1 << 20, 1, 10), failure -> {});
    RecordingAdapter adapter = new RecordingAdapter();
    AdapterConfig config = RecordingAdapter.config(adapter);
    RunningAdapter old = make(journal, config, adapter);
    RunningAdapter next = make(journal, config, new RecordingAdapter());
    List<RunningAdapter> running = new CopyOnWriteArrayList<>(List.of(old));
    AttachedAdapters attached = AttachedAdapters.load(temp);
    AdapterReplacement replacement =
        new AdapterReplacement(attached, running, journal, (its, made, stored) -> next, () -> {});
    replacement.keepFrom(0);
    journal.writeFrame(1, 1, 1, false);
    journal.startSegment();
    replacement.giveUpIfOverBudget();
    assertThatThrownBy(() -> replacement.replace(old, next, 7))
        .isInstanceOfSatisfying(
            ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INTERRUPTED));
    assertThat(running).containsExactly(old);
    assertThat(attached.cutLsn("recording")).isZero();
    assertThat(old.runner().isRetired()).isFalse();
    journal.close();
  }
}
