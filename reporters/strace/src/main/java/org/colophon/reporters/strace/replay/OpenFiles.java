package org.colophon.reporters.strace.replay;

import java.util.Set;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Identities;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;

/** Makes open files with the objects that they lead to. */
final class OpenFiles {
  private static final Set<Bytes> CARRY_NOTHING =
      Set.of(
          Bytes.of("/dev/null"),
          Bytes.of("/dev/zero"),
          Bytes.of("/dev/full"),
          Bytes.of("/dev/random"),
          Bytes.of("/dev/urandom"));

  private static final Bytes DEV = Bytes.of("/dev/");
  private static final Bytes SHARED_MEMORY = Bytes.of("/dev/shm/");
  private static final Bytes DELETED = Bytes.of(" (deleted)");

  private final Report report;
  private final String host;
  private final String boot;
  private final Surroundings surroundings;
  private long pipes;

  OpenFiles(Report report, Replay.Settings settings) {
    this.report = report;
    this.host = settings.host();
    this.boot = settings.boot();
    this.surroundings = settings.surroundings();
  }

  /** What is at a path that was there before. */
  OpenFile at(Bytes path) {
    if (CARRY_NOTHING.contains(path)) {
      return OpenFile.nothing(path);
    }
    if (isTerminal(path)) {
      return terminal(path);
    }
    return OpenFile.file(objectAt(path), path);
  }

  /** The object at a path that was there before, 0 if it carries nothing. */
  long objectAt(Bytes path) {
    if (CARRY_NOTHING.contains(path)) {
      return 0;
    }
    return report.sink.objectAt(path, kindOf(path), report.nowNanos);
  }

  boolean isOrdinary(Bytes path) {
    return !path.startsWith(DEV) || path.startsWith(SHARED_MEMORY);
  }

  long newObject(ObjectKind kind, String label) {
    return report.sink.object(ObjectDeclaration.of(kind, label), report.nowNanos);
  }

  /** A pipe: both its ends lead to one object. */
  long newPipe(Tracee process) {
    return newObject(ObjectKind.PIPE, "pipe:[" + process.pid + "." + ++pipes + "]");
  }

  /** What a descriptor leads to, as /proc and {@code strace -y} write it. */
  OpenFile fromLink(Bytes link) {
    if (link.isEmpty()) {
      return null;
    }
    if (link.at(0) == '/') {
      Bytes path = pathOf(link);
      return surroundings.isMirrored(path) ? OpenFile.mirrored(objectAt(path), path) : at(path);
    }
    String text = link.toString();
    if (text.startsWith("pipe:")) {
      long pipe = known(ObjectKind.PIPE, text);
      return OpenFile.stream(pipe, pipe, null);
    }
    if (text.startsWith("anon_inode:")) {
      return OpenFile.nothing(null);
    }
    return OpenFile.stream(
        known(ObjectKind.SOCKET, text + " received"),
        known(ObjectKind.SOCKET, text + " sent"),
        null);
  }

  private long known(ObjectKind kind, String text) {
    Bytes identity = Identities.of("descriptor", host, boot, text);
    ObjectDeclaration declaration = new ObjectDeclaration(kind, identity, Bytes.of(text));
    return report.sink.object(declaration, report.nowNanos);
  }

  /** A path as /proc writes it, without the note that it was deleted or which device it is. */
  static Bytes pathOf(Bytes link) {
    int end = link.length();
    int note = end - DELETED.length();
    if (note > 0 && link.slice(note, end).equals(DELETED)) {
      end = note;
    }
    int device = link.indexOf('<', 0);
    return link.slice(0, device > 0 ? device : end);
  }

  private static boolean isTerminal(Bytes path) {
    if (!path.startsWith(DEV) || path.length() > 20) {
      return false;
    }
    String name = path.toString().substring(5);
    return name.equals("tty") || name.equals("console") || name.matches("(pts/|ttyS?)[0-9]+");
  }

  private OpenFile terminal(Bytes path) {
    return OpenFile.stream(
        named("terminal://" + path + "/input", ObjectKind.TERMINAL),
        named("terminal://" + path + "/output", ObjectKind.TERMINAL),
        path);
  }

  /** An object that goes by a name that is no path. */
  long named(String name, ObjectKind kind) {
    return report.sink.objectAt(Bytes.of(name), kind, report.nowNanos);
  }

  private static ObjectKind kindOf(Bytes path) {
    boolean isDevice = path.startsWith(DEV) && !path.startsWith(SHARED_MEMORY);
    return isDevice ? ObjectKind.DEVICE : ObjectKind.FILE;
  }
}
