// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.fuse;

import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;

/** Operations on files that cause a few requests of FUSE each. */
enum FileRequest {
  ABSENT("look up an absent file: LOOKUP", calls -> {}, FileCalls::expectAbsent),
  STATUS("get a status: GETATTR", calls -> calls.create(1), (calls, i) -> calls.status(0)),
  OPEN("open to read, close: OPEN, RELEASE", calls -> calls.create(1), (calls, i) -> calls.open(0)),
  CREATE("create, close: LOOKUP, CREATE, FLUSH, RELEASE", calls -> {}, FileCalls::createOne),
  WRITE("write 4 KiB: WRITE", FileCalls::openToWrite, FileCalls::write),
  READ("read 4 KiB, not cached: READ", FileCalls::openToRead, FileCalls::read),
  MODE("change a mode: SETATTR", calls -> calls.create(1), (calls, i) -> calls.setMode(0, i)),
  RENAME("rename: LOOKUP, RENAME", FileCalls::createAll, FileCalls::rename),
  REMOVE("remove a file: UNLINK, FORGET", FileCalls::createAll, FileCalls::remove),
  MAKE("make a directory: LOOKUP, MKDIR", calls -> {}, FileCalls::makeDirectory),
  LIST(
      "list 100 files: OPENDIR, READDIR, RELEASEDIR",
      calls -> calls.create(100),
      (calls, i) -> calls.list());

  /** The operation, and the requests that it causes if Linux has cached the directory. */
  final String title;

  /** Prepares repetitions in an empty directory. Not measured. */
  final Consumer<FileCalls> prepare;

  /** Performs the operation with a number from 0 on. */
  final ObjIntConsumer<FileCalls> repeat;

  FileRequest(String title, Consumer<FileCalls> prepare, ObjIntConsumer<FileCalls> repeat) {
    this.title = title;
    this.prepare = prepare;
    this.repeat = repeat;
  }
}
