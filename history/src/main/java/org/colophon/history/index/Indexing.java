// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.index;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ObjLongConsumer;
import java.util.function.ToIntFunction;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.feed.FeedFormat;
import org.colophon.core.feed.FeedOrigin;
import org.colophon.core.generation.GenerationChain;
import org.colophon.core.host.HostDirectory;
import org.colophon.core.host.HostSummary;
import org.colophon.core.host.StoreHost;
import org.colophon.core.journal.format.CanonicalFrame;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.log.HostFrame;
import org.colophon.core.spi.log.SharedLog;
import org.colophon.core.spi.log.SharedLogReader;
import org.colophon.history.certified.log.LogHead;
import org.colophon.history.copy.HistoryCopy;
import org.colophon.history.copy.Measure;
import org.colophon.history.copy.RetryingThread;
import org.jspecify.annotations.Nullable;

/**
 * Thread that copies histories of other hosts from a shared log. The indexer's group assigns
 * partitions of the log to it. Each host has its own store.
 *
 * <p>A store ignores frames that it already has. So positions in the log are saved only
 * periodically, after the frames are on disk. A frame that does not continue the copy, such as one
 * after a hole, is ignored too. The saved position stays before that frame until a later frame of
 * the host continues the copy. So after a repair and a restart, the frame is read again. The same
 * holds for a frame of a newer format: only the copy of its host stops.
 */
public final class Indexing implements HistoryCopy {
  private static final Logger LOG = System.getLogger(Indexing.class.getName());
  private static final long POLL_MILLIS = 200;
  private static final long SAVE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Error codes that affect a single host. Other errors end the connection to the log. */
  private static final Set<ErrorCode> STOPS_HOST =
      EnumSet.of(
          ErrorCode.PART_LOST,
          ErrorCode.STORE_FOREIGN,
          ErrorCode.STORE_TOO_NEW,
          ErrorCode.BAD_REQUEST);

  private final IndexConfig config;
  private final SharedLog log;
  private final HostAppliers appliers;
  private final ObjLongConsumer<StoreHost> clocks;
  private final LogPositions positions;
  private final RetryingThread thread;
  private final Map<String, IndexedHost> hosts = new ConcurrentSkipListMap<>();
  private final Map<String, HostFrame> checkpoints = new HashMap<>(); // not applied yet, by host
  private final Set<Integer> owned = ConcurrentHashMap.newKeySet();
  private final Set<Integer> standbys = ConcurrentHashMap.newKeySet(); // those of the owned

  /** Partitions that this connection has read to their ends, so that all failures are known. */
  private final Set<Integer> ended = ConcurrentHashMap.newKeySet();

  private final Optional<Snapshots> snapshots;
  private volatile @Nullable ToIntFunction<String> partitionOf;
  private final AtomicLong ignored = new AtomicLong();
  private volatile List<String> risks = List.of();

  /**
   * Prepares to copy into stores of a service.
   *
   * @param clocks receives the times that hosts send
   */
  public Indexing(
      IndexConfig config, Path store, HostAppliers appliers, ObjLongConsumer<StoreHost> clocks) {
    this.clocks = clocks;
    this.config = config;
    this.log = config.log().open();
    this.appliers = appliers;
    this.positions = new LogPositions(store, log.place());
    this.thread = new RetryingThread("index", "indexing " + log.place(), this::index);
    SnapshotLoader.finish(store);
    HostDirectory.list(store).forEach(each -> addStored(each, HostDirectory.of(store, each)));
    this.snapshots =
        config
            .snapshots()
            .map(each -> new Snapshots(each, config.name(), store, appliers, this::copiesIn));
  }

  private void addStored(StoreHost host, Path directory) {
    if (FeedOrigin.isMarked(directory)) {
      long lastLsn = HostSummary.lastLsn(directory);
      hosts.put(host.id(), new IndexedHost(host.id(), host.name(), lastLsn, 0, ""));
    }
  }

  @Override
  public void start() {
    thread.start();
    snapshots.ifPresent(each -> each.writer.start());
  }

  /** Returns the copies in a partition. */
  private List<IndexedHost> copiesIn(int partition) {
    ToIntFunction<String> known = partitionOf;
    if (known == null) {
      return List.of();
    }
    return hosts.values().stream()
        .filter(each -> each.lastLsn() > 0 && known.applyAsInt(each.id()) == partition)
        .toList();
  }

  /**
   * Returns whether this indexer copies the history of a host. Until the group has assigned
   * partitions, it returns true for all stored histories.
   */
  public boolean has(String hostId) {
    ToIntFunction<String> known = partitionOf;
    return known == null || owned.contains(known.applyAsInt(hostId));
  }

  /** Returns whether another indexer of the group is the first one of a host's history. */
  public boolean isStandby(String hostId) {
    ToIntFunction<String> known = partitionOf;
    return known != null && standbys.contains(known.applyAsInt(hostId));
  }

  /**
   * Returns the state of a host's copy; null if absent. A copy counts as stopped until its
   * partition was read to the end, since an entry that stops it may follow.
   */
  public @Nullable IndexedHost host(String hostId) {
    IndexedHost known = hosts.get(hostId);
    if (known == null) {
      return null;
    }
    IndexedHost now = known.stoppedBy(failureOf(hostId)).as(isStandby(hostId));
    return snapshots.flatMap(each -> each.writer.newest(hostId)).map(now::with).orElse(now);
  }

  private String failureOf(String hostId) {
    ToIntFunction<String> known = partitionOf;
    if (!thread.failure().isEmpty()) {
      return thread.failure();
    }
    return known == null || ended.contains(known.applyAsInt(hostId))
        ? ""
        : "its entries in " + log.place() + " are not read to their end yet: wait";
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
        hosts.keySet().stream().filter(this::has).map(this::host).toList(),
        ignored.get(),
        thread.failure());
  }

  @Override
  public List<String> lines() {
    IndexStatus now = status();
    List<String> lines = new ArrayList<>();
    lines.add("of %s, partitions %s".formatted(now.place(), now.partitions()));
    for (IndexedHost each : now.hosts()) {
      boolean isStopped = !each.failure().isEmpty();
      String behind = String.format(Locale.ROOT, "%,d LSNs behind", each.lag());
      lines.add(
          "host %s up to LSN %d, %s%s"
              .formatted(
                  each.name(),
                  each.lastLsn(),
                  isStopped ? "stopped, at least " + behind : behind,
                  each.standby() ? ", standby" : ""));
    }
    now.hosts().stream()
        .filter(each -> each.snapshotLsn() > 0)
        .forEach(
            each ->
                lines.add(
                    "snapshot of host %s up to LSN %d, of %s"
                        .formatted(
                            each.name(),
                            each.snapshotLsn(),
                            Instant.ofEpochMilli(each.snapshotMillis()))));
    return lines;
  }

  @Override
  public List<Measure> measures() {
    List<Measure> all = new ArrayList<>(copyMeasures());
    snapshots.ifPresent(each -> all.addAll(each.measures(this::status)));
    return all;
  }

  private List<Measure> copyMeasures() {
    return List.of(
        new Measure(
            "colophon_index_hosts", "Hosts that are indexed", () -> status().hosts().size()),
        new Measure(
            "colophon_index_lag_lsns",
            "LSNs that the copies of all hosts lack, at least 1 for each that has stopped",
            () -> status().lag()),
        new Measure(
            "colophon_index_stopped_hosts",
            "Hosts whose copies do not grow, for any reason",
            () -> status().hosts().stream().filter(each -> !each.failure().isEmpty()).count()),
        new Measure(
            "colophon_index_ignored_entries",
            "Entries of the shared log that are damaged or of another form",
            () -> status().ignored()),
        new Measure(
            "colophon_index_connected",
            "1 while frames come from the shared log",
            () -> status().failure().isEmpty() ? 1 : 0));
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
    hosts.values().stream()
        .filter(each -> has(each.id()) && !each.failure().isEmpty())
        .forEach(
            each -> all.add("the history of host " + each.name() + " stops: " + each.failure()));
    snapshots.ifPresent(each -> all.addAll(each.warnings()));
    all.addAll(risks);
    return all;
  }

  private void note(IndexedHost now) {
    IndexedHost before = hosts.put(now.id(), now);
    boolean isNew = before == null || before.failure().isEmpty();
    if (!now.failure().isEmpty() && isNew) {
      LOG.log(Level.WARNING, "the history of host {0} stops: {1}", now.name(), now.failure());
    }
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
    snapshots.ifPresent(each -> each.writer.close());
    thread.close(0);
  }

  /** Applies the frames of one connection to the log. */
  private final class Applying implements SharedLogReader.Consumer, AutoCloseable {
    private final SharedLogReader reader;

    /** Positions of all partitions, including those that are now assigned to other indexers. */
    private final Map<Integer, Long> next = positions.read();

    /** Open stores by host and store id. */
    private final Map<String, HostAppliers.Lease> inUse = new LinkedHashMap<>();

    /**
     * Hosts with a frame that did not continue the copy, by partition. The LSN is the one that the
     * copy has to reach after a hole; 0 after a frame of another history; the largest after a frame
     * of a newer format.
     */
    private final Map<Integer, Map<String, Long>> stopped = new HashMap<>();

    private boolean isAssigned;
    private boolean isChanged;
    private long savedNanos = System.nanoTime();

    Applying(SharedLogReader reader) {
      this.reader = reader;
      ended.clear();
    }

    @Override
    public Map<Integer, Long> assigned(Set<Integer> partitions) {
      owned.addAll(partitions);
      if (!isAssigned) {
        owned.retainAll(partitions); // removes partitions of an earlier connection
        isAssigned = true;
      }
      if (partitionOf == null) {
        partitionOf = reader::partition;
      }
      thread.succeeded();
      risks = reader.risks(snapshots.isEmpty());
      standbys.clear();
      owned.stream().filter(reader::isStandby).forEach(standbys::add);
      LOG.log(Level.INFO, "indexing partitions {0}, standby of {1}", owned, standbys);
      snapshots.ifPresent(each -> load(each.loader, partitions));
      return next;
    }

    /** Loads snapshots for the partitions of which the log lacks entries, or this indexer all. */
    private void load(SnapshotLoader from, Set<Integer> partitions) {
      Map<Integer, Long> oldest = reader.oldest(partitions);
      for (int each : partitions) {
        long known = next.getOrDefault(each, -1L);
        if (known < oldest.getOrDefault(each, 0L)) {
          OptionalLong position =
              from.load(each, reader.logId(), known, this::lastLsn, Indexing.this::note);
          position.ifPresent(at -> moved(each, at));
        }
      }
    }

    private void moved(int partition, long nextPosition) {
      next.put(partition, nextPosition);
      isChanged = true;
    }

    private long lastLsn(String hostId) {
      IndexedHost known = hosts.get(hostId);
      return known == null ? 0 : known.lastLsn();
    }

    @Override
    public void revoked(Set<Integer> partitions) {
      save();
      owned.removeAll(partitions);
      ended.removeAll(partitions);
      stopped.keySet().removeAll(partitions);
    }

    @Override
    public void frame(int partition, long nextPosition, HostFrame frame) {
      String place = "an entry of host " + frame.hostName() + " in " + log.place();
      StoreHost host;
      FeedFormat.Entry entry;
      GenerationChain generations;
      try {
        host = new StoreHost(frame.hostId(), frame.hostName());
        entry = FeedFormat.read(frame.bytes(), place);
        generations = GenerationChain.received(frame.generations());
      } catch (ColophonException e) {
        if (e.code() == ErrorCode.STORE_TOO_NEW) {
          tooNew(partition, nextPosition, frame.hostId(), e.getMessage());
          return;
        }
        if (e.code() != ErrorCode.STORE_CORRUPT && e.code() != ErrorCode.BAD_REQUEST) {
          throw e;
        }
        String where = e.code() == ErrorCode.BAD_REQUEST ? place + ": " : "";
        ignored(partition, nextPosition, where + e.getMessage());
        return;
      }
      apply(partition, host, frame, entry, generations);
      passed(partition, nextPosition);
    }

    @Override
    public void tooNew(int partition, long nextPosition, String hostId, String reason) {
      if (!StoreHost.isId(hostId)) {
        ignored(partition, nextPosition, reason);
        return;
      }
      IndexedHost before = hosts.get(hostId);
      stopped.computeIfAbsent(partition, key -> new HashMap<>()).put(hostId, Long.MAX_VALUE);
      note(
          before == null
              ? new IndexedHost(hostId, hostId, 0, 0, reason)
              : new IndexedHost(
                  hostId, before.name(), before.lastLsn(), before.sourceLsn(), reason));
    }

    @Override
    public void reachedEnd(Set<Integer> partitions) {
      ended.addAll(partitions);
    }

    @Override
    public void checkpoint(HostFrame state) {
      checkpoints.put(state.hostId(), state);
    }

    @Override
    public void sent(HostFrame frame, long sentMillis) {
      IndexedHost known = hosts.get(frame.hostId());
      if (known != null) { // else the frame was ignored
        clocks.accept(new StoreHost(known.id(), known.name()), sentMillis);
      }
    }

    @Override
    public void ignored(int partition, long nextPosition, String reason) {
      LOG.log(Level.WARNING, "ignored: {0}", reason);
      ignored.incrementAndGet();
      passed(partition, nextPosition);
    }

    private void passed(int partition, long nextPosition) {
      if (stopped.getOrDefault(partition, Map.of()).isEmpty()) {
        moved(partition, nextPosition);
      }
    }

    private void apply(
        int partition,
        StoreHost host,
        HostFrame frame,
        FeedFormat.Entry entry,
        GenerationChain generations) {
      String id = host.id();
      Map<String, Long> stoppedHere = stopped.computeIfAbsent(partition, key -> new HashMap<>());
      IndexedHost before = hosts.get(id);
      long lastLsn = lastLsn(id);
      String failure = "";
      try {
        lastLsn = appliedOrLoaded(frame, entry.frame(), generations);
        if (lastLsn >= stoppedHere.getOrDefault(id, 0L)) {
          stoppedHere.remove(id);
        } else {
          failure =
              before == null ? "" : before.failure(); // a frame from before the hole was sent again
        }
      } catch (ColophonException e) {
        if (!STOPS_HOST.contains(e.code())) {
          throw e;
        }
        failure = e.getMessage();
        long neededLsn = e.code() == ErrorCode.PART_LOST ? entry.frame().lastLsn() : 0;
        stoppedHere.merge(id, neededLsn, Math::max);
      }
      note(new IndexedHost(id, host.name(), lastLsn, entry.endLsn(), failure));
    }

    /** Applies a frame, after a snapshot if there is a hole before it. Returns the last LSN. */
    private long appliedOrLoaded(
        HostFrame frame, CanonicalFrame content, GenerationChain generations) {
      try {
        return applied(frame, content, generations);
      } catch (ColophonException e) {
        if (e.code() != ErrorCode.PART_LOST || snapshots.isEmpty()) {
          throw e;
        }
        HostAppliers.Lease lease = inUse.remove(key(frame));
        if (lease != null) {
          try (lease) {
            var unused = lease.applier().durableLsn(); // the positions may pass its frames
          }
        }
        long needed = Math.max(content.afterLsn(), lastLsn(frame.hostId()) + 1);
        snapshots.get().loader.closeHole(frame.hostId(), frame.storeId(), needed, e);
        return applied(frame, content, generations);
      }
    }

    private long applied(HostFrame frame, CanonicalFrame content, GenerationChain generations) {
      HostAppliers.Lease lease = lease(frame);
      lease.follow(generations, content.lastLsn());
      lease.applier().apply(content);
      return lease.applier().lastLsn();
    }

    private HostAppliers.Lease lease(HostFrame frame) {
      String key = key(frame);
      HostAppliers.Lease lease = inUse.get(key);
      if (lease == null) {
        if (inUse.size() >= appliers.maxInUse()) {
          save();
        }
        lease = open(frame);
        inUse.put(key, lease);
      }
      return lease;
    }

    private static String key(HostFrame frame) {
      return frame.hostId() + " " + frame.storeId();
    }

    private HostAppliers.Lease open(HostFrame frame) {
      return appliers.open(new StoreHost(frame.hostId(), frame.hostName()), frame.storeId());
    }

    void saveIfDue() {
      if (System.nanoTime() - savedNanos > SAVE_NANOS) {
        save();
      }
    }

    /**
     * Waits until the frames are on disk, saves the positions after them, and releases the stores.
     */
    private void save() {
      for (HostAppliers.Lease each : inUse.values()) {
        each.applier().maintain();
        var unused = each.applier().durableLsn();
      }
      certify();
      release();
      snapshots.ifPresent(each -> each.writer.reached(reader.logId(), activePositions()));
      if (isChanged) {
        positions.write(next);
        reader.publish(activePositions());
        isChanged = false;
      }
      savedNanos = System.nanoTime();
    }

    /** Adds checkpoints to the copied logs if their frames are on disk. */
    private void certify() {
      for (HostFrame each : List.copyOf(checkpoints.values())) {
        if (owned.contains(reader.partition(each.hostId())) && isCertified(each)) {
          checkpoints.remove(each.hostId());
        }
      }
    }

    /**
     * Adds a checkpoint to a copied log. Returns false if frames that it covers have not arrived
     * yet.
     */
    private boolean isCertified(HostFrame state) {
      try {
        LogHead head = LogHead.parse(Bytes.wrap(state.bytes()).toString());
        HostAppliers.Lease lease = inUse.get(key(state));
        if (lease != null) {
          return lease.certify(head);
        }
        IndexedHost known = hosts.get(state.hostId());
        if (known != null && known.lastLsn() < head.lastLsn()) {
          return false; // the store opens when frames arrive
        }
        try (HostAppliers.Lease opened = open(state)) {
          return opened.certify(head);
        }
      } catch (ColophonException e) {
        LOG.log(
            Level.WARNING,
            "the checkpoint of host {0} is ignored: {1}",
            state.hostName(),
            e.getMessage());
        return true;
      }
    }

    private Map<Integer, Long> activePositions() {
      Map<Integer, Long> active = new HashMap<>(next);
      active.keySet().retainAll(owned);
      active.keySet().removeAll(standbys);
      return active;
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
        snapshots.ifPresent(
            each -> each.writer.reached("", Map.of())); // others may own the partitions
      }
    }
  }
}
