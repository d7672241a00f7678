// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.call;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.encoding.Identities;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.reporters.replay.content.WantedVariables;
import org.colophon.reporters.replay.state.Directories;
import org.colophon.reporters.replay.state.FdTable;
import org.colophon.reporters.replay.state.HostProbe;
import org.colophon.reporters.replay.state.MirrorReports;
import org.colophon.reporters.replay.state.OpenFile;
import org.colophon.reporters.replay.state.Task;
import org.colophon.reporters.replay.state.TaskTable;
import org.colophon.reporters.replay.state.Tracee;
import org.colophon.reporters.replay.syscall.StringList;
import org.colophon.reporters.replay.syscall.Syscall;
import org.colophon.reporters.replay.syscall.SystemCall;
import org.jspecify.annotations.Nullable;

/** Calls that start and end processes and threads. */
public final class ProcessCalls {
  private static final int LAST_STANDARD = 2;

  private final AccessReporter report;
  private final OpenFiles files;
  private final NameCalls names;
  private final DescriptorCalls descriptors;
  private final TaskTable tasks;
  private final MirrorReports mirrorReports;
  private final Directories.BindMounts hostMounts = new Directories.BindMounts();
  private final ReplaySettings settings;
  private final ProcessEffects effects;

  /** Variables of programs that are recorded. */
  public WantedVariables variables = WantedVariables.NONE;

  /** Processes that were declared before the call that started them returned, by pid. */
  private final Map<Integer, Tracee> startedEarly = new HashMap<>();

  private long lastStart;
  private long lastWithoutTime;

  public ProcessCalls(
      AccessReporter report,
      OpenFiles files,
      NameCalls names,
      DescriptorCalls descriptors,
      TaskTable tasks,
      MirrorReports mirrorReports,
      ReplaySettings settings,
      ProcessEffects effects) {
    this.effects = effects;
    this.report = report;
    this.files = files;
    this.names = names;
    this.descriptors = descriptors;
    this.tasks = tasks;
    this.mirrorReports = mirrorReports;
    this.settings = settings;
    lastWithoutTime = settings.begunNanos();
  }

  /** Creates the first process of the trace. Called before the first execve of the process. */
  public Task first(int pid) {
    FdTable table = new FdTable();
    settings.probe().inherited().forEach((fd, link) -> put(table, fd, link));
    for (int fd = 0; fd <= LAST_STANDARD; fd++) {
      if (table.get(fd) == null) {
        Bytes label = Bytes.of("descriptor " + fd + " of " + pid);
        table.put(fd, OpenFile.inherited(label), false);
      }
    }
    Directories directories = new Directories(settings.directory(), Directories.ROOT);
    Tracee initial = new Tracee(pid, 0, firstSeen(), -1, Bytes.EMPTY, List.of());
    Task task = new Task(pid, initial, table, directories, hostMounts);
    tasks.add(task);
    return task;
  }

  private void put(FdTable table, int fd, HostProbe.Link link) {
    OpenFile file = files.from(link);
    if (file != null) {
      table.put(fd, file, false);
    }
  }

  /** Creates a process that already ran when its tracing began. */
  public Task runningProcess(int pid) {
    HostProbe.RunningProcess known = settings.probe().runningProcess(pid);
    int group = known == null ? pid : known.pid();
    Task leader = tasks.get(group);
    if (leader != null) {
      return thread(leader, pid);
    }
    FdTable table = new FdTable();
    table.isPartial = known == null;
    Directories directories = new Directories(settings.directory(), Directories.ROOT);
    Bytes executable = Bytes.EMPTY;
    List<Bytes> arguments = List.of();
    if (known != null) {
      known.descriptors().forEach((fd, link) -> put(table, fd, link));
      if (!known.directory().isEmpty()) { // an ending process has none any more
        directories.working = known.directory();
      }
      executable = known.executable();
      arguments = known.arguments();
    }
    long other = settings.probe().known(group, report.sink);
    long start = firstSeen();
    Tracee process =
        other == 0
            ? declare(group, start, 0, executable, arguments, directories.working)
            : new Tracee(group, other, start, 0, executable, arguments);
    process.loaded(executable);
    report.gap(process.id, GapCause.STARTED_BEFORE, 1);
    Task task = new Task(group, process, table, directories, hostMounts);
    tasks.add(task);
    return group == pid ? task : thread(task, pid);
  }

  /** Sets the thread whose call is replayed. */
  void setThread(Task task) {
    boolean hasLog = task.process.hasLog;
    report.setThread(hasLog ? descriptors.traced(task) : null, hasLog ? task.process : null);
  }

  /** Adds a thread to the process of another thread. */
  public Task thread(Task leader, int tid) {
    Task task =
        new Task(tid, leader.process, leader.descriptors, leader.directories, leader.mounts);
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

  public Task started(Task parent, int tid, SystemCall call) {
    setThread(parent);
    if (startsThread(call)) {
      Task thread = thread(parent, tid);
      thread.starters = report.calls(parent.process);
      if (thread.starters.length == 0) {
        report.inform(parent.process);
      }
      return thread;
    }
    Tracee known = startedEarly.remove(tid);
    Tracee process =
        known == null ? forked(parent.process, tid, parent.directories.working) : known;
    boolean sharesFiles = call.hasCloneFlag(CallFlags.CLONE_FILES);
    boolean sharesDirectories = call.hasCloneFlag(CallFlags.CLONE_FS);
    FdTable table = sharesFiles ? parent.descriptors : parent.descriptors.copy();
    Directories directories = sharesDirectories ? parent.directories : parent.directories.copy();
    boolean hasOwnMounts = call.hasCloneFlag(CallFlags.CLONE_NEWNS);
    Directories.BindMounts mounts = hasOwnMounts ? parent.mounts.copy() : parent.mounts;
    Task task = new Task(tid, process, table, directories, mounts);
    tasks.add(task);
    if (call.type != Syscall.VFORK && !call.hasCloneFlag(CallFlags.CLONE_VM)) {
      MemoryCalls.inherit(report, parent.process, process);
    }
    return task;
  }

  private Tracee forked(Tracee from, int pid, Bytes directory) {
    report.release(from);
    Tracee process = declare(pid, uniqueNow(), 0, from.executable, from.arguments, directory);
    process.loaded = from.loaded;
    process.user = from.user;
    report.linkFrom(LinkKind.FORK, process.id, from);
    return process;
  }

  /**
   * Returns the id in the sink of a thread's process, for a mirror; 0 if unknown. Declares the
   * process if the call that started it has not returned.
   */
  public long processIdOf(int tid) {
    Tracee known = process(tid);
    if (known == null) {
      HostProbe.Origin origin = settings.probe().origin(tid);
      known = origin == null ? null : process(origin.pid());
      if (known == null && origin != null) {
        known = unseenChild(origin);
      }
    }
    return known == null ? 0 : known.id;
  }

  /** Returns whether the process of a thread is known. */
  public boolean isKnown(int tid) {
    if (process(tid) != null) {
      return true;
    }
    HostProbe.Origin origin = settings.probe().origin(tid);
    return origin != null && process(origin.pid()) != null;
  }

  private @Nullable Tracee unseenChild(HostProbe.Origin origin) {
    Tracee parent = process(origin.parent());
    if (parent == null) {
      return settings.isCommand() ? null : requested(origin.pid()).process;
    }
    if (parent.id == 0) {
      return null;
    }
    Task leader = tasks.get(parent.pid);
    Bytes directory = leader == null ? Bytes.EMPTY : leader.directories.working;
    Tracee child = forked(parent, origin.pid(), directory);
    startedEarly.put(child.pid, child);
    return child;
  }

  /** Creates a process that already runs, with its threads, before its first line. */
  public List<Task> running(int pid, List<Integer> threads) {
    Task first = requested(pid);
    threads.stream().filter(tid -> tasks.get(tid) == null).forEach(tid -> thread(first, tid));
    return first.process.tasks;
  }

  private Task requested(int pid) {
    Task task = runningProcess(pid);
    task.process.isRequested = true;
    return task;
  }

  private @Nullable Tracee process(int id) {
    Task task = tasks.get(id);
    return task == null ? startedEarly.getOrDefault(id, tasks.processOf(id)) : task.process;
  }

  /** Returns the time at which a process without a known start was first seen. */
  private long firstSeen() {
    return report.nowNanos == 0 ? ++lastWithoutTime : report.nowNanos;
  }

  /** Returns a start time that is unique among processes with the same pid. */
  private long uniqueNow() {
    if (report.nowNanos == 0) {
      return ++lastWithoutTime; // processes of another log may have the same pids
    }
    lastStart = Math.max(lastStart + 1, report.nowNanos);
    return lastStart;
  }

  /** Ends the process of the old program and starts the process of the new program. */
  public void exec(Task task, SystemCall call) {
    boolean isAt = call.type == Syscall.EXECVEAT;
    boolean isUnnamed = isAt && call.stringAt(1).isEmpty();
    Bytes named =
        isUnnamed
            ? Bytes.of("/proc/" + task.process.pid + "/fd/" + call.fdAt(0))
            : names.path(task, call, isAt ? 0 : -1, isAt ? 1 : 0, true);
    OpenFile file = isUnnamed ? descriptors.find(task, call, 0) : tasks.opened(named);
    Bytes path = file == null ? named : name(file, named);
    List<Bytes> given = arguments(call, isAt ? 2 : 1);
    List<Bytes> arguments = report.logs.command(path, given);
    Bytes program = arguments.size() == given.size() ? path : arguments.get(0);
    Tracee old = task.process;
    task.descriptors = task.descriptors.afterExec();
    boolean isFirst = old.id == 0;
    report.release(old);
    endLogs(task, old);
    Bytes directory = task.directories.working;
    Tracee next = declare(old.pid, old.startNanos, old.image + 1, program, arguments, directory);
    if (!isFirst) {
      report.sink.exit(old.id, ProcessInfo.REPLACED, report.nowNanos);
      report.inform(old);
      report.sink.link(LinkKind.EXEC, next.id, old.id, report.nowNanos);
    }
    replace(task, old, next);
    next.user = old.user;
    load(task, path, file == null || file.path != null ? path : named, file);
    if (isFirst && settings.probe().user() >= 0) {
      effects.associate(next, settings.probe().user());
    }
    // after the user, because programs of a user may be excluded
    if (!variables.isEmpty()) {
      Bytes json = variables.json(call.stringsAt(isAt ? 3 : 2));
      report.sink.extend(next.id, 0, WantedVariables.TYPE, json, report.nowNanos);
    }
    if (settings.probe().losesPrivilege(path, next.pid, next.user)) {
      report.gap(next.id, GapCause.PRIVILEGE_LOST, 1);
    }
  }

  private static Bytes name(OpenFile file, Bytes named) {
    if (file.path != null) {
      return file.path;
    }
    return file.label.isEmpty() ? named : file.label;
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
   * Reports the load of a program and, for a script, of its interpreter.
   *
   * @param readable a path at which the program can be read
   * @param file the executed file if a descriptor names it; null if a path does
   */
  private void load(Task task, Bytes path, Bytes readable, @Nullable OpenFile file) {
    List<Long> opened = mirrorReports.opened(task.tid);
    Bytes named = settings.probe().interpreter(readable);
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
    if (opened.isEmpty() || !settings.probe().isMirrored(path)) {
      long object = known == 0 ? files.identities.usedAt(path) : known;
      report.access(OperationKind.LOAD, Phase.WHOLE, process, object, 0);
    }
  }

  /** Returns the arguments of a program. Marks arguments that the source cut. */
  private static List<Bytes> arguments(SystemCall call, int argument) {
    StringList list = call.stringsAt(argument);
    List<Bytes> arguments = new ArrayList<>(list.texts());
    if (list.hasMore() || !list.cut().isEmpty()) {
      arguments.add(ProcessDeclaration.CUT);
    }
    return arguments;
  }

  /** Removes a thread. Ends its process if it was the last thread. */
  public void ended(Task task, int status) {
    tasks.remove(task);
    Tracee process = task.process;
    if (process.tasks.isEmpty() && process.id != 0) {
      report.release(process);
      endLogs(task, process);
      int known = process.exitStatus >= 0 ? process.exitStatus : status;
      report.sink.exit(process.id, known, report.nowNanos);
    }
  }

  private void endLogs(Task task, Tracee process) {
    if (process.id != 0) {
      report.logs.ended(descriptors.traced(task), report.sink);
    }
  }

  /** Stores the exit status. Ends a process with a single thread at once. */
  public void exitGroup(Task task, SystemCall call) {
    task.process.exitStatus = (int) call.longAt(0) & 0xff;
    if (task.process.tasks.size() == 1) {
      ended(task, task.process.exitStatus);
    }
  }

  public static boolean startsThread(SystemCall call) {
    return call.hasCloneFlag(CallFlags.CLONE_THREAD);
  }
}
