// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.document;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.colophon.core.error.IoFailure;
import org.colophon.query.document.Surroundings.SoftwarePackage;

/**
 * Finds the Debian packages of files in the database of dpkg. Reads all file lists once, which
 * takes some tens of milliseconds. One thread.
 *
 * @see <a href="https://github.com/package-url/purl-spec">purl: type deb</a>
 */
public final class DebianPackages {
  private static final String USR = "/usr";

  private final Path database;
  private final String vendor;

  /** A stanza of the status file. */
  private record Installed(String name, String version, String architecture) {
    String purl(String vendor) {
      return "pkg:deb/%s/%s@%s?arch=%s"
          .formatted(
              vendor,
              LanguagePackages.encoded(name),
              LanguagePackages.encoded(version),
              architecture);
    }
  }

  /**
   * Constructs a finder.
   *
   * @param database the directory of dpkg, usually {@code /var/lib/dpkg}
   * @param vendor the distribution in purls, such as {@code debian}
   */
  public DebianPackages(Path database, String vendor) {
    this.database = database;
    this.vendor = vendor;
  }

  /** Returns whether the database exists. */
  public boolean exists() {
    return Files.isReadable(database.resolve("status"));
  }

  /** Returns the packages that contain folded files of a run; other files have no package. */
  public List<SoftwarePackage> of(RecordedRun run) {
    Map<String, List<Integer>> wanted = new HashMap<>();
    for (int i = 0; i < run.files().size(); i++) {
      if (run.files().get(i).folded()) {
        wanted.computeIfAbsent(merged(run.files().get(i).name()), x -> new ArrayList<>()).add(i);
      }
    }
    Map<String, SoftwarePackage> found = new TreeMap<>();
    try {
      Map<String, Installed> installed = installed();
      try (Stream<Path> lists = Files.list(database.resolve("info"))) {
        for (Path list : lists.filter(each -> each.toString().endsWith(".list")).toList()) {
          String file = list.getFileName().toString();
          Installed each = installed.get(file.substring(0, file.length() - ".list".length()));
          List<Integer> files = each == null ? List.of() : filesOf(list, wanted);
          if (each != null && !files.isEmpty()) {
            String purl = each.purl(vendor);
            found.put(
                purl,
                new SoftwarePackage(
                    "deb", each.name(), each.version(), purl, files, run.mayPrecede(list)));
          }
        }
      }
    } catch (IOException e) {
      throw IoFailure.of("read", database, e);
    }
    return List.copyOf(found.values());
  }

  private static List<Integer> filesOf(Path list, Map<String, List<Integer>> wanted)
      throws IOException {
    try (Stream<String> lines = Files.lines(list, StandardCharsets.ISO_8859_1)) {
      return lines
          .flatMap(each -> wanted.getOrDefault(merged(each), List.of()).stream())
          .distinct()
          .sorted()
          .toList();
    }
  }

  /**
   * Returns the path where Debian 12 keeps a file. Lists still have files below {@code /lib}, which
   * is a link to {@code /usr/lib}.
   */
  private static String merged(String path) {
    boolean isLinked =
        path.startsWith("/bin/") || path.startsWith("/sbin/") || path.startsWith("/lib");
    return isLinked ? USR + path : path;
  }

  /** Returns the installed packages by the names of their lists. */
  private Map<String, Installed> installed() throws IOException {
    Map<String, Installed> installed = new HashMap<>();
    Map<String, String> fields = new HashMap<>();
    try (BufferedReader status = Files.newBufferedReader(database.resolve("status"))) {
      for (String line = status.readLine(); line != null; line = status.readLine()) {
        int colon = line.indexOf(':');
        if (line.isEmpty()) {
          add(fields, installed);
        } else if (colon > 0 && line.charAt(0) != ' ') {
          fields.put(line.substring(0, colon), line.substring(colon + 1).strip());
        }
      }
    }
    add(fields, installed);
    return installed;
  }

  private static void add(Map<String, String> fields, Map<String, Installed> installed) {
    String name = fields.getOrDefault("Package", "");
    String architecture = fields.getOrDefault("Architecture", "");
    Installed found = new Installed(name, fields.getOrDefault("Version", ""), architecture);
    if (fields.getOrDefault("Status", "").endsWith(" installed")) {
      installed.put(name, found);
      installed.put(name + ":" + architecture, found);
    }
    fields.clear();
  }
}
