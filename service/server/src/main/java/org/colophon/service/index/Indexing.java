package org.colophon.service.index;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToIntFunction;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.feed.FeedFormat;
import org.colophon.core.feed.FrameApplier;
import org.colophon.core.host.StoreHost;
import org.colophon.core.spi.log.HostFrame;
import org.colophon.core.spi.log.SharedLog;
import org.colophon.core.spi.log.SharedLogReader;
import org.colophon.service.replication.HistoryCopy;
import org.colophon.service.replication.IndexConfig;
import org.colophon.service.replication.RetryingThread;

/**
 * Thread that copies the histories of other hosts from the partitions of a shared log that its
 * group assigns to it. Each host has a store of its own.
 *
 * <p>A store ignores frames that it has, so positions in the log are only saved now and then, after
 * the frames are on disk. A frame behind a hole is ignored too: the missing ones come again if the
 * host sends them again, and until then the saved position does not pass the hole.
 */
public final class Indexing implements HistoryCopy {
  private static final Logger LOG = System.getLogger(Indexing.class.getName());
  private static final long POLL_MILLIS = 200;
  private static final long SAVE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Stores that are in use at once: fewer than a service opens at most. */
  private static final int MAX_IN_USE = 8;

  private final IndexConfig config;
  private final SharedLog log;
  private final HostAppliers appliers;
  private final LogPositions positions;
  private final RetryingThread thread;
  private final Map<String, IndexedHost> hosts = new ConcurrentSkipListMap<>();
  private final Set<Integer> owned = ConcurrentHashMap.newKeySet();
  private volatile ToIntFunction<String> partitionOf;
  private final AtomicLong ignored = new AtomicLong();

  /** Prepares to copy into stores below that of a service. */
  public Indexing(IndexConfig config, Path store, HostAppliers appliers) {
    this.config = config;
    this.log = config.log().open();
    this.appliers = appliers;
    this.positions = new LogPositions(store, log.place());
    this.thread = new RetryingThread("index", "indexing " + log.place(), this::index);
  }

  @Override
  public void start() {
    thread.start();
  }

  /**
   * Returns false if another indexer has the history of a host now. Until the group has assigned
   * partitions, all stored histories count as this indexer's.
   */
  public boolean has(String hostId) {
    ToIntFunction<String> known = partitionOf;
    return known == null || owned.contains(known.applyAsInt(hostId));
  }

  /** Returns the state of a host's copy; null if no frame of it came since the start. */
  public IndexedHost host(String hostId) {
    return hosts.get(hostId);
  }

  @Override
  public String key() {
    return "index";
  }

  @Override
  public IndexStatus status() {
    return new IndexStatus(
        log.place(),
        owned.stream().sorted().toList(),
        hosts.values().stream().filter(each -> has(each.id())).toList(),
        ignored.get(),
        thread.failure());
  }

  @Override
  public List<String> lines() {
    IndexStatus now = status();
    List<String> lines = new ArrayList<>();
    lines.add("of %s, partitions %s".formatted(now.place(), now.partitions()));
    for (IndexedHost each : now.hosts()) {
      lines.add(
          String.format(
              Locale.ROOT,
              "host %s up to LSN %d, %,d LSNs behind",
              each.name(),
              each.lastLsn(),
              each.lag()));
    }
    return lines;
  }

  @Override
  public List<String> warnings() {
    IndexStatus now = status();
    List<String> all = new ArrayList<>();
    if (!now.failure().isEmpty()) {
      all.add("not indexing " + now.place() + ": " + now.failure());
    }
    if (now.ignored() > 0) {
      all.add(
          "%d entries of %s are damaged or of another form, and were ignored; see the log of this service"
              .formatted(now.ignored(), now.place()));
    }
    now.hosts().stream()
        .filter(each -> !each.failure().isEmpty())
        .forEach(
            each -> all.add("the history of host " + each.name() + " stops: " + each.failure()));
    return all;
  }

  private void index() {
    try (SharedLogReader reader = log.reader(config.group(), config.name());
        Applying applying = new Applying(reader)) {
      while (!thread.isClosing()) {
        reader.poll(POLL_MILLIS, applying);
        applying.saveIfDue();
      }
    }
  }

  @Override
  public void close() {
    thread.close(0);
  }

  /** Applies frames of one connection to the log. */
  private final class Applying implements SharedLogReader.Consumer, AutoCloseable {
    private final SharedLogReader reader;
    private final Map<Integer, Long> next = new HashMap<>();

    /** Open stores by host and store id. */
    private final Map<String, HostAppliers.Lease> inUse = new LinkedHashMap<>();

    /** Hosts with a hole, by partition. */
    private final Map<Integer, Set<String>> holes = new HashMap<>();

    private boolean isAssigned;
    private boolean isChanged;
    private long savedNanos = System.nanoTime();

    Applying(SharedLogReader reader) {
      this.reader = reader;
    }

    @Override
    public Map<Integer, Long> assigned(Set<Integer> partitions) {
      Map<Integer, Long> saved = positions.read();
      saved.keySet().retainAll(partitions);
      next.putAll(saved);
      owned.addAll(partitions);
      if (!isAssigned) {
        owned.retainAll(partitions); // else those of a connection before
        isAssigned = true;
      }
      if (partitionOf == null) {
        partitionOf = reader::partition;
      }
      thread.succeeded();
      LOG.log(Level.INFO, "indexing partitions {0}", owned);
      return saved;
    }

    @Override
    public void revoked(Set<Integer> partitions) {
      save();
      owned.removeAll(partitions);
      next.keySet().removeAll(partitions);
      holes.keySet().removeAll(partitions);
    }

    @Override
    public void frame(int partition, long nextPosition, HostFrame frame) {
      try {
        String place = "an entry of host " + frame.hostName() + " in " + log.place();
        FeedFormat.Entry entry = FeedFormat.read(frame.bytes(), place);
        apply(partition, frame, entry);
      } catch (ColophonException e) {
        if (e.code() != ErrorCode.STORE_CORRUPT) {
          throw e;
        }
        ignored(partition, nextPosition, e.getMessage());
      }
      passed(partition, nextPosition);
    }

    @Override
    public void ignored(int partition, long nextPosition, String reason) {
      LOG.log(Level.WARNING, "ignored: {0}", reason);
      ignored.incrementAndGet();
      passed(partition, nextPosition);
    }

    private void passed(int partition, long nextPosition) {
      if (holes.getOrDefault(partition, Set.of()).isEmpty()) {
        next.put(partition, nextPosition);
        isChanged = true;
      }
    }

    private void apply(int partition, HostFrame frame, FeedFormat.Entry entry) {
      String id = frame.hostId();
      Set<String> incomplete = holes.computeIfAbsent(partition, key -> new HashSet<>());
      long lastLsn = hosts.containsKey(id) ? hosts.get(id).lastLsn() : 0;
      String failure = "";
      try {
        FrameApplier applier = applier(frame);
        applier.apply(entry.frame());
        lastLsn = applier.lastLsn();
        incomplete.remove(id);
      } catch (ColophonException e) {
        boolean isHole = e.code() == ErrorCode.PART_LOST;
        if (!isHole && e.code() != ErrorCode.STORE_FOREIGN && e.code() != ErrorCode.BAD_REQUEST) {
          throw e;
        }
        failure = e.getMessage();
        if (isHole) {
          incomplete.add(id);
        }
      }
      note(new IndexedHost(id, frame.hostName(), lastLsn, entry.endLsn(), failure));
    }

    private void note(IndexedHost now) {
      IndexedHost before = hosts.put(now.id(), now);
      boolean isNew = before == null || before.failure().isEmpty();
      if (!now.failure().isEmpty() && isNew) {
        LOG.log(Level.WARNING, "the history of host {0} stops: {1}", now.name(), now.failure());
      }
    }

    private FrameApplier applier(HostFrame frame) {
      String key = frame.hostId() + " " + frame.storeId();
      HostAppliers.Lease lease = inUse.get(key);
      if (lease == null) {
        if (inUse.size() >= MAX_IN_USE) {
          save();
        }
        lease = appliers.open(new StoreHost(frame.hostId(), frame.hostName()), frame.storeId());
        inUse.put(key, lease);
      }
      return lease.applier();
    }

    void saveIfDue() {
      if (System.nanoTime() - savedNanos > SAVE_NANOS) {
        save();
      }
    }

    /** Saves the positions after the frames before them are on disk, and releases the stores. */
    private void save() {
      for (HostAppliers.Lease each : inUse.values()) {
        each.applier().maintain();
        var unused = each.applier().durableLsn();
      }
      release();
      if (isChanged) {
        Map<Integer, Long> all = positions.read();
        all.putAll(next);
        positions.write(all);
        reader.publish(next);
        isChanged = false;
      }
      savedNanos = System.nanoTime();
    }

    private void release() {
      inUse.values().forEach(HostAppliers.Lease::close);
      inUse.clear();
    }

    @Override
    public void close() {
      try {
        save();
      } finally {
        release();
      }
    }
  }
}
