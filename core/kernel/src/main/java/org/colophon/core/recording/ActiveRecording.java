// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.recording;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.colophon.core.error.ColophonException;

/**
 * Mark of an active recording. It is published with the reporter's first sink and removed at the
 * recording's end. It remains if the recorder dies or its kernel fails. Any thread.
 */
public final class ActiveRecording {
  private static final Logger LOG = System.getLogger(ActiveRecording.class.getName());

  private final Marks marks;
  private final String source = RecordingMark.newSource();
  private RecordingMark mark;
  private boolean isPublished;
  private volatile boolean needsRoot;

  /** Storage of marks. */
  public interface Marks {
    /** Publishes a mark, or a changed one. */
    void publish(String source, RecordingMark mark);

    /** Removes a mark. */
    void remove(String source);

    /** Reports that the recording failed after its first report; its mark remains. */
    default void failed(String source, RecordingMark mark) {}
  }

  /** Constructs a recording that has not begun. */
  public ActiveRecording(Marks marks, RecordingMark mark) {
    this.marks = marks;
    this.mark = mark;
    this.needsRoot = mark.coverage() == Coverage.PROCESSES;
  }

  /** Called when the reporter requests a sink. */
  public synchronized void began() {
    if (!isPublished) {
      publish(mark);
    }
  }

  /** Called when the reporter requests the position of its source. */
  public synchronized void resumes() {
    needsRoot = false;
    if (mark.coverage() != Coverage.NOTHING) {
      publish(mark.resumable());
    }
  }

  /** Called when the reporter declares a process; the first one is the root. */
  public void declared(long process) {
    if (needsRoot) {
      rootedAt(process);
    }
  }

  private synchronized void rootedAt(long process) {
    if (needsRoot) {
      needsRoot = false;
      publish(mark.withRoot(process));
    }
  }

  private void publish(RecordingMark changed) {
    marks.publish(source, changed);
    mark = changed;
    isPublished = true;
  }

  /**
   * Called when the reporter ended.
   *
   * @param isLost true if it failed after its first report
   */
  public synchronized void ended(boolean isLost) {
    if (!isPublished) {
      return;
    }
    try {
      if (isLost && mark.coverage() != Coverage.NOTHING) {
        marks.failed(source, mark);
      } else {
        marks.remove(source);
      }
    } catch (ColophonException e) { // the kernel failed or is closed: the next one finds the mark
      LOG.log(Level.DEBUG, "the mark of " + mark.name() + " stays", e);
    }
  }
}
