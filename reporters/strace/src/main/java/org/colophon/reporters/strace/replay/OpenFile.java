package org.colophon.reporters.strace.replay;

import org.colophon.core.model.Bytes;

/**
 * What a descriptor leads to: the kernel's open file description. Shared by all descriptors that
 * were copied from one another, in any process.
 */
final class OpenFile {
  /** What a read takes from, 0 if nothing that carries data. */
  long read;

  /** What a write goes to, 0 if nothing that carries data. */
  long write;

  /** Where it was opened, null if it has no path; a folder's path follows renames. */
  Bytes path;

  /** What to call a file that has no path, null if there is nothing to say. */
  Bytes label;

  /** What to call a folder of which nothing is known, null as long as nobody has asked. */
  Bytes unknownFolder;

  /** The first process had it from before; nothing more is known of it. */
  boolean isInherited;

  /** It was opened for writing: a shared mapping of it can be made writable at any time. */
  boolean isWritable;

  /** A pipe, socket or terminal: its content is never cut off. */
  final boolean isStream;

  /** A neighbour reports what is read from it and written to it. */
  boolean isMirrored;

  /** The socket's state, null if it is none. */
  SocketEnd socket;

  /** The process that a pidfd stands for, 0 if it is none. */
  int pid;

  /** The dynamic loader maps it as code. */
  boolean isLibrary;

  /** The last rename that was applied to the path; the file may be in many tables. */
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

  /** A file that has no name, or none any more. */
  static OpenFile unnamed(long object, Bytes label) {
    OpenFile file = file(object, null);
    file.label = label;
    return file;
  }

  /** What the first process had open before; what it leads to is made up when it is used. */
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

  /** A folder, device without data, event counter, ... */
  static OpenFile nothing(Bytes path) {
    return new OpenFile(0, 0, path, false);
  }

  static OpenFile socket(SocketEnd end) {
    OpenFile file = new OpenFile(0, 0, null, true);
    file.socket = end;
    return file;
  }

  /** Whether it only marks a place: opened with O_PATH, or a folder. */
  boolean isMark() {
    return !isStream && read == 0 && path != null;
  }

  boolean leadsTo(long object) {
    return read == object || write == object;
  }
}
