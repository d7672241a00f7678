package org.colophon.query.naming;

import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.model.fact.ObjectInfo;
import org.colophon.core.spi.storage.LineageReader;

/** Says how to call an object. */
public final class ObjectNames {
  private final LineageReader reader;

  public ObjectNames(LineageReader reader) {
    this.reader = reader;
  }

  /**
   * The name that the object had as of an LSN; if it had none, the one it had last before, else the
   * first it got later, else its label; may be empty.
   */
  public Bytes nameOf(long object, long lsn) {
    return nameOf(reader.namesOf(object), object, lsn);
  }

  /**
   * The same.
   *
   * @param names all that the object ever had
   */
  public Bytes nameOf(List<NameBinding> names, long object, long lsn) {
    Bytes holding = null;
    Bytes before = null;
    Bytes after = null;
    for (NameBinding binding : names) {
      if (binding.holdsAt(lsn)) {
        holding = holding == null ? binding.path() : holding;
      } else if (binding.fromLsn() <= lsn) {
        before = binding.path();
      } else {
        after = after == null ? binding.path() : after;
      }
    }
    Bytes past = holding != null ? holding : before;
    Bytes name = past != null ? past : after;
    return name != null ? name : labelOf(object);
  }

  private Bytes labelOf(long object) {
    ObjectInfo info = reader.object(object);
    return info == null ? Bytes.EMPTY : info.declaration().label();
  }
}
