// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import org.colophon.core.adapters.AdapterConfig;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.plugin.PluginOption;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.spi.storage.RecordType;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.core.spi.storage.StorageCapability;
import org.colophon.core.spi.storage.StorageConfig;

/**
 * A write-only adapter that stores its input in memory and survives reopening. Tests can make it
 * slow, busy or dead.
 */
class RecordingAdapter implements StorageAdapter, StorageAdapterFactory {
  record Seen(RecordType type, long lsn, long process, long object, String detail) {}

  final List<Seen> seen = new ArrayList<>();
  final Semaphore permits = new Semaphore(Integer.MAX_VALUE);
  volatile int busyTimes;
  volatile int busySyncs;
  volatile RuntimeException death;
  volatile long operations;
  private volatile long appended;
  private volatile long held;
  private int durable;

  static AdapterConfig config(RecordingAdapter adapter) {
    return new AdapterConfig("recording", adapter, Map.of());
  }

  @Override
  public String name() {
    return "recording";
  }

  @Override
  public String description() {
    return "remembers";
  }

  @Override
  public List<PluginOption> options() {
    return List.of();
  }

  @Override
  public Set<StorageCapability> capabilities() {
    return Set.of();
  }

  @Override
  public StorageAdapter create(StorageConfig config) {
    return this;
  }

  @Override
  public LineageReader openReader(StorageConfig config) {
    throw new ColophonException(ErrorCode.NOT_FOUND, "writes only");
  }

  @Override
  public void open() {
    synchronized (seen) {
      while (seen.size() > durable) {
        seen.remove(seen.size() - 1);
      }
      appended = held;
    }
  }

  @Override
  public long heldLsn() {
    return held;
  }

  @Override
  public void append(RecordBatch batch) {
    permits.acquireUninterruptibly();
    if (death != null) {
      throw death;
    }
    if (busyTimes > 0) {
      busyTimes--;
      batch.next();
      throw new ColophonException(ErrorCode.ADAPTER_BUSY, "busy");
    }
    synchronized (seen) {
      while (batch.next()) {
        seen.add(
            new Seen(batch.type(), batch.lsn(), batch.process(), batch.object(), detail(batch)));
      }
      operations += batch.operations();
      appended = batch.lastLsn();
    }
  }

  private static String detail(RecordBatch batch) {
    return switch (batch.type()) {
      case ACCESS -> batch.operationKind() + (batch.isOpen() ? " open " : " ") + batch.bytes();
      case INTERVAL ->
          "%s %d-%d %dx %d"
              .formatted(
                  batch.accessMode(),
                  batch.beginLsn(),
                  batch.endLsn(),
                  batch.count(),
                  batch.bytes());
      case OBJECT -> batch.objectDeclaration().identity().display();
      case BIND, UNBIND -> batch.path().display();
      case RENAME, EXCHANGE -> batch.path().display() + " " + batch.toPath().display();
      case LINK -> batch.linkKind() + " " + batch.cause();
      case CUT -> "from " + batch.beginLsn();
      case EXIT -> "" + batch.status();
      case SNAPSHOT -> batch.label();
      case GAP -> batch.gapCause() + " " + batch.count();
      default -> "";
    };
  }

  List<Seen> seen() {
    synchronized (seen) {
      return List.copyOf(seen);
    }
  }

  List<Seen> seen(RecordType type) {
    return seen().stream().filter(record -> record.type() == type).toList();
  }

  @Override
  public void flush() {
    if (death != null) {
      throw death;
    }
  }

  @Override
  public long sync() {
    if (death != null) {
      throw death;
    }
    if (busySyncs > 0) {
      busySyncs--;
      throw new ColophonException(ErrorCode.ADAPTER_BUSY, "busy");
    }
    synchronized (seen) {
      held = appended;
      durable = seen.size();
      return held;
    }
  }

  @Override
  public LineageReader reader() {
    throw new ColophonException(ErrorCode.NOT_FOUND, "writes only");
  }

  @Override
  public void close() {
    if (death == null) {
      sync();
    }
  }
}
