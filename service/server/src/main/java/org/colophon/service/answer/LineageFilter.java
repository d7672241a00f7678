package org.colophon.service.answer;

import java.util.List;
import org.colophon.query.api.LineageQuery;

/**
 * Edges and nodes that a lineage leaves out.
 *
 * @param dataOnly follow data edges only
 * @param hidden globs of objects and programs to leave out
 * @param all include code and system files
 */
public record LineageFilter(boolean dataOnly, List<String> hidden, boolean all) {
  /** System directories, whose files are shown only on request. */
  private static final List<String> SYSTEM_DIRECTORIES =
      List.of("/usr", "/lib", "/lib32", "/lib64", "/etc", "/proc", "/sys", "/dev", "/run", "/bin");

  /** Directories below these with files of people and their programs. */
  private static final List<String> PEOPLES_DIRECTORIES =
      List.of("/dev/shm", "/dev/mqueue", "/run/shm", "/run/user", "/run/media");

  /** Semaphores carry no data between programs. */
  private static final String SEMAPHORES = "/dev/shm/sem.*";

  public LineageFilter {
    hidden = List.copyOf(hidden);
  }

  /** Configures a broad query, which leaves out code and system files as well. */
  LineageQuery.Builder apply(LineageQuery.Builder query) {
    applyHidden(query).includeCode(all).includeNames(all);
    if (!all) {
      SYSTEM_DIRECTORIES.forEach(query::hideObjects);
      PEOPLES_DIRECTORIES.forEach(query::keepObjects);
      query.hide(SEMAPHORES);
    }
    return query;
  }

  /** Configures a specific query, which leaves out only what the request hides. */
  LineageQuery.Builder applyHidden(LineageQuery.Builder query) {
    hidden.forEach(query::hide);
    return query.dataOnly(dataOnly);
  }
}
