// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.content;

import org.agrona.collections.LongHashSet;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.encoding.FileDigest;
import org.colophon.core.model.encoding.FileIdentity;
import org.colophon.core.model.encoding.FileState;
import org.colophon.reporters.replay.state.HostProbe;
import org.colophon.reporters.replay.state.OpenFile;
import org.colophon.reporters.replay.state.TimedSink;
import org.jspecify.annotations.Nullable;

/**
 * Attaches states to files: at their first open in a trace, and at the end of the trace if they
 * were written. If the first state in a trace differs from the last state of an earlier trace, the
 * file was changed without being recorded.
 *
 * <p>The status is read some time after the call. If a file has changed since the start of this
 * trace, a traced process may have changed it. So its state is not compared.
 */
public final class FileChanges {
  private static final int MAX_WRITTEN = 1 << 16;
  private static final Bytes PROC = Bytes.of("/proc/");
  private static final Bytes SYS = Bytes.of("/sys/");

  private final TimedSink report;
  private final HostProbe probe;
  private final String host;
  private final long oldNanos;

  /** Digests to attach at the end; null for none. */
  private @Nullable FileDigests digests;

  /** Contents that inspectors read; null for none. */
  private @Nullable TracedContents contents;

  /** Objects of files opened for writing, by current path. */
  private final PathMap<Long> written = new PathMap<>();

  /** Objects of files that were opened for writing in this trace. */
  private final LongHashSet changed = new LongHashSet(0);

  /**
   * Creates the changes of a trace.
   *
   * @param host this host's id
   * @param oldNanos wall-clock time before which files are older than the trace
   */
  public FileChanges(TimedSink report, HostProbe probe, String host, long oldNanos) {
    this.report = report;
    this.host = host;
    this.probe = probe;
    this.oldNanos = oldNanos;
  }

  /** Sets the digests to attach at the end. */
  public void setDigests(FileDigests given) {
    digests = given;
  }

  /** Sets the contents that inspectors read. */
  public void setContents(TracedContents given) {
    contents = given;
  }

  /**
   * Returns whether nothing has changed a file or its names since the trace began. Linux records
   * the time of such changes. So the status is the one that the file had when it was opened.
   */
  public boolean isUnchanged(HostProbe.Status status) {
    return status.state() != null && status.state().changedNanos() < oldNanos;
  }

  /**
   * Called when a file is used for the first time, with a status that was read later at its path.
   *
   * @param isSame whether the status has the identity of the object, which the call does not write
   */
  public void seen(Bytes path, long object, HostProbe.Status status, boolean isSame) {
    FileState state = status.state();
    if (state != null && (isSame || isUnchanged(status))) {
      opened(path, object, state);
    }
  }

  /**
   * Called when a file is opened for the first time, with the state that it had then. Its names may
   * have changed in this trace, but its content has not.
   */
  public void opened(Bytes path, long object, FileState state) {
    boolean isUnchanged = state.changedNanos() < oldNanos;
    boolean isUnwritten =
        state.modifiedNanos() < oldNanos
            && changed.size() < MAX_WRITTEN
            && !changed.contains(object);
    if (hasState(path) && (isUnchanged || isUnwritten)) {
      compare(path, object, state);
      if (digests != null && isUnchanged) {
        digests.seen(path, object, state);
      }
    }
  }

  /** Begins a version if the content of a file with other times differs. */
  private void compare(Bytes path, long object, FileState state) {
    FileDigest before = report.sink.digestBefore(object, state);
    FileDigest now = before == null || digests == null ? null : digests.now(path, object, state);
    if (digests == null || now == null) {
      report.sink.extend(0, object, FileState.SEEN, state.bytes(), report.nowNanos);
    } else {
      if (!now.equals(before)) {
        report.sink.cut(Phase.WHOLE, 0, object, report.nowNanos);
      }
      report.sink.extend(0, object, FileState.TYPE, state.bytes(), report.nowNanos);
      digests.attach(object, now, report.nowNanos);
    }
  }

  /** Returns false for files whose content is generated at each read. */
  private static boolean hasState(Bytes path) {
    return !path.startsWith(PROC) && !path.startsWith(SYS);
  }

  /** Marks a file as open for writing. */
  public void openForWriting(OpenFile file) {
    if (!file.isWritable && !file.isStream && !file.isMirrored && file.path != null) {
      written(file.path, file.write);
    }
    file.isWritable = true;
  }

  /** Called when a file was opened for writing, or truncated. */
  public void written(Bytes path, long object) {
    if (contents != null) {
      contents.openedForWriting(path, object);
    }
    if (object != 0 && changed.size() < MAX_WRITTEN) {
      changed.add(object);
    }
    if (object != 0 && written.size() < MAX_WRITTEN && hasState(path)) {
      written.put(path, object);
    }
  }

  /** Called when a name was moved, together with all names below it. */
  public void moved(Bytes from, Bytes to, boolean exchanges) {
    if (!written.isEmpty()) {
      written.move(from, to, exchanges);
    }
  }

  /** Called when a file got another name. */
  public void linked(Bytes from, Bytes to) {
    Long object = written.get(from);
    if (object != null) {
      written(to, object);
    }
  }

  /** Called when a name was removed. */
  public void removed(Bytes path) {
    written.remove(path);
  }

  /**
   * Attaches the identities and states of written files after the last line, once for each file.
   */
  public void finish() {
    LongHashSet files = new LongHashSet(0);
    written.values().removeIf(object -> !files.add(object.longValue()));
    written.forEach((path, object) -> finish(path, object, probe.status(path)));
    if (digests != null) {
      digests.finish(written, oldNanos, report.nowNanos);
    }
    written.clear();
  }

  private void finish(Bytes path, long object, HostProbe.@Nullable Status status) {
    if (status == null || status.state() == null) {
      return;
    }
    FileIdentity identity = status.identity();
    if (identity.isUnique() && report.sink.isBound(path, object)) {
      report.objectAt(path, ObjectKind.FILE, identity.ofHost(host));
    }
    report.sink.extend(0, object, FileState.TYPE, status.state().bytes(), report.nowNanos);
  }
}
