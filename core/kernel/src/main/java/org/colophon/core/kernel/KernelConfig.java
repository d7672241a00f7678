// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.kernel;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.colophon.core.adapters.AdapterConfig;
import org.colophon.core.adapters.StoreDirectory;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.fanout.FanoutConfig;
import org.colophon.core.feed.ArchiveConfig;
import org.colophon.core.feed.FeedOrigin;
import org.colophon.core.generation.KnownStores;
import org.colophon.core.journal.JournalConfig;
import org.colophon.core.sink.SinkBuffer;
import org.colophon.core.spi.filter.CaptureFilter;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of a kernel. Invalid values are rejected with BAD_REQUEST; {@link Builder}
 * documents meanings and defaults.
 *
 * @param adapters the adapters; the first readable one answers for older names and identities
 */
public record KernelConfig(
    Path directory,
    List<AdapterConfig> adapters,
    int ringSlots,
    int maxOpenIntervals,
    long intervalAgeMillis,
    JournalConfig journal,
    long restingBudgetBytes,
    FanoutConfig fanout,
    int maxNames,
    int maxIdentities,
    boolean acceptsLoss,
    KnownStores seenStores,
    List<CaptureFilter> filters,
    @Nullable FeedOrigin following,
    @Nullable ArchiveConfig archive) {
  /** Limit that keeps a full ring and a frame together below the reserve of LSNs after a crash. */
  private static final int MAX_RING_SLOTS = 1 << 18;

  private static final int MIN_RING_SLOTS = 2 * SinkBuffer.BATCH;
  private static final int MIN_OPEN_INTERVALS = 16;

  public KernelConfig {
    adapters = List.copyOf(adapters);
    filters = List.copyOf(filters);
    ErrorCode.BAD_REQUEST.require(
        Integer.bitCount(ringSlots) == 1
            && ringSlots >= MIN_RING_SLOTS
            && ringSlots <= MAX_RING_SLOTS,
        "ringSlots must be a power of two from %d to %d".formatted(MIN_RING_SLOTS, MAX_RING_SLOTS));
    ErrorCode.BAD_REQUEST.require(
        maxOpenIntervals >= MIN_OPEN_INTERVALS,
        "maxOpenIntervals must be at least " + MIN_OPEN_INTERVALS);
    ErrorCode.BAD_REQUEST.require(intervalAgeMillis > 0, "intervalAgeMillis must be positive");
    ErrorCode.BAD_REQUEST.require(
        journal.segmentBytes() >= 1024, "segmentBytes must be at least 1024");
    ErrorCode.BAD_REQUEST.require(
        journal.segmentBytes() <= JournalConfig.MAX_SEGMENT_BYTES,
        "segmentBytes must be at most %d: starting reads segments into memory"
            .formatted(JournalConfig.MAX_SEGMENT_BYTES));
    ErrorCode.BAD_REQUEST.require(
        journal.budgetBytes() >= 2 * journal.segmentBytes(),
        "the journal budget is below two segments");
    ErrorCode.BAD_REQUEST.require(
        restingBudgetBytes >= 0, "restingBudgetBytes must not be negative");
    ErrorCode.BAD_REQUEST.require(maxNames >= 2, "maxNames must be at least 2");
    ErrorCode.BAD_REQUEST.require(maxIdentities >= 2, "maxIdentities must be at least 2");
    ErrorCode.BAD_REQUEST.require(
        journal.syncIntervalMillis() > 0, "syncIntervalMillis must be positive");
    long names = adapters.stream().map(AdapterConfig::name).distinct().count();
    ErrorCode.BAD_REQUEST.require(names == adapters.size(), "two adapters have the same name");
  }

  /** Returns a builder with defaults for the store in a directory. */
  public static Builder builder(Path directory) {
    return new Builder(directory);
  }

  /** Collects a configuration. */
  public static final class Builder {
    private final Path directory;
    private final List<AdapterConfig> adapters = new ArrayList<>();
    private int ringSlots = 1 << 14;
    private int maxOpenIntervals = 1 << 16;
    private long intervalAgeMillis = 5_000;
    private long segmentBytes = JournalConfig.DEFAULT_SEGMENT_BYTES;
    private long journalBudgetBytes = JournalConfig.DEFAULT_BUDGET_BYTES;
    private long restingBudgetBytes = 256L << 20;
    private long syncIntervalMillis = JournalConfig.DEFAULT_SYNC_INTERVAL_MILLIS;
    private FanoutConfig fanout = FanoutConfig.DEFAULT;
    private int maxNames = 500_000;
    private int maxIdentities = 500_000;
    private boolean acceptsLoss;
    private @Nullable Path seenStores;
    private @Nullable FeedOrigin following;
    private @Nullable ArchiveConfig archive;
    private boolean isCertifiable;
    private final List<CaptureFilter> filters = new ArrayList<>();

    private Builder(Path directory) {
      this.directory = directory;
    }

    /** Adds a storage adapter. */
    public Builder adapter(AdapterConfig adapter) {
      adapters.add(adapter);
      return this;
    }

    /**
     * Sets the number of operations in the ring: a power of two, 16,384 by default. Below 8,192 a
     * reporter's units are limited to that number less 257.
     */
    public Builder ringSlots(int slots) {
      ringSlots = slots;
      return this;
    }

    /** Sets the number of access intervals that may be open at once, 65,536 by default. */
    public Builder maxOpenIntervals(int intervals) {
      maxOpenIntervals = intervals;
      return this;
    }

    /** Sets the age at which an interval is written even without an end, 5,000 by default. */
    public Builder intervalAgeMillis(long millis) {
      intervalAgeMillis = millis;
      return this;
    }

    /** Sets the size at which a journal segment is closed: 64 MiB by default, 256 MiB at most. */
    public Builder segmentBytes(long bytes) {
      segmentBytes = bytes;
      return this;
    }

    /** Sets the disk budget of the journal, 4 GiB by default. */
    public Builder journalBudgetBytes(long bytes) {
      journalBudgetBytes = bytes;
      return this;
    }

    /**
     * Sets the largest part of the journal kept only for stopped adapters, 256 MiB by default. An
     * adapter that needs more is filled from another one later.
     */
    public Builder restingBudgetBytes(long bytes) {
      restingBudgetBytes = bytes;
      return this;
    }

    /** Sets the longest wait of a journaled operation for its fdatasync, 100 by default. */
    public Builder syncIntervalMillis(long millis) {
      syncIntervalMillis = millis;
      return this;
    }

    /**
     * Sets the approximate limit of name nodes (path components) in memory, 500,000 by default. A
     * node takes about 200 bytes. Long unused names beyond the limit are read from the first
     * readable adapter. The limit is exceeded only while every readable adapter lags or has failed.
     */
    public Builder maxNames(int nodes) {
      maxNames = nodes;
      return this;
    }

    /**
     * Sets the approximate number of identities kept in memory, for processes and for objects each.
     * The default is 500,000, of about 300 bytes each. See also {@link #maxNames}.
     */
    public Builder maxIdentities(int identities) {
      maxIdentities = identities;
      return this;
    }

    /**
     * Lets an adapter continue without history that the journal has released and no other adapter
     * has. A gap with cause JOURNAL_DAMAGE is recorded. By default such a store is refused.
     */
    public Builder acceptLoss() {
      acceptsLoss = true;
      return this;
    }

    /**
     * Sets a directory outside of all stores that records the last LSN at each place of a store.
     * Then an older copy at the same place is detected when it is opened. The directory is created
     * if need be. By default none is set.
     */
    public Builder seenStores(@Nullable Path directoryOfFiles) {
      seenStores = directoryOfFiles;
      return this;
    }

    /**
     * Makes the store a copy of another, which only {@link Kernel#applier} writes. A copy accepts
     * no operations, so its ring and its table of intervals have the minimum size.
     */
    public Builder following(@Nullable FeedOrigin source) {
      following = source;
      return this;
    }

    /** Copies the whole journal into an archive; null for none, which is the default. */
    public Builder archive(@Nullable ArchiveConfig config) {
      archive = config;
      return this;
    }

    /** Sets that parts of the journal's frames must be provable; false by default. */
    public Builder certifiable(boolean value) {
      isCertifiable = value;
      return this;
    }

    /** Adds a filter that applies to every reporter. */
    public Builder filter(CaptureFilter filter) {
      filters.add(filter);
      return this;
    }

    /** Sets the configuration for feeding adapters. */
    public Builder fanout(FanoutConfig config) {
      fanout = config;
      return this;
    }

    /** Builds the configuration; throws BAD_REQUEST for invalid values. */
    public KernelConfig build() {
      return new KernelConfig(
          directory,
          adapters,
          following == null ? ringSlots : MIN_RING_SLOTS,
          following == null ? maxOpenIntervals : MIN_OPEN_INTERVALS,
          intervalAgeMillis,
          new JournalConfig(
              StoreDirectory.journalIn(directory),
              segmentBytes,
              journalBudgetBytes,
              syncIntervalMillis,
              isCertifiable),
          restingBudgetBytes,
          fanout,
          maxNames,
          maxIdentities,
          acceptsLoss,
          new KnownStores(seenStores),
          filters,
          following,
          archive);
    }
  }
}
