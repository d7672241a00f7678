package org.colophon.benchmarks.mysql;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;

/**
 * Looks at what each collection leaves of this JVM's heap. That is what is alive, and what a small
 * collection did not look at: never less than what is alive.
 */
final class HeapWatch implements AutoCloseable {
  private static final double MIB = 1 << 20;

  private final NotificationListener listener = (event, source) -> collected(event);
  private final AtomicLong largest = new AtomicLong();

  HeapWatch() {
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      ((NotificationEmitter) collector).addNotificationListener(listener, null, null);
    }
  }

  private void collected(Notification event) {
    if (event.getType().equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
      long used =
          GarbageCollectionNotificationInfo.from((CompositeData) event.getUserData())
              .getGcInfo()
              .getMemoryUsageAfterGc()
              .entrySet()
              .stream()
              .filter(pool -> isHeap(pool.getKey()))
              .map(Map.Entry::getValue)
              .mapToLong(MemoryUsage::getUsed)
              .sum();
      largest.accumulateAndGet(used, Math::max);
    }
  }

  private static boolean isHeap(String pool) {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .anyMatch(each -> each.getName().equals(pool) && each.getType() == MemoryType.HEAP);
  }

  /** The most that any collection left, in MiB; 0 if there was none. */
  double largestMib() {
    return largest.get() / MIB;
  }

  @Override
  public void close() {
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      try {
        ((NotificationEmitter) collector).removeNotificationListener(listener);
      } catch (ListenerNotFoundException e) {
        throw new IllegalStateException("a listener was added to every collector", e);
      }
    }
  }
}
