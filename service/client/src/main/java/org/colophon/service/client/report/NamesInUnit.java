package org.colophon.service.client.report;

import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.service.client.report.RemoteOperation.Call;

/** What a unit that is still open has done to names: followed from its end to its begin. */
final class NamesInUnit {
  private NamesInUnit() {}

  /**
   * What a path means in the unit.
   *
   * @param object what it means if the unit says so, 0 if it says that it means nothing
   * @param before what the same thing was called before the unit, null if the unit says all
   * @param isRenamed whether the unit gave it its name by moving another
   */
  record Found(long object, Bytes before, boolean isRenamed) {
    private static Found of(long object) {
      return new Found(object, null, false);
    }
  }

  static Found find(List<RemoteOperation> unit, Bytes path) {
    Bytes name = path;
    boolean isRenamed = false;
    for (int i = unit.size() - 1; i >= 0; i--) {
      RemoteOperation each = unit.get(i);
      if (each.path == null || each.call == Call.RESOLVE) {
        continue;
      }
      boolean isSame = name.equals(each.path);
      switch (each.call) {
        case BIND, OBJECT -> {
          if (isSame) {
            return Found.of(each.call == Call.BIND ? each.object : each.declared);
          }
        }
        case UNBIND -> {
          if (isSame || isBelow(name, each.path)) {
            return Found.of(0);
          }
        }
        case RENAME -> {
          if (name.equals(each.to) || isBelow(name, each.to)) {
            isRenamed |= name.equals(each.to);
            name = moved(name, each.to, each.path);
          } else if (isSame || isBelow(name, each.path)) {
            return Found.of(0);
          }
        }
        default -> name = exchanged(name, each);
      }
    }
    return new Found(0, name, isRenamed);
  }

  private static Bytes exchanged(Bytes name, RemoteOperation each) {
    if (each.to == null) {
      return name;
    }
    if (name.equals(each.to) || isBelow(name, each.to)) {
      return moved(name, each.to, each.path);
    }
    boolean isOther = name.equals(each.path) || isBelow(name, each.path);
    return isOther ? moved(name, each.path, each.to) : name;
  }

  private static Bytes moved(Bytes name, Bytes from, Bytes to) {
    return to.concat(name.slice(from.length(), name.length()));
  }

  private static boolean isBelow(Bytes name, Bytes folder) {
    int length = folder.length();
    return name.length() > length && name.at(length) == '/' && name.slice(0, length).equals(folder);
  }
}
