package org.colophon.query.naming;

import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.core.pattern.Glob;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.LineageQuery;

/** Decides which nodes a query hides. */
public final class NodeFilter {
  private final LineageReader reader;
  private final List<Glob> everywhere;
  private final List<Glob> objects;
  private final List<Glob> kept;
  private final ObjectNames naming;
  private final long limit;

  public NodeFilter(LineageReader reader, LineageQuery query) {
    this.reader = reader;
    this.everywhere = query.hidden();
    this.objects = query.hiddenObjects();
    this.kept = query.keptObjects();
    this.naming = new ObjectNames(reader);
    this.limit = Math.min(query.asOfLsn(), reader.visibleLsn());
  }

  /** Returns whether a node is hidden, by the name under which it would be shown. */
  public boolean hides(boolean isObject, long id) {
    Bytes name = isObject ? naming.nameOf(id, limit) : executable(id);
    return matches(everywhere, name)
        || (isObject && matches(objects, name) && !matches(kept, name));
  }

  private static boolean matches(List<Glob> globs, Bytes name) {
    return !name.isEmpty() && globs.stream().anyMatch(glob -> glob.matches(name));
  }

  private Bytes executable(long id) {
    ProcessInfo info = reader.process(id);
    return info == null ? Bytes.EMPTY : info.declaration().executable();
  }
}
