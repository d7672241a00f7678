package org.colophon.reporters.strace.replay;

import org.colophon.reporters.strace.line.StraceLine;

/** Routes each call to its handler. */
final class Calls {
  final ProcessCalls processes;
  private final DataCalls data;
  private final Descriptors descriptors;
  private final OpenCalls opens;
  private final Names names;
  private final MemoryCalls memory;
  private final SocketCalls sockets;
  private final Submissions submissions;

  Calls(Report report, Tasks tasks, Served served, ReplaySettings settings) {
    OpenFiles files = new OpenFiles(report, settings);
    Paths paths = new Paths(settings.surroundings(), tasks);
    descriptors = new Descriptors(report, files);
    Conversations conversations = new Conversations(report, settings.host());
    data = new DataCalls(report, descriptors, conversations);
    names = new Names(report, files, paths, descriptors, tasks, served, settings.surroundings());
    opens =
        new OpenCalls(report, files, names, descriptors, tasks, served, settings.surroundings());
    processes = new ProcessCalls(report, files, names, descriptors, tasks, served, settings);
    memory = new MemoryCalls(report, files, descriptors);
    submissions = new Submissions(report, descriptors);
    sockets = new SocketCalls(report, files, names, descriptors, data, conversations);
  }

  /** Handles a call that other lines interrupt. */
  void begin(Task task, StraceLine line) {
    switch (line.call()) {
      case CLOSE -> descriptors.begin(task, line);
      case OPEN, OPENAT, OPENAT2, CREAT -> opens.begin(task, line);
      case TRUNCATE, TRUNCATE64, FTRUNCATE, FTRUNCATE64 -> opens.begin(task, line);
      case CONNECT, SENDTO, SENDMSG, SENDMMSG, RECVFROM, RECVMSG, RECVMMSG ->
          sockets.begin(task, line);
      case IOCTL -> {
        if (clones(line)) {
          data.begin(task, line);
        }
      }
      default -> {
        if (DataCalls.moves(line.call())) {
          data.begin(task, line);
        }
      }
    }
  }

  /** Records that the current call of the task copies from a descriptor to a mirrored file. */
  void copies(Task task, int descriptor) {
    data.copies(task, descriptor);
  }

  /** Handles a call that has returned or failed, or whose process has died. */
  void end(Task task, StraceLine line) {
    switch (line.call()) {
      case READ, PREAD64, READV, PREADV, PREADV2, WRITE, PWRITE64, WRITEV, PWRITEV, PWRITEV2 ->
          data.end(task, line);
      case COPY_FILE_RANGE, SENDFILE, SENDFILE64, SPLICE, TEE, FALLOCATE -> data.end(task, line);
      case MQ_TIMEDSEND, MQ_TIMEDRECEIVE -> data.end(task, line);
      case VMSPLICE -> data.vmsplice(task, line);
      case OPEN, OPENAT, OPENAT2, CREAT -> opens.handle(task, line);
      case TRUNCATE, TRUNCATE64, FTRUNCATE, FTRUNCATE64 -> opens.handle(task, line);
      case MMAP, MMAP2, MUNMAP, MREMAP, MPROTECT, SHMAT, SHMDT, MSGSND, MSGRCV, MQ_OPEN ->
          memory.handle(task, line);
      default -> endRarer(task, line);
    }
  }

  private void endRarer(Task task, StraceLine line) {
    switch (line.call()) {
      case CLOSE, CLOSE_RANGE, DUP, DUP2, DUP3, FCNTL, FCNTL64, PIPE, PIPE2, MEMFD_CREATE ->
          descriptors.handle(task, line);
      case EVENTFD, EVENTFD2, TIMERFD_CREATE, EPOLL_CREATE, EPOLL_CREATE1, USERFAULTFD ->
          descriptors.handle(task, line);
      case SIGNALFD, SIGNALFD4, INOTIFY_INIT, INOTIFY_INIT1 -> descriptors.handle(task, line);
      case SOCKET, SOCKETPAIR, BIND, CONNECT, LISTEN, ACCEPT, ACCEPT4, GETSOCKNAME, GETPEERNAME ->
          sockets.handle(task, line);
      case SENDTO, SENDMSG, SENDMMSG, RECVFROM, RECVMSG, RECVMMSG -> sockets.move(task, line);
      case EXECVE, EXECVEAT -> exec(task, line);
      case IOCTL -> control(task, line);
      case IO_SUBMIT -> submissions.handle(task, line);
      case EXIT -> {
        // The end of the thread follows.
      }
      case EXIT_GROUP -> processes.exitGroup(task, line);
      case KILL, TKILL, TGKILL, RT_SIGQUEUEINFO, RT_TGSIGQUEUEINFO, PTRACE, SETNS, UNSHARE ->
          processes.handle(task, line);
      case PIDFD_OPEN, PIDFD_GETFD, PIDFD_SEND_SIGNAL, PROCESS_VM_READV, PROCESS_VM_WRITEV ->
          processes.handle(task, line);
      case MOUNT, UMOUNT2, MOVE_MOUNT, PIVOT_ROOT, IO_URING_SETUP -> processes.handle(task, line);
      case SETUID, SETREUID, SETRESUID, SETFSUID, SETGID, SETREGID, SETRESGID, SETFSGID ->
          processes.handle(task, line);
      default -> names.handle(task, line);
    }
  }

  /** Handles the requests that the parser keeps: clones, FIOCLEX and FIONCLEX. */
  private void control(Task task, StraceLine line) {
    if (clones(line)) {
      data.end(task, line);
    } else {
      descriptors.handle(task, line);
    }
  }

  private static boolean clones(StraceLine line) {
    return !line.has(1, Flags.FIOCLEX) && !line.has(1, Flags.FIONCLEX);
  }

  private void exec(Task task, StraceLine line) {
    if (line.succeeded()) {
      processes.exec(task, line);
    }
  }
}
