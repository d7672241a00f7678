package org.colophon.service.answer;

import java.util.List;
import org.colophon.query.api.LineageQuery;

/**
 * What a lineage leaves out.
 *
 * @param dataOnly follow content only, not who started, signalled or named what
 * @param hidden globs of objects and programs to leave out
 * @param all leave nothing else out: code and system files too
 */
public record LineageFilter(boolean dataOnly, List<String> hidden, boolean all) {
  /** Folders of the system; a file there is shown only on request, or where it is asked about. */
  private static final List<String> SYSTEM_FOLDERS =
      List.of("/usr", "/lib", "/lib32", "/lib64", "/etc", "/proc", "/sys", "/dev", "/run", "/bin");

  /** Folders below these where people and their programs keep what is theirs. */
  private static final List<String> PEOPLES_FOLDERS =
      List.of("/dev/shm", "/dev/mqueue", "/run/shm", "/run/user", "/run/media");

  /** Semaphores: programs that wait for each other tell each other no more than that. */
  private static final String SEMAPHORES = "/dev/shm/sem.*";

  public LineageFilter {
    hidden = List.copyOf(hidden);
  }

  /** For queries that show much: leaves out code and system files as well. */
  LineageQuery.Builder apply(LineageQuery.Builder query) {
    applyHidden(query).includeCode(all).includeNames(all);
    if (!all) {
      SYSTEM_FOLDERS.forEach(query::hideObjects);
      PEOPLES_FOLDERS.forEach(query::keepObjects);
      query.hide(SEMAPHORES);
    }
    return query;
  }

  /** For queries about something in particular: leaves out only what was asked to be. */
  LineageQuery.Builder applyHidden(LineageQuery.Builder query) {
    hidden.forEach(query::hide);
    return query.dataOnly(dataOnly);
  }
}
