package org.colophon.core.recording;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.colophon.core.error.ColophonException;

/**
 * The mark of a recording under way. It is published with the reporter's first sink and removed at
 * the recording's end; a recorder that dies in between, or whose kernel failed, leaves it. Any
 * thread.
 */
public final class ActiveRecording {
  private static final Logger LOG = System.getLogger(ActiveRecording.class.getName());

  private final Marks marks;
  private final String source = RecordingMark.newSource();
  private RecordingMark mark;
  private boolean isPublished;
  private volatile boolean needsRoot;

  /** Where marks are kept. */
  public interface Marks {
    /** Publishes a mark, or a changed one. */
    void publish(String source, RecordingMark mark);

    /** Removes a mark. */
    void remove(String source);

    /** The recording failed after it had reported something; its mark stands. */
    default void lost(String source, RecordingMark mark) {}
  }

  /** A recording that has not begun. */
  public ActiveRecording(Marks marks, RecordingMark mark) {
    this.marks = marks;
    this.mark = mark;
    this.needsRoot = mark.coverage() == Coverage.PROCESSES;
  }

  /** The reporter asked for a sink. */
  public synchronized void began() {
    if (!isPublished) {
      publish(mark);
    }
  }

  /** The reporter asked where its source was left. */
  public synchronized void resumes() {
    needsRoot = false;
    if (mark.coverage() != Coverage.NOTHING) {
      publish(mark.resumable());
    }
  }

  /** The reporter declared a process; the first one is the root of those it watches. */
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
   * The reporter ended.
   *
   * @param isLost whether it failed after it had reported something
   */
  public synchronized void ended(boolean isLost) {
    if (!isPublished) {
      return;
    }
    try {
      if (isLost && mark.coverage() != Coverage.NOTHING) {
        marks.lost(source, mark);
      } else {
        marks.remove(source);
      }
    } catch (ColophonException e) { // the kernel failed or is closed: the next one finds the mark
      LOG.log(Level.DEBUG, "the mark of " + mark.name() + " stays", e);
    }
  }
}
