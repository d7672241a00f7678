// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.fuse;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;

/**
 * An operation on files that causes a few requests of FUSE.
 *
 * @param title the operation, and its requests if Linux has cached the directory
 * @param prepare prepares repetitions in an empty directory; not measured
 * @param repeat performs the operation with a number from 0 on
 */
record FileRequest(String title, Consumer<FileCalls> prepare, ObjIntConsumer<FileCalls> repeat) {
  static List<FileRequest> all() {
    return List.of(
        new FileRequest("look up an absent file: LOOKUP", calls -> {}, FileCalls::expectAbsent),
        new FileRequest(
            "get a status: GETATTR", FileCalls::createOne, (calls, i) -> calls.status(0)),
        new FileRequest(
            "open to read, close: OPEN, RELEASE",
            FileCalls::createOne,
            (calls, i) -> calls.open(0)),
        new FileRequest(
            "create, close: LOOKUP, CREATE, FLUSH, RELEASE", calls -> {}, FileCalls::create),
        new FileRequest("write 4 KiB: WRITE", FileCalls::openToWrite, FileCalls::write),
        new FileRequest("read 4 KiB, not cached: READ", FileCalls::openToRead, FileCalls::read),
        new FileRequest(
            "change a mode: SETATTR", FileCalls::createOne, (calls, i) -> calls.setMode(0, i)),
        new FileRequest("rename: LOOKUP, RENAME", FileCalls::createAll, FileCalls::rename),
        new FileRequest("remove a file: UNLINK, FORGET", FileCalls::createAll, FileCalls::remove),
        new FileRequest("make a directory: LOOKUP, MKDIR", calls -> {}, FileCalls::makeDirectory),
        new FileRequest(
            "list files: OPENDIR, READDIR, RELEASEDIR",
            FileCalls::createHundred,
            (calls, i) -> calls.list()));
  }
}
