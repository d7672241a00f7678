// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.document;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.colophon.core.error.IoFailure;
import org.colophon.query.document.Surroundings.SoftwarePackage;

/** Finds the packages of all known package managers on this host. Any thread. */
public final class HostPackages {
  private static final Path OS_RELEASE = Path.of("/etc/os-release");
  private static final String ID = "ID=";

  private HostPackages() {}

  /** Returns the packages that contain folded files of a run of this host, sorted by purl. */
  public static List<SoftwarePackage> of(RecordedRun run) {
    DebianPackages debian =
        new DebianPackages(Path.of("/var/lib/dpkg"), vendor(OS_RELEASE, "debian"));
    List<SoftwarePackage> found = new ArrayList<>(debian.exists() ? debian.of(run) : List.of());
    found.addAll(new LanguagePackages().of(run, found));
    found.sort(Comparator.comparing(SoftwarePackage::purl));
    return found;
  }

  /** Returns the id in a file such as {@code /etc/os-release}, or the default without one. */
  static String vendor(Path release, String usual) {
    try {
      return Files.readAllLines(release).stream()
          .filter(each -> each.startsWith(ID))
          .map(each -> each.substring(ID.length()).replaceAll("[\"']", "").strip())
          .findFirst()
          .orElse(usual);
    } catch (NoSuchFileException e) {
      return usual;
    } catch (IOException e) {
      throw IoFailure.of("read", release, e);
    }
  }
}
