package org.colophon.core.kernel;

import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectInfo;
import org.colophon.core.naming.History;
import org.colophon.core.spi.storage.LineageReader;

/** What an adapter held when the run began, as of that LSN. */
final class StoreHistory implements History {
  private final LineageReader reader;
  private final long asOfLsn;

  StoreHistory(LineageReader reader, long asOfLsn) {
    this.reader = reader;
    this.asOfLsn = asOfLsn;
  }

  @Override
  public long resolve(Bytes path) {
    return reader.resolve(path, asOfLsn);
  }

  @Override
  public boolean hasNamesBelow(Bytes path) {
    try {
      reader.under(
          path,
          asOfLsn,
          (found, object) -> {
            if (found.length() > path.length()) {
              throw new Found();
            }
          });
      return false;
    } catch (Found e) {
      return true;
    }
  }

  @Override
  public long processByIdentity(Bytes identity) {
    return reader.processByIdentity(identity);
  }

  @Override
  public long objectByIdentity(Bytes identity) {
    return reader.objectByIdentity(identity);
  }

  @Override
  public boolean hasIdentity(long object) {
    ObjectInfo info = reader.object(object);
    return info != null && !info.declaration().identity().isEmpty();
  }

  /** Ends a visit at the first name: one is enough, and a folder may hold very many. */
  private static final class Found extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Found() {
      super(null, null, false, false);
    }
  }
}
