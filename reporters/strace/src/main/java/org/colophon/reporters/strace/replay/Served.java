package org.colophon.reporters.strace.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What a mirror has reported of calls whose lines have not come yet, by the thread that calls. A
 * mirror notes it, on any thread, before the call returns; the replay takes it when the line comes.
 */
public final class Served {
  private final Map<Integer, Note> notes = new ConcurrentHashMap<>();

  /**
   * Of one call.
   *
   * @param isReported its change of names, length or attributes was reported
   * @param opened the objects that were opened, in order
   */
  private record Note(boolean isReported, List<Long> opened) {
    Note alsoOpened(long object) {
      List<Long> more = new ArrayList<>(opened);
      more.add(object);
      return new Note(isReported, more);
    }
  }

  /** The call that the thread is in opened an object. */
  public void opened(int task, long object) {
    notes.merge(task, new Note(false, List.of(object)), (note, more) -> note.alsoOpened(object));
  }

  /** What the call that the thread is in does to names, lengths or attributes was reported. */
  public void reported(int task) {
    notes.merge(task, new Note(true, List.of()), (note, more) -> new Note(true, note.opened));
  }

  boolean isReported(int task) {
    Note note = notes.get(task);
    return note != null && note.isReported;
  }

  /** What the thread's call opened last, 0 if nothing. */
  long lastOpened(int task) {
    List<Long> all = opened(task);
    return all.isEmpty() ? 0 : all.get(all.size() - 1);
  }

  List<Long> opened(int task) {
    Note note = notes.get(task);
    return note == null ? List.of() : note.opened;
  }

  /** The thread's call is over. */
  void clear(int task) {
    if (!notes.isEmpty()) {
      notes.remove(task);
    }
  }

  /** What one thread called goes on as another's. */
  void move(int from, int to) {
    Note note = notes.remove(from);
    if (note != null) {
      notes.put(to, note);
    }
  }
}
