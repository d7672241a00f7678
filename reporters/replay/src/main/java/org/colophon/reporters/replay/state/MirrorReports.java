// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.state;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Operations that a mirror reported for calls whose lines have not arrived, by thread. The mirror
 * adds an operation on any thread before the call returns. The replay reads it when the line
 * arrives.
 */
public final class MirrorReports {
  private final Map<Integer, Note> notes = new ConcurrentHashMap<>();

  /**
   * Reported operations of one call.
   *
   * @param isReported whether the call's change of names, length or attributes was reported
   * @param opened the opened objects, in order
   * @param isUnseen whether the mirror does not see the accesses of the last opened file
   */
  private record Note(boolean isReported, List<Long> opened, boolean isUnseen) {
    Note alsoOpened(long object, boolean isUnseen) {
      List<Long> more = new ArrayList<>(opened);
      more.add(object);
      return new Note(isReported, more, isUnseen);
    }
  }

  /**
   * Called when the thread's current call has opened an object.
   *
   * @param isUnseen whether the mirror does not see reads and writes of the opened file
   */
  public void opened(int task, long object, boolean isUnseen) {
    notes.merge(
        task,
        new Note(false, List.of(object), isUnseen),
        (note, more) -> note.alsoOpened(object, isUnseen));
  }

  /** Called when the effect of the thread's current call was reported. */
  public void reported(int task) {
    notes.merge(
        task,
        new Note(true, List.of(), false),
        (note, more) -> new Note(true, note.opened, note.isUnseen));
  }

  public boolean isReported(int task) {
    Note note = notes.get(task);
    return note != null && note.isReported;
  }

  /** Returns the last object that the call opened; 0 if none. */
  public long lastOpened(int task) {
    List<Long> all = opened(task);
    return all.isEmpty() ? 0 : all.get(all.size() - 1);
  }

  /** Returns whether the mirror does not see the accesses of the last opened file. */
  public boolean isLastUnseen(int task) {
    Note note = notes.get(task);
    return note != null && note.isUnseen;
  }

  public List<Long> opened(int task) {
    Note note = notes.get(task);
    return note == null ? List.of() : note.opened;
  }

  public void clear(int task) {
    if (!notes.isEmpty()) {
      notes.remove(task);
    }
  }

  /** Moves the operations of a call to another thread id. */
  public void move(int from, int to) {
    Note note = notes.remove(from);
    if (note != null) {
      notes.put(to, note);
    }
  }
}
