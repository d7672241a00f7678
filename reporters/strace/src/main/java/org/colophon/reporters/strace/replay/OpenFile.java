package org.colophon.reporters.strace.replay;

import org.colophon.core.model.Bytes;

/**
 * Target of a descriptor: the kernel's open file description, shared by copies of the descriptor.
 */
final class OpenFile {
  /** The object that reads use; 0 if none. */
  long read;

  /** The object that writes use; 0 if none. */
  long write;

  /** The path when opened, null if none; a directory's path follows renames. */
  Bytes path;

  /** Name of a file without path; null if none. */
  Bytes label;

  /** Generated name of an unknown directory; null until needed. */
  Bytes unknownFolder;

  /** The first process inherited it; nothing else is known. */
  boolean isInherited;

  /** Opened for writing, so that a shared mapping may become writable. */
  boolean isWritable;

  /** A pipe, socket or terminal, whose content is never truncated. */
  final boolean isStream;

  /** A mirror reports its reads and writes. */
  boolean isMirrored;

  /** The socket's state; null if it is not a socket. */
  SocketEnd socket;

  /** The process of a pidfd; 0 if it is not one. */
  int pid;

  /** The dynamic loader maps it as code. */
  boolean isLibrary;

  /** The last rename applied to the path. */
  long movedAt;

  private OpenFile(long read, long write, Bytes path, boolean isStream) {
    this.read = read;
    this.write = write;
    this.path = path;
    this.isStream = isStream;
  }

  static OpenFile file(long object, Bytes path) {
    return new OpenFile(object, object, path, false);
  }

  /** Creates a file without a name. */
  static OpenFile unnamed(long object, Bytes label) {
    OpenFile file = file(object, null);
    file.label = label;
    return file;
  }

  /** Creates a file that the first process inherited; it becomes an object when used. */
  static OpenFile inherited(Bytes label) {
    OpenFile file = stream(0, 0, null);
    file.label = label;
    file.isInherited = true;
    return file;
  }

  static OpenFile mirrored(long object, Bytes path) {
    OpenFile file = file(object, path);
    file.isMirrored = true;
    return file;
  }

  static OpenFile stream(long read, long write, Bytes path) {
    return new OpenFile(read, write, path, true);
  }

  /** Creates a target without data: directory, event counter, ... */
  static OpenFile nothing(Bytes path) {
    return new OpenFile(0, 0, path, false);
  }

  static OpenFile socket(SocketEnd end) {
    OpenFile file = new OpenFile(0, 0, null, true);
    file.socket = end;
    return file;
  }

  /** Returns whether it only marks a path: a directory, or opened with O_PATH. */
  boolean isMark() {
    return !isStream && read == 0 && path != null;
  }

  boolean leadsTo(long object) {
    return read == object || write == object;
  }
}
