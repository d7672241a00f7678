// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.touched;

import org.colophon.core.model.Bytes;

/**
 * A file and a run's effect on the file.
 *
 * @param path the name at the end of the run; for a removed file, the last name
 * @param object the global id of the object at the path; for a removed file, of the removed object
 * @param before the name before the run moved the file; empty if the run did not move it
 * @param readBytes number of bytes that the run read from the file
 * @param writtenBytes number of bytes that the run wrote into the file
 */
public record TouchedFile(
    Effect effect, Bytes path, long object, Bytes before, long readBytes, long writtenBytes) {
  /** Kinds of effect, the strongest first. */
  public enum Effect {
    CREATED,
    /** The file's content or attributes changed, or another object replaced the file. */
    CHANGED,
    MOVED,
    REMOVED,
    READ,
    /** The run looked for the path, but found no file. */
    ABSENT
  }
}
