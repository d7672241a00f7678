// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.call;

import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.encoding.Identities;
import org.colophon.reporters.replay.state.OpenFile;
import org.colophon.reporters.replay.state.Task;
import org.colophon.reporters.replay.state.TaskTable;
import org.colophon.reporters.replay.state.Tracee;
import org.colophon.reporters.replay.syscall.Syscall;
import org.colophon.reporters.replay.syscall.SystemCall;
import org.jspecify.annotations.Nullable;

/** Calls by which processes affect each other, or change their user or namespaces. */
final class ProcessEffects {
  /**
   * An additional argument of io_uring_setup. A source that itself records the requests sets this
   * argument to 1.
   */
  private static final int REQUESTS_SEEN = 5;

  private final AccessReporter report;
  private final DescriptorCalls descriptors;
  private final NameCalls names;
  private final TaskTable tasks;
  private final String host;

  ProcessEffects(
      AccessReporter report,
      DescriptorCalls descriptors,
      NameCalls names,
      TaskTable tasks,
      String host) {
    this.report = report;
    this.names = names;
    this.descriptors = descriptors;
    this.tasks = tasks;
    this.host = host;
  }

  void handle(Task task, SystemCall call) {
    if (!call.succeeded()) {
      return;
    }
    switch (call.type) {
      case KILL -> signal(task, call.pidAt(0), call.longAt(1) != 0 || !call.isNumber(1));
      case TKILL, RT_SIGQUEUEINFO -> signal(task, call.pidAt(0), true);
      case TGKILL, RT_TGSIGQUEUEINFO -> signal(task, call.pidAt(0), true);
      case PIDFD_SEND_SIGNAL -> signal(task, pidOf(task, call), true);
      case PIDFD_OPEN -> descriptors.installPidfd(task, call);
      case PIDFD_GETFD -> descriptors.copyFromProcess(task, call, tasks.get(pidOf(task, call)));
      case PTRACE -> ptrace(task, call);
      case PROCESS_VM_READV -> link(LinkKind.MEMORY, task, tasks.get(call.pidAt(0)));
      case PROCESS_VM_WRITEV -> link(LinkKind.MEMORY, tasks.get(call.pidAt(0)), task);
      case UNSHARE, SETNS -> unshare(task, call);
      case IO_URING_SETUP -> ioUring(task, call);
      case MOUNT -> mount(task, call);
      case UMOUNT2 -> unmount(task, call);
      case MOVE_MOUNT, PIVOT_ROOT -> hideFiles(task);
      case UNFOLLOWED -> gap(task, GapCause.UNKNOWN_CALL);
      case KEYCTL -> {
        if (call.has(0, CallFlags.KEYCTL_READ)) {
          gap(task, GapCause.UNKNOWN_CALL);
        }
      }
      default -> users(task, call);
    }
  }

  private int pidOf(Task task, SystemCall call) {
    OpenFile file = descriptors.find(task, call, 0);
    return file == null ? 0 : file.pid;
  }

  private void signal(Task task, int target, boolean isSignal) {
    if (isSignal && target > 0) {
      link(LinkKind.SIGNAL, tasks.get(target), task);
    }
  }

  private void ptrace(Task task, SystemCall call) {
    Task other = tasks.get(call.pidAt(1));
    if (call.has(0, CallFlags.POKE_DATA) || call.has(0, CallFlags.POKE_TEXT)) {
      link(LinkKind.MEMORY, other, task);
    } else if (call.has(0, CallFlags.PEEK_DATA) || call.has(0, CallFlags.PEEK_TEXT)) {
      link(LinkKind.MEMORY, task, other);
    }
  }

  private void link(LinkKind kind, @Nullable Task effect, @Nullable Task cause) {
    if (effect != null && cause != null && effect.process != cause.process) {
      report.release(cause.process);
      report.release(effect.process);
      if (report.calls(effect.process).length > 0) {
        report.inform(cause.process);
        report.linkTo(kind, effect.process, cause.process.id);
      } else {
        report.linkFrom(kind, effect.process.id, cause.process);
      }
    }
  }

  private void unshare(Task task, SystemCall call) {
    if (call.type == Syscall.UNSHARE) {
      if (call.has(0, CallFlags.CLONE_FILES)) {
        task.descriptors = task.descriptors.copy();
      }
      if (call.has(0, CallFlags.CLONE_FS)) {
        task.directories = task.directories.copy();
      }
    }
    if (call.type == Syscall.SETNS) {
      gap(task, GapCause.UNKNOWN_CALL);
      task.mounts = task.mounts.copy();
      task.mounts.isUncertain = true;
    } else if (call.has(0, CallFlags.CLONE_NEWNS)) {
      task.mounts = task.mounts.copy();
    }
  }

  /**
   * Registers a bind mount. Ignores a change of flags or propagation. Any other mount may hide
   * files, so names below it are uncertain.
   */
  private void mount(Task task, SystemCall call) {
    names.mountsChanged();
    if (call.has(3, CallFlags.MS_REMOUNT) || changesPropagation(call)) {
      return;
    }
    if (!call.has(3, CallFlags.MS_BIND)) {
      hideFiles(task);
      return;
    }
    Bytes source = names.path(task, call, -1, 0, true);
    Bytes point = names.mountPoint(task, call, 1);
    if (!point.equals(source)) {
      task.mounts.add(point, source);
    }
  }

  private static boolean changesPropagation(SystemCall call) {
    return call.has(3, CallFlags.MS_PRIVATE)
        || call.has(3, CallFlags.MS_SLAVE)
        || call.has(3, CallFlags.MS_SHARED)
        || call.has(3, CallFlags.MS_UNBINDABLE);
  }

  private void unmount(Task task, SystemCall call) {
    names.mountsChanged();
    if (!task.mounts.remove(names.mountPoint(task, call, 0))) {
      hideFiles(task);
    }
  }

  /** Called when paths may lead to other files. Namespaces that are copied later are included. */
  private void hideFiles(Task task) {
    if (task.mounts.isPrivate()) {
      task.mounts.isUncertain = true;
    } else {
      gap(task, GapCause.UNKNOWN_CALL);
    }
  }

  private void ioUring(Task task, SystemCall call) {
    descriptors.install(task, (int) call.result, OpenFile.nothing(null), true);
    if (call.longAt(REQUESTS_SEEN) != 1) {
      gap(task, GapCause.IO_URING);
    }
  }

  private void gap(Task task, GapCause cause) {
    report.gap(task.process.id, cause, 1);
  }

  /** Handles a change of the effective user or group. -1 means unchanged. */
  private void users(Task task, SystemCall call) {
    switch (call.type) {
      case SETUID, SETFSUID -> user(task.process, (int) call.longAt(0));
      case SETREUID, SETRESUID -> user(task.process, (int) call.longAt(1));
      case SETGID, SETFSGID -> group(task.process, (int) call.longAt(0));
      default -> group(task.process, (int) call.longAt(1));
    }
  }

  private void user(Tracee process, int user) {
    if (user >= 0) {
      associate(process, user);
    }
  }

  private void group(Tracee process, int group) {
    if (group >= 0) {
      Bytes identity = Identities.of("group", host, Integer.toString(group));
      associate(process, identity, "group " + group);
    }
  }

  void associate(Tracee process, long user) {
    process.user = user;
    associate(process, Identities.user(host, user), "user " + user);
  }

  private void associate(Tracee process, Bytes identity, String label) {
    long object = report.object(ObjectKind.AGENT, identity, label);
    report.access(OperationKind.ASSOCIATE, Phase.WHOLE, process, object, 0);
  }
}
