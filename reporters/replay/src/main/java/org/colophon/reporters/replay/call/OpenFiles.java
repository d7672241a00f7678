// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.call;

import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.encoding.Identities;
import org.colophon.reporters.replay.identity.DevicePaths;
import org.colophon.reporters.replay.identity.FileIdentities;
import org.colophon.reporters.replay.identity.FileIdentities.Effect;
import org.colophon.reporters.replay.state.HostProbe;
import org.colophon.reporters.replay.state.OpenFile;
import org.colophon.reporters.replay.state.TimedSink;
import org.colophon.reporters.replay.state.Tracee;
import org.colophon.reporters.replay.syscall.OpenedFile;
import org.jspecify.annotations.Nullable;

/**
 * Creates open files: decides which kind of file a path or the text of a descriptor denotes. {@link
 * FileIdentities} decides which object it is.
 */
final class OpenFiles {
  private static final Bytes MEMORY = Bytes.of("/memfd:");
  private static final Bytes DELETED = Bytes.of(" (deleted)");

  private final TimedSink report;
  final FileIdentities identities;
  private final String host;
  private final String boot;
  private final HostProbe probe;
  private long pipes;

  OpenFiles(TimedSink report, FileIdentities identities, ReplaySettings settings) {
    this.report = report;
    this.identities = identities;
    this.host = settings.host();
    this.boot = settings.boot();
    this.probe = settings.probe();
  }

  /** Returns an opened file. The parameters are those of {@link FileIdentities#opened}. */
  OpenFile at(Bytes path, @Nullable Tracee process, @Nullable OpenedFile opened, Effect effect) {
    if (DevicePaths.carriesNothing(path)) {
      return OpenFile.nothing(path);
    }
    if (DevicePaths.isTerminal(path)) {
      return terminal(path);
    }
    if (DevicePaths.isMultiplexer(path)) {
      return newTerminal(path);
    }
    return identities.opened(path, process, opened, effect);
  }

  /** Creates a pipe, whose two ends have the same object. */
  long newPipe(Tracee process) {
    return report.newObject(ObjectKind.PIPE, "pipe:[" + process.pid + "." + ++pipes + "]");
  }

  /** Returns the target of a descriptor that was open before the trace; null if unknown. */
  @Nullable OpenFile from(HostProbe.Link link) {
    return link.deleted() == null ? named(link.text()) : unnamed(link.text(), link.deleted());
  }

  /** Returns the target that a {@code strace -y} decoration describes; null if it is empty. */
  @Nullable OpenFile fromDecoration(Bytes text) {
    boolean isDeleted = !text.isEmpty() && !pathOf(text, probe).equals(text);
    return isDeleted ? unnamed(text, "") : named(text);
  }

  /** Returns a deleted file. Its object differs from that of the file that now has the path. */
  private OpenFile unnamed(Bytes link, String which) {
    Bytes path = link.slice(0, link.length() - DELETED.length());
    if (DevicePaths.isTerminal(path)) {
      return terminal(path);
    }
    ObjectKind kind = path.startsWith(MEMORY) ? ObjectKind.MEMORY : ObjectKind.FILE;
    long object = known(kind, link.toString(), which);
    boolean isMirrored = kind == ObjectKind.FILE && probe.isMirrored(path);
    OpenFile file =
        isMirrored ? OpenFile.mirrored(object, null, true) : OpenFile.file(object, null);
    file.label = link;
    return file;
  }

  private @Nullable OpenFile named(Bytes link) {
    if (link.isEmpty()) {
      return null;
    }
    if (link.at(0) == '/') {
      return probe.isMirrored(link)
          ? OpenFile.mirrored(identities.objectAt(link), link, true)
          : at(link, null, null, Effect.NONE);
    }
    String text = link.toString();
    if (text.startsWith("pipe:")) {
      return OpenFile.stream(known(ObjectKind.PIPE, text, ""));
    }
    if (text.startsWith("anon_inode:")) {
      return OpenFile.nothing(null);
    }
    return OpenFile.stream(
        known(ObjectKind.SOCKET, text + " received", ""),
        known(ObjectKind.SOCKET, text + " sent", ""),
        null);
  }

  private long known(ObjectKind kind, String text, String which) {
    Bytes identity = Identities.of("descriptor", host, boot, text + which);
    return report.object(kind, identity, text);
  }

  /** Returns the path in a decoration, without the mark of a deleted file. */
  static Bytes pathOf(Bytes decoration, HostProbe probe) {
    int end = decoration.length();
    int note = end - DELETED.length();
    boolean isNoted = note > 0 && decoration.slice(note, end).equals(DELETED);
    return isNoted && !probe.exists(decoration) ? decoration.slice(0, note) : decoration;
  }

  private OpenFile terminal(Bytes path) {
    return OpenFile.stream(
        report.named("terminal://" + path + "/input", ObjectKind.TERMINAL),
        report.named("terminal://" + path + "/output", ObjectKind.TERMINAL),
        path);
  }

  /**
   * Returns the master of a new terminal. Writes to the master are the terminal's input, and reads
   * from it the terminal's output.
   */
  private OpenFile newTerminal(Bytes path) {
    long output = report.newObject(ObjectKind.TERMINAL, "terminal output");
    long input = report.newObject(ObjectKind.TERMINAL, "terminal input");
    return OpenFile.stream(output, input, path);
  }

  /**
   * Names the input and output of a terminal by its number, which an ioctl request on the master
   * returned.
   */
  void nameTerminal(OpenFile master, long number) {
    if (master.path != null && DevicePaths.isMultiplexer(master.path)) {
      Bytes name = Bytes.of("terminal:///dev/pts/" + number);
      bind(name.concat(Bytes.of("/output")), master.read);
      bind(name.concat(Bytes.of("/input")), master.write);
    }
  }

  private void bind(Bytes name, long object) {
    if (report.sink.resolve(name) != object) {
      report.sink.bind(0, name, object, report.nowNanos);
    }
  }
}
