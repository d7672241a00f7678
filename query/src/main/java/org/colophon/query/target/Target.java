package org.colophon.query.target;

import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.query.api.Root;

/**
 * A resolved TARGET text. Made by {@link Targets}.
 *
 * @param text as given.
 * @param path the absolute path or other name, {@link Bytes#EMPTY} if the target is not a name.
 * @param lsn the LSN as of which the name was looked up.
 * @param askedLsn what was asked about: the as-of LSN, or what follows the at sign. A name that is
 *     gone is looked up as of its end, but there is more to tell of it.
 * @param isDirectory whether everything below a directory is meant.
 * @param roots at least one.
 */
public record Target(
    String text, Bytes path, long lsn, long askedLsn, boolean isDirectory, List<Root> roots) {
  public Target {
    roots = List.copyOf(roots);
  }
}
