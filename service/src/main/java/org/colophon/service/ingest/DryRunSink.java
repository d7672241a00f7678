package org.colophon.service.ingest;

import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.storage.LineageReader;

/**
 * Refuses what the kernel's sink would refuse, and does nothing. Ids that it gives are not real:
 * they are above all that can be.
 */
final class DryRunSink implements OperationSink {
  private static final long UNREAL = 1L << 62;
  private static final int MAX_PATH_BYTES = 64 << 10;

  private final LineageReader reader;

  DryRunSink(LineageReader reader) {
    this.reader = reader;
  }

  private void knowProcess(long id) {
    if (id != 0 && id != UNREAL && reader.process(id) == null) {
      throw new BadLineException("no process has the id " + id);
    }
  }

  private void knowObject(long id) {
    if (id != 0 && id != UNREAL && reader.object(id) == null) {
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

  @Override
  public long resolve(Bytes path) {
    return UNREAL;
  }

  @Override
  public long objectAt(Bytes path, ObjectDeclaration declaration, long timeNanos) {
    checkPath(path);
    return UNREAL;
  }

  @Override
  public void bind(long process, Bytes path, long object, long timeNanos) {
    knowProcess(process);
    checkPath(path);
    knowObject(object);
  }

  @Override
  public void unbind(long process, Bytes path, long timeNanos) {
    knowProcess(process);
    checkPath(path);
  }

  @Override
  public void rename(long process, Bytes from, Bytes to, long timeNanos) {
    knowProcess(process);
    checkPath(from);
    checkPath(to);
  }

  @Override
  public void exchange(long process, Bytes one, Bytes other, long timeNanos) {
    rename(process, one, other, timeNanos);
  }

  @Override
  public void access(
      OperationKind kind, Phase phase, long process, long object, long bytes, long timeNanos) {
    knowProcess(process);
    knowObject(object);
  }

  @Override
  public void cut(Phase phase, long process, long object, long timeNanos) {
    knowProcess(process);
    knowObject(object);
  }

  @Override
  public void derive(long effect, long cause, long process, long timeNanos) {
    knowObject(effect);
    knowObject(cause);
    knowProcess(process);
  }

  @Override
  public void extend(long process, long object, String type, Bytes data, long timeNanos) {
    knowProcess(process);
    knowObject(object);
  }

  @Override
  public void gap(long process, GapCause cause, long lost, long timeNanos) {
    knowProcess(process);
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
