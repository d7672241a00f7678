package org.colophon.reporters.replay.call;

import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.reporters.replay.line.StraceLine;
import org.colophon.reporters.replay.state.Mappings;
import org.colophon.reporters.replay.state.OpenFile;
import org.colophon.reporters.replay.state.Task;
import org.colophon.reporters.replay.state.Tracee;

/**
 * Calls that map files or share memory. The process may read a mapping at any time, or also write
 * it. So a mapping is reported as an access from its start to its end.
 */
final class MemoryCalls {
  private final AccessReporter report;
  private final OpenFiles files;
  private final DescriptorCalls descriptors;

  MemoryCalls(AccessReporter report, OpenFiles files, DescriptorCalls descriptors) {
    this.report = report;
    this.files = files;
    this.descriptors = descriptors;
  }

  void handle(Task task, StraceLine line) {
    if (!line.succeeded()) {
      return;
    }
    switch (line.call()) {
      case MMAP -> map(task, line);
      case MUNMAP -> unmap(task.process, line.longAt(0), line.longAt(1));
      case MREMAP -> task.process.mappings.move(line.longAt(0), line.number());
      case MPROTECT -> protect(task, line);
      case SHMAT -> attach(task, line);
      case SHMDT -> unmap(task.process, line.longAt(0), 1);
      case MQ_OPEN -> openQueue(task, line);
      case MSGSND -> queue(task, line, OperationKind.WRITE);
      default -> queue(task, line, OperationKind.READ);
    }
  }

  private void map(Task task, StraceLine line) {
    long address = line.number();
    if (!task.process.mappings.isEmpty()) {
      unmap(task.process, address, line.longAt(1));
    }
    boolean isShared =
        line.has(3, CallFlags.MAP_SHARED) || line.has(3, CallFlags.MAP_SHARED_VALIDATE);
    long end = address + line.longAt(1);
    if (line.has(3, CallFlags.MAP_ANONYMOUS)) {
      if (isShared) {
        task.process.mappings.add(new Mappings.Mapping(address, end, 0, true, true, true));
      }
      return;
    }
    OpenFile file = descriptors.find(task, line, 4);
    if (file == null || file.read == 0) {
      return;
    }
    task.descriptors.use(line.fdAt(4));
    boolean isCode = line.has(2, CallFlags.PROT_EXEC);
    if (isCode && !isShared) {
      load(task.process, file);
    } else if (task.process.heldFile != file && !file.isLibrary) {
      boolean isWritten = isShared && line.has(2, CallFlags.PROT_WRITE);
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
  static void inherit(AccessReporter report, OpenFiles files, Tracee parent, Tracee child) {
    if (parent.mappings.isEmpty()) {
      return;
    }
    for (Mappings.Mapping mapping : parent.mappings.shared()) {
      Mappings.Mapping shared = mapping;
      if (mapping.object() == 0) {
        long object = files.newObject(ObjectKind.MEMORY, "shared memory of " + parent.pid);
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
  private void protect(Task task, StraceLine line) {
    Mappings mappings = task.process.mappings;
    long from = line.longAt(0);
    if (mappings.isEmpty() || line.longAt(1) == 0) {
      return;
    }
    for (Mappings.Mapping mapping : mappings.in(from, from + line.longAt(1))) {
      if (line.has(2, CallFlags.PROT_EXEC)) {
        report.access(OperationKind.LOAD, Phase.WHOLE, task.process, mapping.object(), 0);
      }
      if (line.has(2, CallFlags.PROT_WRITE) && mapping.mayBeWritten() && !mapping.isWritten()) {
        report.accessMemory(OperationKind.WRITE, Phase.BEGIN, task.process, mapping.object());
        mappings.add(mapping.written());
      }
    }
  }

  private void attach(Task task, StraceLine line) {
    long object = files.named("shm://" + line.longAt(0), ObjectKind.MEMORY);
    boolean isWritten = !line.has(2, CallFlags.SHM_RDONLY);
    long at = line.number();
    begin(
        report, task.process, new Mappings.Mapping(at, at + 1, object, true, isWritten, isWritten));
  }

  /** Handles mq_open. A POSIX queue is accessed through a descriptor that execve closes. */
  private void openQueue(Task task, StraceLine line) {
    long object = files.named("mqueue:///" + line.stringAt(0).display(), ObjectKind.OTHER);
    OpenFile file = OpenFile.stream(object, object, null);
    descriptors.install(task, (int) line.number(), file, true);
  }

  private void queue(Task task, StraceLine line, OperationKind kind) {
    long object = files.named("msg://" + line.longAt(0), ObjectKind.OTHER);
    report.access(kind, Phase.WHOLE, task.process, object, line.number());
  }
}
