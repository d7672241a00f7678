package org.colophon.query.engine;

import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ProcessInfo;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.Glob;

/** Decides which nodes a query hides. */
final class Hiding {
  private final LineageReader reader;
  private final List<Glob> globs;
  private final Naming naming;

  Hiding(LineageReader reader, List<Glob> globs) {
    this.reader = reader;
    this.globs = globs;
    this.naming = new Naming(reader);
  }

  boolean hides(boolean isObject, long id, long lsn) {
    Bytes name = isObject ? naming.nameOf(id, lsn) : executable(id);
    return !name.isEmpty() && globs.stream().anyMatch(glob -> glob.matches(name));
  }

  private Bytes executable(long id) {
    ProcessInfo info = reader.process(id);
    return info == null ? Bytes.EMPTY : info.declaration().executable();
  }
}
