// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.index;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.plugin.PluginOption;
import org.colophon.core.spi.log.HostFrame;
import org.colophon.core.spi.log.SharedLog;
import org.colophon.core.spi.log.SharedLogFactory;
import org.colophon.core.spi.log.SharedLogReader;
import org.colophon.core.spi.log.SharedLogWriter;

/** Shared logs in memory, with faults that tests set. */
public final class MemoryLogFactory implements SharedLogFactory {
  private static final Map<String, MemoryLog> LOGS = new ConcurrentHashMap<>();

  /** Returns the log with a name. */
  public static MemoryLog log(String name) {
    return LOGS.computeIfAbsent(name, MemoryLog::new);
  }

  @Override
  public String name() {
    return "memory";
  }

  @Override
  public String description() {
    return "A log in memory.";
  }

  @Override
  public List<PluginOption> options() {
    return List.of(new PluginOption("log", "its name", ""));
  }

  @Override
  public SharedLog open(Map<String, String> options) {
    return log(options.get("log"));
  }

  /** A log with two partitions. */
  public static final class MemoryLog implements SharedLog {
    public static final int PARTITIONS = 2;

    private final String name;
    private final List<List<HostFrame>> partitions = List.of(new ArrayList<>(), new ArrayList<>());
    private final List<List<Long>> begins = List.of(new ArrayList<>(), new ArrayList<>());
    private final Map<String, HostFrame> checkpoints = new HashMap<>();
    private Predicate<HostFrame> refused = frame -> false;
    private final long[] oldest = new long[PARTITIONS];
    private String id;
    private boolean isReachable = true;
    private boolean isStandby;
    private volatile boolean deletesEntries;
    private long aheadMillis;
    private int readers;
    private Set<Integer> assigned = Set.of(0, 1);

    MemoryLog(String name) {
      this.name = name;
      this.id = name;
    }

    public static int partitionOf(String hostId) {
      return hostId.charAt(0) % PARTITIONS;
    }

    /** Returns the entries of a host. */
    public synchronized List<HostFrame> of(String hostId) {
      return List.copyOf(partitions.get(partitionOf(hostId)));
    }

    /** Replaces the entries of the partition of a host. */
    public synchronized void set(String hostId, List<HostFrame> entries) {
      List<HostFrame> all = partitions.get(partitionOf(hostId));
      all.clear();
      all.addAll(entries);
    }

    /** Deletes the entries before a position, as the retention of a topic does. */
    public synchronized void deleteBefore(String hostId, long position) {
      oldest[partitionOf(hostId)] = position;
    }

    /** Sets the id, as if the log were a new one of the same name. */
    public synchronized void setId(String changed) {
      id = changed;
    }

    /** Returns the positions at which readers began, in order. */
    public synchronized List<Long> begins(String hostId) {
      return List.copyOf(begins.get(partitionOf(hostId)));
    }

    public synchronized void append(HostFrame entry) {
      partitions.get(partitionOf(entry.hostId())).add(entry);
    }

    /** Returns the newest checkpoint of a host; null before the first. */
    public synchronized HostFrame checkpoint(String hostId) {
      return checkpoints.get(hostId);
    }

    public synchronized void setCheckpoint(HostFrame state) {
      checkpoints.put(state.hostId(), state);
    }

    /** Sets a condition. The log refuses all later frames that meet it. */
    public synchronized void refuse(Predicate<HostFrame> frames) {
      refused = frames;
    }

    /** Returns the number of readers so far; each restart of an indexer adds one. */
    public synchronized int readers() {
      return readers;
    }

    /** Sets the difference by which the clocks of all hosts are ahead. */
    public synchronized void setAhead(long millis) {
      aheadMillis = millis;
    }

    public synchronized void reach(boolean isPossible) {
      isReachable = isPossible;
    }

    /** Sets whether the log has a setting by which it deletes old entries. */
    public void setDeletesEntries(boolean isNow) {
      deletesEntries = isNow;
    }

    /** Sets whether the only reader is a standby of its partitions. */
    public synchronized void setStandby(boolean isNow) {
      isStandby = isNow;
    }

    /** Sets the partitions that are assigned to the only reader. */
    public synchronized void assign(Set<Integer> changed) {
      assigned = Set.copyOf(changed);
    }

    private synchronized void check() {
      if (!isReachable) {
        throw new ColophonException(ErrorCode.IO_FAILED, "no broker");
      }
    }

    @Override
    public String place() {
      return "log " + name;
    }

    @Override
    public SharedLogWriter writer() {
      check();
      return new SharedLogWriter() {
        @Override
        public void append(HostFrame frame, Acknowledgement acknowledgement) {
          check();
          synchronized (MemoryLog.this) {
            boolean isRefused = refused.test(frame);
            if (!isRefused) {
              MemoryLog.this.append(frame);
            }
            acknowledgement.done(isRefused ? new IllegalStateException("refused") : null);
          }
        }

        @Override
        public void checkpoint(HostFrame state) {
          setCheckpoint(state);
        }

        @Override
        public void close() {
          // Nothing is open.
        }
      };
    }

    @Override
    public synchronized SharedLogReader reader(String group, String member) {
      check();
      readers++;
      return new Reader();
    }

    private final class Reader implements SharedLogReader {
      private final Map<Integer, Long> next = new ConcurrentHashMap<>();

      @Override
      public int partition(String hostId) {
        return partitionOf(hostId);
      }

      @Override
      public void poll(long timeoutMillis, Consumer consumer) {
        check();
        synchronized (MemoryLog.this) {
          Set<Integer> added = new HashSet<>(assigned);
          added.removeAll(next.keySet());
          Set<Integer> removed = new HashSet<>(next.keySet());
          removed.removeAll(assigned);
          if (!removed.isEmpty()) {
            consumer.revoked(removed);
            next.keySet().removeAll(removed);
          }
          if (!added.isEmpty()) {
            Map<Integer, Long> positions = consumer.assigned(added);
            added.forEach(each -> begin(each, positions.getOrDefault(each, 0L)));
          }
          for (int partition : next.keySet()) {
            List<HostFrame> entries = partitions.get(partition);
            while (next.get(partition) < entries.size()) {
              long at = next.get(partition);
              next.put(partition, at + 1);
              HostFrame entry = entries.get((int) at);
              if (entry.bytes().length == 0) {
                consumer.tooNew(partition, at + 1, entry.hostId(), "an entry of a newer form");
                continue;
              }
              consumer.frame(partition, at + 1, copy(entry));
              consumer.sent(copy(entry), System.currentTimeMillis() + aheadMillis);
            }
          }
          consumer.reachedEnd(next.keySet());
          checkpoints.values().forEach(consumer::checkpoint);
        }
        LockSupport.parkNanos(1_000_000);
      }

      private void begin(int partition, long position) {
        long at = Math.max(position, oldest[partition]);
        next.put(partition, at);
        begins.get(partition).add(at);
      }

      @Override
      public boolean isStandby(int partition) {
        synchronized (MemoryLog.this) {
          return isStandby;
        }
      }

      @Override
      public List<String> risks(boolean needsAll) {
        return needsAll && deletesEntries
            ? List.of("log " + name + " deletes old entries")
            : List.of();
      }

      @Override
      public String logId() {
        return id;
      }

      @Override
      public Map<Integer, Long> oldest(Set<Integer> numbers) {
        Map<Integer, Long> found = new HashMap<>();
        numbers.forEach(each -> found.put(each, oldest[each]));
        return found;
      }

      private HostFrame copy(HostFrame frame) {
        return new HostFrame(
            frame.hostId(),
            frame.hostName(),
            frame.storeId(),
            frame.generations(),
            frame.bytes().clone());
      }

      @Override
      public void publish(Map<Integer, Long> positions) {
        // No test reads these positions.
      }

      @Override
      public void close() {
        // Nothing is open.
      }
    }
  }
}
