// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.call;

import org.colophon.reporters.replay.content.FileChanges;
import org.colophon.reporters.replay.identity.FileIdentities;
import org.colophon.reporters.replay.state.HostProbe;
import org.colophon.reporters.replay.state.MirrorReports;
import org.colophon.reporters.replay.state.Task;
import org.colophon.reporters.replay.state.TaskTable;
import org.colophon.reporters.replay.syscall.SystemCall;

/** Routes each call to its handler. */
public final class CallRouter {
  public final ProcessCalls processes;
  public final DataCalls data;

  /** States and digests of files, which are attached after the last call. */
  public final FileChanges changes;

  private final DescriptorCalls descriptors;
  private final OpenCalls opens;
  private final NameCalls names;
  private final MemoryCalls memory;
  private final SocketCalls sockets;
  private final ProcessEffects effects;
  private final AccessReporter report;
  private boolean hasLookups;

  public CallRouter(
      AccessReporter report,
      TaskTable tasks,
      MirrorReports mirrorReports,
      ReplaySettings settings) {
    this.report = report;
    HostProbe probe = settings.probe();
    String host = settings.host();
    FileIdentities identities = new FileIdentities(report, probe, host, settings.oldNanos());
    changes = identities.changes;
    OpenFiles files = new OpenFiles(report, identities, settings);
    PathResolver paths = new PathResolver(probe, tasks);
    descriptors = new DescriptorCalls(report, files);
    DatabaseConnections databases = new DatabaseConnections(report, host);
    data = new DataCalls(report, changes, descriptors, databases);
    names = new NameCalls(report, identities, paths, descriptors, tasks, mirrorReports, probe);
    opens = new OpenCalls(report, files, names, descriptors, tasks, mirrorReports, probe);
    effects = new ProcessEffects(report, descriptors, names, tasks, host);
    processes =
        new ProcessCalls(
            report, files, names, descriptors, tasks, mirrorReports, settings, effects);
    memory = new MemoryCalls(report, descriptors);
    sockets = new SocketCalls(report, names, descriptors, data, databases, probe);
  }

  /** Records directory listings and absent files as inputs. */
  public void setLookups(boolean wanted) {
    hasLookups = wanted;
  }

  /**
   * Begins a call of a thread. Reports the log records that the thread's program wrote before the
   * call.
   */
  public void enter(Task task) {
    processes.setThread(task);
    if (task.process.hasLog) {
      report.logs.advance(descriptors.traced(task), report.logNanos, report.sink);
    }
  }

  /** Handles the start of a call, if lines of other threads follow before its end. */
  public void begin(Task task, SystemCall call) {
    switch (call.type) {
      case CLOSE -> descriptors.begin(task, call);
      case LSEEK -> data.beginSeek(task, call);
      case OPEN, OPENAT, OPENAT2, CREAT, TRUNCATE, FTRUNCATE -> opens.begin(task, call);
      case CONNECT, SENDTO, SENDMSG, SENDMMSG, RECVFROM, RECVMSG, RECVMMSG ->
          sockets.begin(task, call);
      case IOCTL -> {
        if (clones(call)) {
          data.begin(task, call);
        }
      }
      default -> {
        if (DataCalls.moves(call.type)) {
          data.begin(task, call);
        }
      }
    }
  }

  /** Handles a call that has returned or failed, or whose process has died. */
  public void end(Task task, SystemCall call) {
    if (hasLookups && call.failed) {
      opens.lookUp(task, call);
    }
    switch (call.type) {
      case READ, PREAD64, READV, PREADV, PREADV2, WRITE, PWRITE64, WRITEV, PWRITEV, PWRITEV2 ->
          data.end(task, call);
      case COPY_FILE_RANGE, SENDFILE, SPLICE, TEE, FALLOCATE -> data.end(task, call);
      case MQ_TIMEDSEND, MQ_TIMEDRECEIVE -> data.end(task, call);
      case VMSPLICE -> data.vmsplice(task, call);
      case OPEN, OPENAT, OPENAT2, OPEN_BY_HANDLE_AT, OPEN_TREE, CREAT -> opens.handle(task, call);
      case TRUNCATE, FTRUNCATE -> opens.handle(task, call);
      case GETDENTS -> opens.list(task, call);
      case MMAP, MUNMAP, MREMAP, MPROTECT, SHMAT, SHMDT, MSGSND, MSGRCV, MQ_OPEN ->
          memory.handle(task, call);
      default -> endRarer(task, call);
    }
  }

  private void endRarer(Task task, SystemCall call) {
    switch (call.type) {
      case CLOSE, CLOSE_RANGE, DUP, DUP2, DUP3, FCNTL, PIPE, PIPE2, MEMFD_CREATE ->
          descriptors.handle(task, call);
      case EVENTFD, EVENTFD2, TIMERFD_CREATE, EPOLL_CREATE, EPOLL_CREATE1, USERFAULTFD ->
          descriptors.handle(task, call);
      case SIGNALFD, SIGNALFD4, INOTIFY_INIT, INOTIFY_INIT1 -> descriptors.handle(task, call);
      case SOCKET, SOCKETPAIR, BIND, CONNECT, LISTEN, ACCEPT, ACCEPT4, GETSOCKNAME, OWN_ADDRESS ->
          sockets.handle(task, call);
      case SENDTO, SENDMSG, SENDMMSG, RECVFROM, RECVMSG, RECVMMSG -> sockets.move(task, call);
      case EXECVE, EXECVEAT -> exec(task, call);
      case IOCTL -> control(task, call);
      case IO_SUBMIT -> data.submit(task, call);
      case LSEEK -> data.seek(task, call);
      case STAT, NEWFSTATAT -> {
        // Only failures matter.
      }
      case EXIT -> {
        // The end of the thread follows.
      }
      case EXIT_GROUP -> processes.exitGroup(task, call);
      case KILL, TKILL, TGKILL, RT_SIGQUEUEINFO, RT_TGSIGQUEUEINFO, PTRACE, SETNS, UNSHARE ->
          effects.handle(task, call);
      case PIDFD_OPEN, PIDFD_GETFD, PIDFD_SEND_SIGNAL, PROCESS_VM_READV, PROCESS_VM_WRITEV ->
          effects.handle(task, call);
      case MOUNT, UMOUNT2, MOVE_MOUNT, PIVOT_ROOT, IO_URING_SETUP, KEYCTL, UNFOLLOWED ->
          effects.handle(task, call);
      case SETUID, SETREUID, SETRESUID, SETFSUID -> effects.handle(task, call);
      case SETGID, SETREGID, SETRESGID, SETFSGID -> effects.handle(task, call);
      default -> names.handle(task, call);
    }
  }

  /**
   * Handles the ioctl requests that the parser does not skip: clones, ends of terminals and
   * close-on-exec.
   */
  private void control(Task task, SystemCall call) {
    if (clones(call)) {
      data.end(task, call);
    } else {
      descriptors.handle(task, call);
    }
  }

  private static boolean clones(SystemCall call) {
    return !call.has(1, CallFlags.FIOCLEX)
        && !call.has(1, CallFlags.FIONCLEX)
        && !call.has(1, CallFlags.TERMINAL_NUMBER)
        && !call.has(1, CallFlags.TERMINAL_PEER);
  }

  private void exec(Task task, SystemCall call) {
    if (call.succeeded()) {
      processes.exec(task, call);
    }
  }
}
