package org.colophon.service.ingest;

import org.colophon.core.kernel.StoreHistory;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.naming.Namespace;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.service.line.BadLineException;
import org.colophon.service.line.OperationApplier;

/**
 * Refuses what the kernel's sink would refuse, and does nothing. Ids that it gives are not real:
 * they are above all that callers may give. What names mean is followed over a request, so that a
 * path which means nothing to the kernel means nothing here.
 */
final class DryRunSink implements OperationSink {
  private static final long UNREAL = OperationApplier.MAX_GLOBAL_ID + 1;
  private static final int MAX_PATH_BYTES = 64 << 10;
  private static final int MAX_DATA_BYTES = 64 << 20;

  private final LineageReader reader;
  private final Namespace names;

  DryRunSink(LineageReader reader) {
    this.reader = reader;
    this.names = new Namespace(new StoreHistory(reader, Lsn.LATEST));
  }

  private void knowProcess(long id) {
    if (id != UNREAL && (id == 0 || reader.process(id) == null)) {
      throw new BadLineException("no process has the id " + id);
    }
  }

  private void knowProcessOrNone(long id) {
    if (id != 0) {
      knowProcess(id);
    }
  }

  private void knowObject(long id) {
    if (id != UNREAL && (id == 0 || reader.object(id) == null)) {
      throw new BadLineException("no object has the id " + id);
    }
  }

  private static void checkPath(Bytes path) {
    if (path.length() > MAX_PATH_BYTES) {
      throw new BadLineException("a path has at most " + MAX_PATH_BYTES + " bytes");
    }
  }

  @Override
  public long process(ProcessDeclaration declaration, long timeNanos) {
    return UNREAL;
  }

  @Override
  public void link(LinkKind kind, long effect, long cause, long timeNanos) {
    knowProcess(effect);
    knowProcess(cause);
  }

  @Override
  public void exit(long process, int status, long timeNanos) {
    knowProcess(process);
  }

  @Override
  public long object(ObjectDeclaration declaration, long timeNanos) {
    return UNREAL;
  }

  /** Whatever it is, the kernel knows it: what a store knows under the id may be less. */
  @Override
  public long resolve(Bytes path) {
    return names.resolve(path) == 0 ? 0 : UNREAL;
  }

  @Override
  public long objectAt(Bytes path, ObjectDeclaration declaration, long timeNanos) {
    checkPath(path);
    names.bind(path, UNREAL);
    return UNREAL;
  }

  @Override
  public void bind(long process, Bytes path, long object, long timeNanos) {
    knowProcessOrNone(process);
    knowObject(object);
    checkPath(path);
    names.bind(path, object);
  }

  @Override
  public void unbind(long process, Bytes path, long timeNanos) {
    knowProcessOrNone(process);
    checkPath(path);
    names.unbind(path);
  }

  @Override
  public void rename(long process, Bytes from, Bytes to, long timeNanos) {
    checkMove(process, from, to);
    if (from.equals(to)) {
      return;
    }
    if (names.hasNamesBelow(from)) {
      names.rename(from, to);
    } else {
      names.unbind(from);
      names.bind(to, UNREAL); // who moves a name of which nothing is known moves something
    }
  }

  @Override
  public void exchange(long process, Bytes one, Bytes other, long timeNanos) {
    checkMove(process, one, other);
    if (!one.equals(other)) {
      names.exchange(one, other);
    }
  }

  private void checkMove(long process, Bytes one, Bytes other) {
    knowProcessOrNone(process);
    checkPath(one);
    checkPath(other);
  }

  @Override
  public void access(
      OperationKind kind, Phase phase, long process, long object, long bytes, long timeNanos) {
    knowProcess(process);
    knowObject(object);
  }

  @Override
  public void cut(Phase phase, long process, long object, long timeNanos) {
    knowProcessOrNone(process);
    knowObject(object);
  }

  @Override
  public void derive(long effect, long cause, long process, long timeNanos) {
    knowObject(effect);
    knowObject(cause);
    knowProcessOrNone(process);
  }

  @Override
  public void extend(long process, long object, String type, Bytes data, long timeNanos) {
    knowProcessOrNone(process);
    if (object != 0) {
      knowObject(object);
    }
    if (data.length() > MAX_DATA_BYTES) {
      throw new BadLineException("an extended record has at most " + MAX_DATA_BYTES + " bytes");
    }
  }

  @Override
  public void gap(long process, GapCause cause, long lost, long timeNanos) {
    knowProcessOrNone(process);
  }

  @Override
  public void refuse(String place, String problem) {}

  @Override
  public void begin() {}

  @Override
  public void position(String source, Bytes position) {}

  @Override
  public void note(String source, Bytes position, int[] idsAt) {}

  @Override
  public long flush() {
    return 0;
  }

  @Override
  public void awaitDurable(long lsn) {}
}
