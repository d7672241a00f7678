// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.call;

import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.reporters.replay.state.Mappings;
import org.colophon.reporters.replay.state.OpenFile;
import org.colophon.reporters.replay.state.Task;
import org.colophon.reporters.replay.state.Tracee;
import org.colophon.reporters.replay.syscall.SystemCall;

/**
 * Calls that map files or share memory. The process may read a mapping at any time, or also write
 * it. So a mapping is reported as an access from its start to its end.
 */
final class MemoryCalls {
  private final AccessReporter report;
  private final DescriptorCalls descriptors;

  MemoryCalls(AccessReporter report, DescriptorCalls descriptors) {
    this.report = report;
    this.descriptors = descriptors;
  }

  void handle(Task task, SystemCall call) {
    if (!call.succeeded()) {
      return;
    }
    switch (call.type) {
      case MMAP -> map(task, call);
      case MUNMAP -> unmap(task.process, call.longAt(0), call.longAt(1));
      case MREMAP -> task.process.mappings.move(call.longAt(0), call.result);
      case MPROTECT -> protect(task, call);
      case SHMAT -> attach(task, call);
      case SHMDT -> unmap(task.process, call.longAt(0), 1);
      case MQ_OPEN -> openQueue(task, call);
      case MSGSND -> queue(task, call, OperationKind.WRITE);
      default -> queue(task, call, OperationKind.READ);
    }
  }

  private void map(Task task, SystemCall call) {
    long address = call.result;
    if (!task.process.mappings.isEmpty()) {
      unmap(task.process, address, call.longAt(1));
    }
    boolean isShared =
        call.has(3, CallFlags.MAP_SHARED) || call.has(3, CallFlags.MAP_SHARED_VALIDATE);
    long end = address + call.longAt(1);
    if (call.has(3, CallFlags.MAP_ANONYMOUS)) {
      if (isShared) {
        task.process.mappings.add(new Mappings.Mapping(address, end, 0, true, true, true));
      }
      return;
    }
    OpenFile file = descriptors.find(task, call, 4);
    if (file == null || file.read == 0) {
      return;
    }
    task.descriptors.use(call.fdAt(4));
    boolean isCode = call.has(2, CallFlags.PROT_EXEC);
    if (isCode && !isShared) {
      load(task.process, file);
    } else if (task.process.heldFile != file && !file.isLibrary) {
      boolean isWritten = isShared && call.has(2, CallFlags.PROT_WRITE);
      boolean mayBeWritten = isShared && file.isWritable;
      begin(
          report,
          task.process,
          new Mappings.Mapping(address, end, file.read, isShared, isWritten, mayBeWritten));
    }
  }

  private void load(Tracee process, OpenFile file) {
    if (process.heldFile == file) {
      report.isLibrary(process);
      file.isLibrary = true;
    }
    report.access(OperationKind.LOAD, Phase.WHOLE, process, file.read, 0);
  }

  /** Passes the parent's shared mappings to a child. */
  static void inherit(AccessReporter report, Tracee parent, Tracee child) {
    if (parent.mappings.isEmpty()) {
      return;
    }
    for (Mappings.Mapping mapping : parent.mappings.shared()) {
      Mappings.Mapping shared = mapping;
      if (mapping.object() == 0) {
        long object = report.newObject(ObjectKind.MEMORY, "shared memory of " + parent.pid);
        shared = new Mappings.Mapping(mapping.from(), mapping.to(), object, true, true, true);
        begin(report, parent, shared);
      }
      begin(report, child, shared);
    }
  }

  private static void begin(AccessReporter report, Tracee process, Mappings.Mapping mapping) {
    report.accessMemory(OperationKind.READ, Phase.BEGIN, process, mapping.object());
    if (mapping.isWritten()) {
      report.accessMemory(OperationKind.WRITE, Phase.BEGIN, process, mapping.object());
    }
    process.mappings.add(mapping);
  }

  private void unmap(Tracee process, long address, long length) {
    Mappings mappings = process.mappings;
    if (mappings.isEmpty()) {
      return;
    }
    Mappings.Mapping gone = mappings.removeIn(address, address + length);
    while (gone != null) {
      end(process, gone);
      gone = mappings.removeIn(address, address + length);
    }
  }

  private void end(Tracee process, Mappings.Mapping mapping) {
    report.accessMemory(OperationKind.READ, Phase.END, process, mapping.object());
    if (mapping.isWritten()) {
      report.accessMemory(OperationKind.WRITE, Phase.END, process, mapping.object());
    }
  }

  /** Reports mappings that become executable or writable after their creation. */
  private void protect(Task task, SystemCall call) {
    Mappings mappings = task.process.mappings;
    long from = call.longAt(0);
    if (mappings.isEmpty() || call.longAt(1) == 0) {
      return;
    }
    for (Mappings.Mapping mapping : mappings.in(from, from + call.longAt(1))) {
      if (call.has(2, CallFlags.PROT_EXEC)) {
        report.access(OperationKind.LOAD, Phase.WHOLE, task.process, mapping.object(), 0);
      }
      if (call.has(2, CallFlags.PROT_WRITE) && mapping.mayBeWritten() && !mapping.isWritten()) {
        report.accessMemory(OperationKind.WRITE, Phase.BEGIN, task.process, mapping.object());
        mappings.add(mapping.written());
      }
    }
  }

  private void attach(Task task, SystemCall call) {
    long object = report.named("shm://" + call.longAt(0), ObjectKind.MEMORY);
    boolean isWritten = !call.has(2, CallFlags.SHM_RDONLY);
    long at = call.result;
    begin(
        report, task.process, new Mappings.Mapping(at, at + 1, object, true, isWritten, isWritten));
  }

  /** Handles mq_open. A POSIX queue is accessed through a descriptor that execve closes. */
  private void openQueue(Task task, SystemCall call) {
    long object = report.named("mqueue:///" + call.stringAt(0).display(), ObjectKind.OTHER);
    descriptors.install(task, (int) call.result, OpenFile.stream(object), true);
  }

  private void queue(Task task, SystemCall call, OperationKind kind) {
    long object = report.named("msg://" + call.longAt(0), ObjectKind.OTHER);
    report.access(kind, Phase.WHOLE, task.process, object, call.result);
  }
}
