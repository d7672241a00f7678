package org.colophon.cli.command;

import java.util.ArrayList;
import java.util.List;
import org.colophon.query.api.LineageQuery;
import picocli.CommandLine.Option;

/** What a lineage leaves out. By default what a person seldom means: code and system files. */
final class FilterOptions {
  /** Folders of the system; a file there is shown only on request, or where it is asked about. */
  private static final List<String> SYSTEM_FOLDERS =
      List.of("/usr", "/lib", "/lib32", "/lib64", "/etc", "/proc", "/sys", "/dev", "/run", "/bin");

  @Option(
      names = "--data-only",
      description = "Follow content only, not who started, signalled or named what.")
  private boolean isDataOnly;

  @Option(
      names = "--hide",
      paramLabel = "GLOB",
      description =
          "Leave out objects and programs of such names, and all below such folders. Repeatable.")
  private List<String> hidden = new ArrayList<>();

  @Option(
      names = {"-a", "--all"},
      description = "Leave nothing out: all depths, code and system files too.")
  private boolean isAll;

  boolean isAll() {
    return isAll;
  }

  /** For queries that show much: leaves out code and system files as well. */
  LineageQuery.Builder apply(LineageQuery.Builder query) {
    applyHidden(query).includeCode(isAll).includeNames(isAll);
    if (!isAll) {
      SYSTEM_FOLDERS.forEach(query::hideObjects);
    }
    return query;
  }

  /** For queries about something in particular: leaves out only what was asked to be. */
  LineageQuery.Builder applyHidden(LineageQuery.Builder query) {
    hidden.forEach(query::hide);
    return query.dataOnly(isDataOnly);
  }
}
