// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.jnr;

import java.util.ArrayList;
import java.util.List;
import jnr.ffi.Memory;
import jnr.ffi.Runtime;
import jnr.ffi.Struct;
import org.colophon.reporters.common.os.Os;
import org.colophon.reporters.fuse.mirror.Mirror;
import org.colophon.reporters.fuse.transport.ServingOptions;
import ru.serce.jnrfuse.struct.FuseOperations;

/**
 * The functions that libfuse calls. Absent are those that Linux or libfuse replaces: locks, {@code
 * access}, {@code ioctl}, {@code poll}.
 */
// The inherited type String hides that of Java.
final class OperationTable extends FuseOperations {
  /** Performs an operation on a thread of the transport; returns its result. */
  interface Performer {
    int perform(java.lang.String counter, Workers.Operation operation);
  }

  private interface Call1 {
    int call(Worker worker, long a);
  }

  private interface Call2 {
    int call(Worker worker, long a, long b);
  }

  private interface Call3 {
    int call(Worker worker, long a, long b, long c);
  }

  private interface Call4 {
    int call(Worker worker, long a, long b, long c, long d);
  }

  private interface Call5 {
    int call(Worker worker, long a, long b, long c, long d, long e);
  }

  // Bits of the first byte of the flags, although jnr-fuse has a byte for each.
  private static final int NULL_PATH_OK = 1;
  private static final int NO_PATH = 2;
  private static final int UTIME_OMIT_OK = 4;

  // Fields and bits of struct fuse_conn_info.
  private static final int CAPABLE = 20;
  private static final int WANT = 24;
  private static final int ATOMIC_TRUNCATE = 1 << 3;
  private static final int BIG_WRITES = 1 << 5;
  private static final int DONT_MASK = 1 << 6;
  private static final int WANTED = ATOMIC_TRUNCATE | BIG_WRITES | DONT_MASK;

  /** Keeps the functions reachable, because libfuse has only their addresses. */
  private final List<Object> functions = new ArrayList<>();

  private final Performer performer;

  OperationTable(Os os, Mirror mirror, ServingOptions options, Performer performer) {
    super(Runtime.getSystemRuntime());
    this.performer = performer;
    useMemory(Memory.allocateDirect(getRuntime(), Struct.size(this), true));
    int flags = NULL_PATH_OK | NO_PATH | UTIME_OMIT_OK;
    Struct.getMemory(this).putByte(flag_nullpath_ok.offset(), (byte) flags);
    put(init, Callbacks.Initializer.class, OperationTable::negotiate);
    KeptNodes nodes = new KeptNodes(mirror);
    setNames(new NameCalls(os, mirror, nodes));
    setAttributes(new AttributeCalls(os, mirror, nodes));
    setFiles(new FileCalls(mirror, nodes, options.seesCloses()));
  }

  /** Requests features; returns no data. */
  private static long negotiate(long connection) {
    int capable = Libfuse.MEMORY.getInt(connection + CAPABLE);
    int want = Libfuse.MEMORY.getInt(connection + WANT);
    Libfuse.MEMORY.putInt(connection + WANT, want | (capable & WANTED));
    return 0;
  }

  private void setNames(NameCalls names) {
    put(mknod, "creations", names::makeNode);
    put(mkdir, "creations", names::makeDirectory);
    put(symlink, "creations", names::makeLink);
    put(unlink, "removals", names::unlink);
    put(rmdir, "removals", names::removeDirectory);
    put(rename, "renamesAndLinks", names::rename);
    put(link, "renamesAndLinks", names::link);
    put(readlink, "attributeReads", names::readLink);
  }

  private void setAttributes(AttributeCalls attributes) {
    put(getattr, "statuses", attributes::status);
    put(fgetattr, "statuses", attributes::statusOfFile);
    put(statfs, "statuses", attributes::fileSystem);
    put(chmod, "attributeChanges", attributes::mode);
    put(chown, "attributeChanges", attributes::owner);
    put(utimens, "attributeChanges", attributes::times);
    put(truncate, "attributeChanges", attributes::resize);
    put(ftruncate, "attributeChanges", attributes::resizeFile);
    put(setxattr, "attributeChanges", attributes::set);
    put(removexattr, "attributeChanges", attributes::remove);
    put(getxattr, "attributeReads", attributes::get);
    put(listxattr, "attributeReads", attributes::list);
  }

  private void setFiles(FileCalls files) {
    put(open, "opens", files::open);
    put(create, "creations", files::create);
    put(read, CallCounts.READS, files::read);
    put(write, CallCounts.WRITES, files::write);
    put(flush, "flushes", files::flush);
    put(release, "releases", files::release);
    put(fsync, "syncs", files::sync);
    put(fallocate, "otherRequests", files::allocate);
    put(opendir, "listings", files::openDirectory);
    put(readdir, "listings", files::list);
    put(releasedir, "listings", files::release);
    put(fsyncdir, "syncs", files::sync);
  }

  private <T> void put(Func<?> member, Class<T> form, T function) {
    functions.add(function);
    Struct.getMemory(this)
        .putPointer(
            member.offset(), getRuntime().getClosureManager().getClosurePointer(form, function));
  }

  private void put(Func<?> member, java.lang.String counter, Call1 call) {
    put(
        member,
        Callbacks.One.class,
        a -> performer.perform(counter, worker -> call.call(worker, a)));
  }

  private void put(Func<?> member, java.lang.String counter, Call2 call) {
    put(
        member,
        Callbacks.Two.class,
        (a, b) -> performer.perform(counter, worker -> call.call(worker, a, b)));
  }

  private void put(Func<?> member, java.lang.String counter, Call3 call) {
    put(
        member,
        Callbacks.Three.class,
        (a, b, c) -> performer.perform(counter, worker -> call.call(worker, a, b, c)));
  }

  private void put(Func<?> member, java.lang.String counter, Call4 call) {
    put(
        member,
        Callbacks.Four.class,
        (a, b, c, d) -> performer.perform(counter, worker -> call.call(worker, a, b, c, d)));
  }

  private void put(Func<?> member, java.lang.String counter, Call5 call) {
    put(
        member,
        Callbacks.Five.class,
        (a, b, c, d, e) -> performer.perform(counter, worker -> call.call(worker, a, b, c, d, e)));
  }
}
