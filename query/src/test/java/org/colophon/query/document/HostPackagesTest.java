// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.colophon.core.model.ObjectKind;
import org.colophon.query.document.RecordedRun.Role;
import org.colophon.query.document.RecordedRun.RunFile;
import org.colophon.query.document.Surroundings.SoftwarePackage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HostPackagesTest {
  private static final Instant END = Instant.parse("2026-01-01T00:00:00Z");

  @TempDir private Path directory;

  private void write(String name, String text) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    Files.setLastModifiedTime(file, FileTime.from(END.minusSeconds(9)));
  }

  private static RecordedRun run(Instant end, String... names) {
    List<RunFile> files =
        Stream.of(names)
            .map(
                each ->
                    new RunFile(
                        "object:1", each, ObjectKind.FILE, Role.INPUT, true, null, null, 0L))
            .toList();
    return new RecordedRun(
        "ab", "", 7, false, null, end, List.of(), files, List.of(), List.of(), List.of());
  }

  private List<SoftwarePackage> found(String... names) {
    String[] below = Stream.of(names).map(each -> directory + "/" + each).toArray(String[]::new);
    return new LanguagePackages().of(run(END, below), List.of());
  }

  @BeforeEach
  void install() throws IOException {
    write(
        "database/status",
        "Package: libx++\nStatus: install ok installed\nVersion: 1:2.0+b1~rc\nArchitecture: amd64\n"
            + "Description: x\n Version: no field\n\n"
            + "Package: gone\nStatus: deinstall ok config-files\nVersion: 1\nArchitecture: all\n");
    write("database/info/libx++:amd64.list", "/.\n/usr\n/lib/x.so\n/usr/include/x.h\n");
    write("database/info/gone.list", "/usr/share/gone\n");
  }

  @Test
  void findsDebianPackagesWithCanonicalPurls() {
    DebianPackages debian = new DebianPackages(directory.resolve("database"), "ubuntu");

    List<SoftwarePackage> packages =
        debian.of(run(END, "/usr/include/x.h", "/usr/lib/x.so", "/usr/share/gone", "/usr/none"));

    assertThat(packages)
        .containsExactly(
            new SoftwarePackage(
                "deb",
                "libx++",
                "1:2.0+b1~rc",
                "pkg:deb/ubuntu/libx%2B%2B@1:2.0%2Bb1~rc?arch=amd64",
                List.of(0, 1),
                false));
  }

  @Test
  void reportsPackagesThatMayHaveChangedAfterTheRun() {
    DebianPackages debian = new DebianPackages(directory.resolve("database"), "debian");

    assertThat(debian.of(run(END.minusSeconds(60), "/usr/lib/x.so")))
        .extracting(SoftwarePackage::changed)
        .containsExactly(true);
    assertThat(debian.of(run(null, "/usr/lib/x.so")))
        .extracting(SoftwarePackage::changed)
        .containsExactly(true);
  }

  @Test
  void findsPackagesOfPipByTheirListsOfFiles() throws IOException {
    String site = "venv/lib/python3.11/site-packages/";
    write(site + "Foo_Bar-1.0+cpu.dist-info/RECORD", "foo/a.py,sha256=x,1\nfoo/b.py,,\n");
    write(site + "foo/a.py", "");

    assertThat(found(site + "foo/a.py", site + "other.py", site + "foo/b.py"))
        .containsExactly(
            new SoftwarePackage(
                "pypi", "foo-bar", "1.0+cpu", "pkg:pypi/foo-bar@1.0%2Bcpu", List.of(0, 2), false));
  }

  @Test
  void findsPackagesOfNpmByTheNearestManifest() throws IOException {
    write("w/node_modules/a/package.json", "{\"name\":\"a\",\"version\":\"2.0.0\"}");
    String inner = "w/node_modules/a/node_modules/@types/node/";
    write(inner + "package.json", "{\"name\":\"@types/node\",\"version\":\"1.0.0\"}");

    assertThat(
            found(
                "w/node_modules/a/lib/x.js",
                inner + "index.d.ts",
                "w/node_modules/.bin/a",
                "w/node_modules/removed/x.js"))
        .extracting(SoftwarePackage::purl)
        .containsExactly("pkg:npm/%40types/node@1.0.0", "pkg:npm/a@2.0.0");
  }

  @Test
  void findsCratesAndArtifactsByTheirPaths() throws IOException {
    write("h/.cargo/registry/src/index-1/sha-1-0.10.0/src/lib.rs", "");
    write("h/.m2/repository/org/x/core/1.2/core-1.2.jar", "");

    assertThat(
            found(
                "h/.cargo/registry/src/index-1/sha-1-0.10.0/src/lib.rs",
                "h/.m2/repository/org/x/core/1.2/core-1.2.jar",
                "h/.m2/repository/org/x/core/maven-metadata-central.xml"))
        .extracting(SoftwarePackage::purl, SoftwarePackage::name)
        .containsExactly(
            tuple("pkg:cargo/sha-1@0.10.0", "sha-1"),
            tuple("pkg:maven/org.x/core@1.2", "org.x/core"));
  }

  @Test
  void leavesFilesToThePackageThatIsKnown() throws IOException {
    write("h/.m2/repository/org/x/core/1.2/core-1.2.jar", "");
    SoftwarePackage known =
        new SoftwarePackage("deb", "x", "1", "pkg:deb/debian/x@1", List.of(0), false);
    RecordedRun run = run(END, directory + "/h/.m2/repository/org/x/core/1.2/core-1.2.jar");

    assertThat(new LanguagePackages().of(run, List.of(known))).isEmpty();
  }

  @Test
  void readsVendorFromReleaseFile() throws IOException {
    write("os-release", "NAME=\"Ubuntu\"\nVERSION_ID=\"24\"\nID=\"ubuntu\"\n");

    assertThat(HostPackages.vendor(directory.resolve("os-release"), "debian")).isEqualTo("ubuntu");
    assertThat(HostPackages.vendor(directory.resolve("none"), "debian")).isEqualTo("debian");
  }
}
