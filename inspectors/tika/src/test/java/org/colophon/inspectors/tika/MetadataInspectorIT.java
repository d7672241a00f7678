// SPDX-License-Identifier: Apache-2.0
package org.colophon.inspectors.tika;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.colophon.core.inspect.FindingOutput;
import org.colophon.core.inspect.Inspection;
import org.colophon.core.inspect.InspectionConfig;
import org.colophon.core.inspect.Inspections;
import org.colophon.core.inspect.choice.InspectorSpec;
import org.colophon.core.inspect.content.Contents;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.inspect.Change;
import org.colophon.core.spi.inspect.Content;
import org.colophon.core.spi.inspect.Finding;
import org.colophon.core.spi.inspect.InspectorTraits;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests the inspector in the worker JVM, as in production. */
@Timeout(300)
class MetadataInspectorIT {
  /** A busy machine starts the worker slowly. */
  private static final long TIMEOUT_MILLIS = 100_000;

  @TempDir Path directory;

  private static byte[] pdf(String title) {
    String body =
        "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
            + "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
            + "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\n"
            + "4 0 obj<</Title("
            + title
            + ")/Author(Ann)>>endobj\ntrailer<</Root 1 0 R/Info 4 0 R/Size 5>>\n%%EOF\n";
    return body.getBytes(ISO_8859_1);
  }

  private static byte[] zip(int bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      zip.putNextEntry(new ZipEntry("zeros"));
      zip.write(new byte[bytes]);
    }
    return out.toByteArray();
  }

  private List<String> inspect(String name, byte[]... versions) {
    List<String> found = new CopyOnWriteArrayList<>();
    FindingOutput output =
        new FindingOutput() {
          @Override
          public void found(Inspection inspection, Finding finding) {
            found.add(finding.type() + " " + finding.data());
          }

          @Override
          public void flush() {}
        };
    MetadataInspectorFactory factory = new MetadataInspectorFactory();
    InspectorTraits traits = factory.traits().withTimeoutMillis(TIMEOUT_MILLIS);
    InspectionConfig config =
        InspectionConfig.of(List.of(new InspectorSpec(factory, Map.of(), traits)), directory);
    try (Inspections inspections = Inspections.start(config, () -> output)) {
      Content before = Content.absent();
      for (byte[] version : versions) {
        Content after = Contents.of(version, directory);
        Change change = Change.of(Bytes.of("/lab/" + name), "", before, after);
        inspections.offer(new Inspection(change, 1, 2, 3, () -> {}));
        before = after;
      }
      assertThat(inspections.awaitIdle(2 * TIMEOUT_MILLIS)).isTrue();
    }
    return found;
  }

  @Test
  @Tag("jdk")
  void reportsChangedMetadataOfAPdf() {
    List<String> found = inspect("a.pdf", pdf("Draft"), pdf("Final"));
    assertThat(found).hasSize(2);
    assertThat(found.get(0)).startsWith("file/metadata").contains("dc:creator", "Ann");
    assertThat(found.get(1))
        .contains("{\"key\":\"dc:title\",\"before\":\"Draft\",\"after\":\"Final\"}")
        .doesNotContain("dc:creator");
  }

  @Test
  void continuesWhenFilesAreBombsOrBroken() throws IOException {
    byte[] noise = new byte[5_000];
    System.arraycopy(pdf("x"), 0, noise, 0, 60);
    List<String> found = inspect("a.pdf", noise, pdf("Fine"));
    assertThat(found).anySatisfy(each -> assertThat(each).contains("inspector/failed"));
    assertThat(inspect("a.zip", zip(200 << 20), zip(10))).isNotNull();
    assertThat(inspect("b.pdf", pdf("Fine"))).singleElement().asString().contains("Fine");
  }

  @Test
  void hasNoLibraryForRar() {
    assertThatThrownBy(() -> Class.forName("com.github.junrar.Archive"))
        .isInstanceOf(ClassNotFoundException.class);
  }

  @Test
  void reportsOnlyTypeOfRar() throws IOException {
    byte[] rar = "Rar!\u001a\u0007\u0000 and entries".getBytes(ISO_8859_1);
    Change change =
        Change.of(Bytes.of("/lab/a.rar"), "", Content.absent(), Contents.of(rar, directory));
    assertThat(new MetadataInspector().inspect(change))
        .singleElement()
        .extracting(finding -> finding.data().toString())
        .asString()
        .contains("application/x-rar-compressed");
  }
}
