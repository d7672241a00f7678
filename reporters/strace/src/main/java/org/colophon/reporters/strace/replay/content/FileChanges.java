package org.colophon.reporters.strace.replay.content;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.encoding.FileState;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.reporters.strace.replay.state.Directories;
import org.colophon.reporters.strace.replay.state.HostProbe;

/**
 * Attaches states to files: at the first open of a trace, and for files that were written at its
 * end. A difference between the two, in different traces, is a change that nobody recorded.
 *
 * <p>The host answers some time after the call. A file that changed since the begin of this trace
 * may have been changed by a traced process, so its state is not compared.
 */
public final class FileChanges {
  /** Maximum delay of the kernel's file times. */
  private static final long CLOCK_TICK_NANOS = 10_000_000L;

  private static final int MAX_WRITTEN = 1 << 16;
  private static final Bytes PROC = Bytes.of("/proc/");
  private static final Bytes SYS = Bytes.of("/sys/");
  private static final Bytes SLASH = Bytes.of("/");
  private static final Bytes AFTER_SLASH = Bytes.of("0");

  private final OperationSink sink;
  private final HostProbe probe;
  private final long oldNanos;

  /** Objects of files opened for writing, by current path. */
  private final NavigableMap<Bytes, Long> written = new TreeMap<>();

  /**
   * Creates the changes of a trace.
   *
   * @param begunNanos wall-clock time of the trace's begin
   */
  public FileChanges(OperationSink sink, HostProbe probe, long begunNanos) {
    this.sink = sink;
    this.probe = probe;
    this.oldNanos = begunNanos - CLOCK_TICK_NANOS;
  }

  /** A file is used for the first time. */
  public void seen(Bytes path, long object, HostProbe.Status status, long nowNanos) {
    boolean isFile = status != null && status.state() != null && hasState(path);
    if (isFile && status.state().changedNanos() < oldNanos) {
      sink.extend(0, object, FileState.SEEN, status.state().bytes(), nowNanos);
    }
  }

  /** Returns false for files whose content is generated at each read. */
  private static boolean hasState(Bytes path) {
    return !path.startsWith(PROC) && !path.startsWith(SYS);
  }

  /** A file is open for writing, or was truncated. */
  public void written(Bytes path, long object) {
    if (object != 0 && written.size() < MAX_WRITTEN && hasState(path)) {
      written.put(path, object);
    }
  }

  /** A name moved, together with all names below it. */
  public void moved(Bytes from, Bytes to, boolean exchanges) {
    if (written.isEmpty()) {
      return;
    }
    Map<Bytes, Long> moved = takeBelow(from);
    Map<Bytes, Long> replaced = takeBelow(to);
    moved.forEach((path, object) -> written.put(Directories.rebase(path, from, to), object));
    if (exchanges) {
      replaced.forEach((path, object) -> written.put(Directories.rebase(path, to, from), object));
    }
  }

  /** A name was removed. */
  public void removed(Bytes path) {
    written.remove(path);
  }

  private Map<Bytes, Long> takeBelow(Bytes path) {
    Map<Bytes, Long> below =
        written.subMap(path.concat(SLASH), true, path.concat(AFTER_SLASH), false);
    Map<Bytes, Long> taken = new TreeMap<>(below);
    below.clear();
    Long itself = written.remove(path);
    if (itself != null) {
      taken.put(path, itself);
    }
    return taken;
  }

  /** Attaches the states of written files after the last line. */
  public void finish(long nowNanos) {
    written.forEach(
        (path, object) -> {
          HostProbe.Status status = probe.status(path);
          if (status != null && status.state() != null) {
            sink.extend(0, object, FileState.TYPE, status.state().bytes(), nowNanos);
          }
        });
    written.clear();
  }
}
