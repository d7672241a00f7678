// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.state;

import org.colophon.core.model.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Target of a descriptor: an open file description of Linux, which copies of the descriptor share.
 */
public final class OpenFile {
  /** The object to which reads refer; 0 if none. */
  public long read;

  /** The object to which writes refer; 0 if none. */
  public long write;

  /** The path at the time of the open; null if none. Renames update the path of a directory. */
  public @Nullable Bytes path;

  /** Name of a file without path; empty if none. */
  public Bytes label = Bytes.EMPTY;

  /** Generated name of an unknown directory; empty until needed. */
  public Bytes unknownDirectory = Bytes.EMPTY;

  /** True if the first process inherited the file and nothing else is known. */
  public boolean isInherited;

  /** True if the file is open for writing, so that a shared mapping may become writable. */
  public boolean isWritable;

  /** True for a pipe, socket or terminal, whose content is never truncated. */
  public final boolean isStream;

  /** True if a mirror reports changes of the file's names, length and attributes. */
  public boolean isMirrored;

  /** True if a mirror reports the reads and writes of the file. */
  public boolean hasMirroredData;

  /** The state of the socket; null for other files. */
  public @Nullable SocketEnd socket;

  /** The process of a pidfd; 0 for other files. */
  public int pid;

  /** True if the dynamic loader maps the file as code. */
  public boolean isLibrary;

  /** True if a process has listed the directory, so that the read is recorded. */
  public boolean isListed;

  /** Offset of the next read or write; -1 if unknown. */
  public long position = -1;

  /** True if each write begins at the end of the file. */
  public boolean isAppending;

  /** Number of calls of its users that have begun and not ended. */
  public int moves;

  /** Number of the last rename that was applied to the path. */
  public long movedAt;

  private OpenFile(long read, long write, @Nullable Bytes path, boolean isStream) {
    this.read = read;
    this.write = write;
    this.path = path;
    this.isStream = isStream;
  }

  public static OpenFile file(long object, @Nullable Bytes path) {
    return new OpenFile(object, object, path, false);
  }

  /** Creates a file without a name. */
  public static OpenFile unnamed(long object, Bytes label) {
    OpenFile file = file(object, null);
    file.label = label;
    return file;
  }

  /** Creates a file that the first process inherited. It becomes an object at its first use. */
  public static OpenFile inherited(Bytes label) {
    OpenFile file = stream(0, 0, null);
    file.label = label;
    file.isInherited = true;
    return file;
  }

  /**
   * Creates a file of a mirror.
   *
   * @param isUnseen whether the mirror does not see reads and writes, or may not
   */
  public static OpenFile mirrored(long object, @Nullable Bytes path, boolean isUnseen) {
    OpenFile file = file(object, path);
    file.isMirrored = true;
    file.hasMirroredData = !isUnseen;
    return file;
  }

  public static OpenFile stream(long object) {
    return stream(object, object, null);
  }

  public static OpenFile stream(long read, long write, @Nullable Bytes path) {
    return new OpenFile(read, write, path, true);
  }

  /** Creates a target without data, such as a directory or an event counter. */
  public static OpenFile nothing(@Nullable Bytes path) {
    return new OpenFile(0, 0, path, false);
  }

  public static OpenFile socket(SocketEnd end) {
    OpenFile file = new OpenFile(0, 0, null, true);
    file.socket = end;
    return file;
  }

  /** Returns the path of a directory or of a file opened with O_PATH; null for a file with data. */
  public @Nullable Bytes mark() {
    return isStream || read != 0 ? null : path;
  }

  public boolean leadsTo(long object) {
    return read == object || write == object;
  }
}
