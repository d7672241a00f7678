// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.health;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.colophon.service.metrics.ServiceMetrics;
import org.colophon.service.part.ServicePart;
import org.jspecify.annotations.Nullable;

/**
 * Monitors the store's directory, its free disk space and the clock. One thread calls {@link
 * #tick}; any thread may read the results.
 */
public final class StoreWatch implements ServicePart {
  private static final Logger LOG = System.getLogger(StoreWatch.class.getName());
  private static final long LITTLE_ROOM_BYTES = 256L << 20;
  private static final long STEP_MILLIS = 1000;
  private static final long NANOS_A_MILLI = 1_000_000;

  private final Path store;
  private final LongSupplier wallMillis;
  private final LongSupplier nanos;
  private final @Nullable Object lockKey;
  private long offsetMillis;
  private volatile String trouble = "";
  private volatile String clock = "";
  private volatile String room = "";

  public StoreWatch(Path store, LongSupplier wallMillis, LongSupplier nanos) {
    this.store = store;
    this.wallMillis = wallMillis;
    this.nanos = nanos;
    this.lockKey = lockKey();
    this.offsetMillis = offset();
  }

  private long offset() {
    return wallMillis.getAsLong() - nanos.getAsLong() / NANOS_A_MILLI;
  }

  /** Returns the identity of the lock file; null if the file is missing. */
  private @Nullable Object lockKey() {
    try {
      return Files.readAttributes(store.resolve("lock"), BasicFileAttributes.class).fileKey();
    } catch (IOException e) {
      return null;
    }
  }

  @Override
  public Duration period() {
    return Duration.ofSeconds(1);
  }

  @Override
  public void tick() {
    checkStore();
    checkClock();
    checkRoom();
  }

  @Override
  public void register(ServiceMetrics metrics) {
    metrics.gauge(
        "colophon_store_disk_free_bytes",
        "Bytes that the service may still write to the store's disk",
        () -> Math.max(0, freeBytes()));
  }

  /** Returns the free bytes; -1 if the store is missing, which {@link #checkStore} reports. */
  private long freeBytes() {
    try {
      return Files.getFileStore(store).getUsableSpace();
    } catch (IOException e) {
      return -1;
    }
  }

  private void checkStore() {
    if (trouble.isEmpty() && !Objects.equals(lockKey, lockKey())) {
      trouble =
          "the store in %s was deleted or replaced while it was open: what is recorded now would be lost with it"
              .formatted(store);
      LOG.log(Level.ERROR, "{0}", trouble);
    }
  }

  private void checkClock() {
    long now = offset();
    if (offsetMillis - now > STEP_MILLIS) {
      clock =
          "the clock was stepped back by %d s at %s: times overlap there, the order of LSNs holds"
              .formatted((offsetMillis - now) / 1000, Instant.ofEpochMilli(wallMillis.getAsLong()));
      LOG.log(Level.WARNING, "{0}", clock);
    }
    offsetMillis = now;
  }

  private void checkRoom() {
    long left = freeBytes();
    String now =
        left < 0 || left >= LITTLE_ROOM_BYTES
            ? ""
            : "%d MiB are left on the store's disk; when it is full, recording stops"
                .formatted(left >> 20);
    if (room.isEmpty() && !now.isEmpty()) {
      LOG.log(Level.WARNING, "{0}", now);
    }
    room = now;
  }

  /** Returns the reason why recording has to stop; usually empty. */
  public String trouble() {
    return trouble;
  }

  @Override
  public List<String> warnings() {
    List<String> found = new ArrayList<>(List.of(clock, room));
    found.removeIf(String::isEmpty);
    return found;
  }
}
