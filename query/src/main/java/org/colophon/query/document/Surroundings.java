// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.document;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Facts for a document that the history does not have. The command reads them on the host where it
 * runs.
 *
 * @param tool name and version of this program
 * @param now time of the document
 * @param packages installed packages that contain folded files of the run; sorted by purl
 * @param revision state of the version control at the run's directory; null if there is none
 * @param differences files that differ from the record, which the user accepted; terminal-safe
 * @param builder URI of the machinery that ran the programs, in statements about builds
 */
public record Surroundings(
    String tool,
    Instant now,
    List<SoftwarePackage> packages,
    @Nullable Revision revision,
    List<String> differences,
    String builder) {
  /** The builder of runs that nobody else vouches for. */
  public static final String TRACE = "https://colophon.dev/trace/v1";

  public Surroundings {
    packages = List.copyOf(packages);
    differences = List.copyOf(differences);
  }

  /** Constructs surroundings of the default builder. */
  public Surroundings(
      String tool,
      Instant now,
      List<SoftwarePackage> packages,
      @Nullable Revision revision,
      List<String> differences) {
    this(tool, now, packages, revision, differences, TRACE);
  }

  /**
   * A package of a package manager.
   *
   * @param type type of the purl, such as {@code deb} or {@code pypi}
   * @param purl the package URL (purl specification), which has no version if that is unknown
   * @param files indexes of the files in {@link RecordedRun#files}; ascending
   * @param changed true if the package was installed or changed after the run ended, so that the
   *     run may have used another version
   */
  public record SoftwarePackage(
      String type, String name, String version, String purl, List<Integer> files, boolean changed) {
    public SoftwarePackage {
      files = List.copyOf(files);
    }
  }

  /**
   * A state of version control.
   *
   * @param directory the working tree
   * @param remote URL of the remote repository without credentials; empty if there is none
   * @param commit id of the current commit
   * @param dirty true if the working tree has changes or files that the commit does not have
   * @param moved true if the commit was checked out or made after the run began
   */
  public record Revision(
      String directory, String remote, String commit, boolean dirty, boolean moved) {}
}
