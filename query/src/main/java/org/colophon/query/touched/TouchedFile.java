package org.colophon.query.touched;

import org.colophon.core.model.Bytes;

/**
 * A file and the effect that a run had on it.
 *
 * @param path its name at the end of the run; for a removed file its last name
 * @param object the global id of the object at the path; for a removed file its former object
 * @param before its name before the run moved it; empty unless moved
 * @param readBytes bytes that the run read from it
 * @param writtenBytes bytes that the run wrote into it
 */
public record TouchedFile(
    Effect effect, Bytes path, long object, Bytes before, long readBytes, long writtenBytes) {
  /** Effects, the strongest first. */
  public enum Effect {
    CREATED,
    /** The file's content, attributes or object changed. */
    CHANGED,
    MOVED,
    REMOVED,
    READ
  }
}
