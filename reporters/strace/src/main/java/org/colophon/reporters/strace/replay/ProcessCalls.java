package org.colophon.reporters.strace.replay;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.Identities;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.ProcessInfo;
import org.colophon.reporters.strace.line.Scan;
import org.colophon.reporters.strace.line.StraceLine;
import org.colophon.reporters.strace.line.Syscall;

/** Starts and ends of processes and threads, and effects between processes. */
final class ProcessCalls {
  private static final int LAST_STANDARD = 2;

  private final Report report;
  private final OpenFiles files;
  private final Names names;
  private final Descriptors descriptors;
  private final Tasks tasks;
  private final Served served;
  private final ReplaySettings settings;

  /** Processes needed before the call that started them returned, by pid. */
  private final Map<Integer, Tracee> early = new HashMap<>();

  private long lastStart;
  private long lastWithoutTime;

  ProcessCalls(
      Report report,
      OpenFiles files,
      Names names,
      Descriptors descriptors,
      Tasks tasks,
      Served served,
      ReplaySettings settings) {
    this.report = report;
    this.files = files;
    this.names = names;
    this.descriptors = descriptors;
    this.tasks = tasks;
    this.served = served;
    this.settings = settings;
    lastWithoutTime = settings.begunNanos();
  }

  /** Creates the first process of the trace, before its first execve. */
  Task first(int pid) {
    FdTable table = new FdTable();
    settings.surroundings().inherited().forEach((fd, link) -> put(table, fd, link));
    for (int fd = 0; fd <= LAST_STANDARD; fd++) {
      if (table.get(fd) == null) {
        Bytes label = Bytes.of("descriptor " + fd + " of " + pid);
        table.put(fd, OpenFile.inherited(label), false);
      }
    }
    Folders folders = new Folders(settings.directory(), Folders.ROOT);
    Tracee unborn = new Tracee(pid, 0, firstSeen(), -1, Bytes.EMPTY, List.of());
    Task task = new Task(pid, unborn, table, folders);
    tasks.add(task);
    return task;
  }

  private void put(FdTable table, int fd, Surroundings.Link link) {
    OpenFile file = files.from(link);
    if (file != null) {
      table.put(fd, file, false);
    }
  }

  /** Creates a process that ran before it was traced. */
  Task stranger(int pid) {
    Surroundings.Stranger known = settings.surroundings().stranger(pid);
    int group = known == null ? pid : known.pid();
    Task leader = tasks.get(group);
    if (leader != null) {
      return thread(leader, pid);
    }
    FdTable table = new FdTable();
    table.isPartial = known == null;
    Folders folders = new Folders(settings.directory(), Folders.ROOT);
    Bytes executable = Bytes.EMPTY;
    List<Bytes> arguments = List.of();
    if (known != null) {
      known.descriptors().forEach((fd, link) -> put(table, fd, link));
      folders.working = known.directory();
      executable = known.executable();
      arguments = known.arguments();
    }
    long other = settings.surroundings().known(group, report.sink);
    long start = firstSeen();
    Tracee process =
        other == 0
            ? declare(group, start, 0, executable, arguments, folders.working)
            : new Tracee(group, other, start, 0, executable, arguments);
    process.loaded(executable);
    report.sink.gap(process.id, GapCause.STARTED_BEFORE, 1, report.nowNanos);
    Task task = new Task(group, process, table, folders);
    tasks.add(task);
    return group == pid ? task : thread(task, pid);
  }

  private Task thread(Task leader, int tid) {
    Task task = new Task(tid, leader.process, leader.descriptors, leader.folders);
    tasks.add(task);
    return task;
  }

  private Tracee declare(
      int pid, long start, int image, Bytes executable, List<Bytes> arguments, Bytes directory) {
    Bytes identity = Identities.process(settings.host(), settings.boot(), pid, start, image);
    ProcessDeclaration declaration =
        new ProcessDeclaration(identity, pid, executable, arguments, directory, report.nowNanos);
    long id = report.sink.process(declaration, report.nowNanos);
    return new Tracee(pid, id, start, image, executable, arguments);
  }

  /** Creates the task that a call of the parent starts, perhaps before the call returns. */
  Task born(Task parent, int tid, StraceLine line) {
    if (line.hasAnywhere(Flags.CLONE_THREAD)) {
      return thread(parent, tid);
    }
    Tracee known = early.remove(tid);
    Tracee process = known == null ? forked(parent.process, tid, parent.folders.working) : known;
    boolean sharesFiles = line.hasAnywhere(Flags.CLONE_FILES);
    boolean sharesFolders = line.hasAnywhere(Flags.CLONE_FS);
    FdTable table = sharesFiles ? parent.descriptors : parent.descriptors.copy();
    Folders folders = sharesFolders ? parent.folders : parent.folders.copy();
    Task task = new Task(tid, process, table, folders);
    tasks.add(task);
    if (line.call() != Syscall.VFORK && !line.hasAnywhere(Flags.CLONE_VM)) {
      MemoryCalls.inherit(report, files, parent.process, process);
    }
    return task;
  }

  private Tracee forked(Tracee from, int pid, Bytes directory) {
    report.release(from);
    Tracee process = declare(pid, uniqueNow(), 0, from.executable, from.arguments, directory);
    process.loaded = from.loaded;
    report.sink.link(LinkKind.FORK, process.id, from.id, report.nowNanos);
    return process;
  }

  /**
   * Returns the sink's id of a thread's process for a mirror; 0 if unknown. The call that started
   * it may not have returned.
   */
  long asked(int tid) {
    Tracee known = process(tid);
    if (known == null) {
      Surroundings.Origin origin = settings.surroundings().origin(tid);
      known = origin == null ? null : process(origin.pid());
      if (known == null && origin != null) {
        known = unheardOf(origin);
      }
    }
    return known == null ? 0 : known.id;
  }

  private Tracee unheardOf(Surroundings.Origin origin) {
    Tracee parent = process(origin.parent());
    if (parent == null) {
      return settings.isCommand() ? null : askedStranger(origin.pid());
    }
    if (parent.id == 0) {
      return null;
    }
    Task leader = tasks.get(parent.pid);
    Bytes directory = leader == null ? Bytes.EMPTY : leader.folders.working;
    Tracee child = forked(parent, origin.pid(), directory);
    early.put(child.pid, child);
    return child;
  }

  private Tracee askedStranger(int pid) {
    Tracee process = stranger(pid).process;
    process.isAsked = true;
    return process;
  }

  private Tracee process(int id) {
    Task task = tasks.get(id);
    return task == null ? early.getOrDefault(id, tasks.processOf(id)) : task.process;
  }

  /** Returns the first sight of a process without a known start. */
  private long firstSeen() {
    return report.nowNanos == 0 ? ++lastWithoutTime : report.nowNanos;
  }

  /** Returns a start time that differs between processes with the same pid. */
  private long uniqueNow() {
    if (report.nowNanos == 0) {
      return ++lastWithoutTime; // another log's processes have the same pids
    }
    lastStart = Math.max(lastStart + 1, report.nowNanos);
    return lastStart;
  }

  /** Ends the process of the old program and starts one for the new program. */
  void exec(Task task, StraceLine line) {
    boolean isAt = line.call() == Syscall.EXECVEAT;
    boolean isUnnamed = isAt && line.stringAt(1).isEmpty();
    Bytes named =
        isUnnamed
            ? Bytes.of("/proc/" + task.process.pid + "/fd/" + line.fdAt(0))
            : names.path(task, line, isAt ? 0 : -1, isAt ? 1 : 0, true);
    OpenFile file = isUnnamed ? descriptors.find(task, line, 0) : tasks.opened(named);
    Bytes path = file == null ? named : name(file, named);
    List<Bytes> arguments = arguments(line, isAt ? 2 : 1);
    Tracee old = task.process;
    task.descriptors = task.descriptors.afterExec();
    boolean isFirst = old.id == 0;
    report.release(old);
    Bytes directory = task.folders.working;
    Tracee next = declare(old.pid, old.startNanos, old.image + 1, path, arguments, directory);
    if (!isFirst) {
      report.sink.exit(old.id, ProcessInfo.REPLACED, report.nowNanos);
      report.sink.link(LinkKind.EXEC, next.id, old.id, report.nowNanos);
    }
    replace(task, old, next);
    load(task, path, file == null || file.path != null ? path : named, file);
    if (isFirst && settings.surroundings().user() >= 0) {
      associate(next, settings.surroundings().user());
    }
  }

  private static Bytes name(OpenFile file, Bytes named) {
    if (file.path != null) {
      return file.path;
    }
    return file.label == null ? named : file.label;
  }

  private void replace(Task task, Tracee old, Tracee next) {
    for (Task other : List.copyOf(old.tasks)) {
      if (other != task) {
        tasks.remove(other);
      }
    }
    old.tasks.clear();
    task.process = next;
    next.tasks.add(task);
  }

  /**
   * Reports the program as loaded, and a script's interpreter.
   *
   * @param readable a path at which the program can be read
   * @param file the descriptor's file that was executed; null if found by path
   */
  private void load(Task task, Bytes path, Bytes readable, OpenFile file) {
    List<Long> opened = served.opened(task.tid);
    Bytes named = settings.surroundings().interpreter(readable);
    if (named != null && named.isEmpty()) {
      task.process.loaded(path);
    } else if (named != null) {
      Bytes interpreter = names.absolute(task, named);
      task.process.loaded(interpreter);
      load(task.process, interpreter, 0, opened);
    }
    load(task.process, path, file == null ? 0 : file.read, opened);
    for (long object : opened) {
      report.access(OperationKind.LOAD, Phase.WHOLE, task.process, object, 0);
    }
  }

  private void load(Tracee process, Bytes path, long known, List<Long> opened) {
    if (opened.isEmpty() || !settings.surroundings().isMirrored(path)) {
      long object = known == 0 ? files.objectAt(path) : known;
      report.access(OperationKind.LOAD, Phase.WHOLE, process, object, 0);
    }
  }

  private static List<Bytes> arguments(StraceLine line, int argument) {
    List<Bytes> arguments = new ArrayList<>();
    byte[] buffer = line.buffer();
    int to = line.to(argument);
    int p = line.from(argument);
    while (p < to) {
      if (buffer[p] == '"') {
        int end = Scan.stringEnd(buffer, p + 1, to);
        end = end < 0 ? to : end;
        arguments.add(Scan.unquote(buffer, p, end));
        p = end;
      } else {
        p++;
      }
    }
    return arguments;
  }

  /** Removes a thread, and ends its process with the last one. */
  void ended(Task task, int status) {
    tasks.remove(task);
    Tracee process = task.process;
    if (process.tasks.isEmpty() && process.id != 0) {
      report.release(process);
      int known = process.exitStatus >= 0 ? process.exitStatus : status;
      report.sink.exit(process.id, known, report.nowNanos);
    }
  }

  /** Records the status; ends a process with a single thread at once. */
  void exitGroup(Task task, StraceLine line) {
    task.process.exitStatus = (int) line.longAt(0) & 0xff;
    if (task.process.tasks.size() == 1) {
      ended(task, task.process.exitStatus);
    }
  }

  void handle(Task task, StraceLine line) {
    if (!line.succeeded()) {
      return;
    }
    switch (line.call()) {
      case KILL -> signal(task, line.pidAt(0), line.longAt(1) != 0 || !line.isNumber(1));
      case TKILL, RT_SIGQUEUEINFO -> signal(task, line.pidAt(0), true);
      case TGKILL, RT_TGSIGQUEUEINFO -> signal(task, line.pidAt(0), true);
      case PIDFD_SEND_SIGNAL -> signal(task, pidOf(task, line), true);
      case PIDFD_OPEN -> descriptors.installPidfd(task, line);
      case PIDFD_GETFD -> descriptors.takeFromOther(task, line, tasks.get(pidOf(task, line)));
      case PTRACE -> ptrace(task, line);
      case PROCESS_VM_READV -> link(LinkKind.MEMORY, task, tasks.get(line.pidAt(0)));
      case PROCESS_VM_WRITEV -> link(LinkKind.MEMORY, tasks.get(line.pidAt(0)), task);
      case UNSHARE, SETNS -> unshare(task, line);
      case IO_URING_SETUP -> ioUring(task, line);
      case MOUNT, UMOUNT2, MOVE_MOUNT, PIVOT_ROOT -> gap(task, GapCause.UNKNOWN_CALL);
      default -> users(task, line);
    }
  }

  private int pidOf(Task task, StraceLine line) {
    OpenFile file = descriptors.find(task, line, 0);
    return file == null ? 0 : file.pid;
  }

  private void signal(Task task, int target, boolean isSignal) {
    if (isSignal && target > 0) {
      link(LinkKind.SIGNAL, tasks.get(target), task);
    }
  }

  private void ptrace(Task task, StraceLine line) {
    Task other = tasks.get(line.pidAt(1));
    if (line.has(0, Flags.POKE_DATA) || line.has(0, Flags.POKE_TEXT)) {
      link(LinkKind.MEMORY, other, task);
    } else if (line.has(0, Flags.PEEK_DATA) || line.has(0, Flags.PEEK_TEXT)) {
      link(LinkKind.MEMORY, task, other);
    }
  }

  private void link(LinkKind kind, Task effect, Task cause) {
    if (effect != null && cause != null && effect.process != cause.process) {
      report.release(cause.process);
      report.release(effect.process);
      report.sink.link(kind, effect.process.id, cause.process.id, report.nowNanos);
    }
  }

  private void unshare(Task task, StraceLine line) {
    if (line.call() == Syscall.UNSHARE) {
      if (line.has(0, Flags.CLONE_FILES)) {
        task.descriptors = task.descriptors.copy();
      }
      if (line.has(0, Flags.CLONE_FS)) {
        task.folders = task.folders.copy();
      }
    }
    if (line.call() == Syscall.SETNS || line.has(0, Flags.CLONE_NEWNS)) {
      gap(task, GapCause.UNKNOWN_CALL);
    }
  }

  private void ioUring(Task task, StraceLine line) {
    descriptors.install(task, (int) line.number(), OpenFile.nothing(null), true);
    gap(task, GapCause.IO_URING);
  }

  private void gap(Task task, GapCause cause) {
    report.sink.gap(task.process.id, cause, 1, report.nowNanos);
  }

  /** Uses the effective user; -1 means unchanged. */
  private void users(Task task, StraceLine line) {
    boolean hasEffective = line.call() == Syscall.SETREUID || line.call() == Syscall.SETRESUID;
    long user = (int) line.longAt(hasEffective ? 1 : 0);
    if (user < 0) {
      return;
    }
    switch (line.call()) {
      case SETUID, SETREUID, SETRESUID, SETFSUID -> associate(task.process, user);
      default -> {}
    }
  }

  private void associate(Tracee process, long user) {
    Bytes identity = Identities.user(settings.host(), user);
    ObjectDeclaration agent =
        new ObjectDeclaration(ObjectKind.AGENT, identity, Bytes.of("user " + user));
    long object = report.sink.object(agent, report.nowNanos);
    report.access(OperationKind.ASSOCIATE, Phase.WHOLE, process, object, 0);
  }
}
