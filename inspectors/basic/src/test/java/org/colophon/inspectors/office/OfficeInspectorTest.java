// SPDX-License-Identifier: Apache-2.0
package org.colophon.inspectors.office;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.colophon.core.inspect.content.Contents;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.inspect.Change;
import org.colophon.core.spi.inspect.Content;
import org.colophon.core.spi.inspect.Finding;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OfficeInspectorTest {
  private static final String CORE_HEAD =
      "<?xml version=\"1.0\"?><cp:coreProperties xmlns:cp=\"c\" xmlns:dc=\"d\" xmlns:dcterms=\"t\">";

  @TempDir Path directory;

  private static byte[] zip(Map<String, String> parts) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream out = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, String> each : parts.entrySet()) {
        out.putNextEntry(new ZipEntry(each.getKey()));
        out.write(each.getValue().getBytes(UTF_8));
      }
    }
    return bytes.toByteArray();
  }

  private static byte[] docx(String core) throws IOException {
    Map<String, String> parts = new LinkedHashMap<>();
    parts.put("[Content_Types].xml", "<Types/>");
    parts.put("word/document.xml", "<w/>");
    parts.put("docProps/core.xml", core);
    return zip(parts);
  }

  private static String core(String author, String revision) {
    return CORE_HEAD
        + "<dc:creator>"
        + author
        + "</dc:creator><cp:lastModifiedBy>Eve</cp:lastModifiedBy><cp:revision>"
        + revision
        + "</cp:revision><dc:title>Plan &amp; budget</dc:title></cp:coreProperties>";
  }

  private Content content(byte[] bytes) {
    return bytes == null ? Content.absent() : Contents.of(bytes, directory);
  }

  private String inspect(String name, byte[] before, byte[] after) throws IOException {
    Change change = Change.of(Bytes.of("/lab/" + name), "", content(before), content(after));
    List<Finding> found = new OfficeInspectorFactory().create(Map.of()).inspect(change);
    return found.isEmpty() ? "" : found.get(0).type() + " " + found.get(0).data();
  }

  @Test
  void reportsChangesOfAnEditedDocument() throws IOException {
    assertThat(inspect("a.docx", docx(core("Ann", "7")), docx(core("Bob", "8"))))
        .isEqualTo(
            "office/metadata {\"version\":1,\"inspector\":\"office\",\"format\":\"docx\","
                + "\"changes\":[{\"key\":\"author\",\"before\":\"Ann\",\"after\":\"Bob\"},"
                + "{\"key\":\"revision\",\"before\":7,\"after\":8}],\"left_out\":0}");
  }

  @Test
  void reportsEverythingInANewDocument() throws IOException {
    assertThat(inspect("a.docx", null, docx(core("Ann", "1"))))
        .contains("\"key\":\"title\",\"before\":null,\"after\":\"Plan & budget\"")
        .contains("\"key\":\"last modified by\",\"before\":null,\"after\":\"Eve\"");
  }

  @Test
  void reportsNothingWhenThePropertiesAreTheSame() throws IOException {
    assertThat(inspect("a.docx", docx(core("Ann", "1")), docx(core("Ann", "1")))).isEmpty();
  }

  @Test
  void readsStatisticsCustomPropertiesAndMacros() throws IOException {
    byte[] document =
        zip(
            Map.of(
                "docProps/app.xml",
                "<Properties><Pages>3</Pages><Words>40</Words><TitlesOfParts>x</TitlesOfParts></Properties>",
                "docProps/custom.xml",
                "<Properties><property name=\"Case\"><v>A 17</v></property></Properties>",
                "xl/vbaProject.bin",
                "x"));
    assertThat(inspect("a.xlsm", null, document))
        .contains("\"key\":\"pages\",\"before\":null,\"after\":3")
        .contains("\"key\":\"words\",\"before\":null,\"after\":40")
        .contains("\"key\":\"custom: Case\",\"before\":null,\"after\":\"A 17\"")
        .contains("\"key\":\"macros\",\"before\":null,\"after\":true")
        .doesNotContain("TitlesOfParts");
  }

  private static byte[] withCase(String value) throws IOException {
    String custom = "<Properties><property name=\"Case\"><v>%s</v></property></Properties>";
    return zip(Map.of("docProps/custom.xml", custom.formatted(value)));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "007, \"007\"",
        "00, \"00\"",
        "0, 0",
        "7, 7",
        "700, 700",
        "-07, \"-07\"",
        "0123456789012, \"0123456789012\""
      })
  void reportsValuesOfDigitsUnchanged(String value, String told) throws IOException {
    assertThat(inspect("a.docx", null, withCase(value)))
        .contains("\"key\":\"custom: Case\",\"before\":null,\"after\":" + told + "}");
  }

  @Test
  void reportsLostLeadingZeros() throws IOException {
    assertThat(inspect("a.docx", withCase("00123"), withCase("123")))
        .contains("\"before\":\"00123\",\"after\":123");
  }

  @Test
  void readsTheOlderOfficeFormats() throws IOException {
    String meta =
        "<o:document-meta xmlns:o='o' xmlns:meta='m' xmlns:dc='d'><o:meta>"
            + "<meta:initial-creator>Ann</meta:initial-creator><dc:creator>%s</dc:creator>"
            + "<meta:editing-cycles>%d</meta:editing-cycles>"
            + "<meta:keyword>a</meta:keyword><meta:keyword>b</meta:keyword>"
            + "<meta:user-defined meta:name='Case'>17</meta:user-defined>"
            + "<meta:document-statistic meta:page-count='%d' meta:word-count='9'/>"
            + "</o:meta></o:document-meta>";
    byte[] before = zip(Map.of("meta.xml", meta.formatted("Ann", 1, 1)));
    byte[] after = zip(Map.of("meta.xml", meta.formatted("Eve", 2, 3)));
    assertThat(inspect("a.odt", before, after))
        .contains("{\"key\":\"last modified by\",\"before\":\"Ann\",\"after\":\"Eve\"}")
        .contains("{\"key\":\"pages\",\"before\":1,\"after\":3}")
        .contains("{\"key\":\"revision\",\"before\":1,\"after\":2}")
        .doesNotContain("words", "keywords", "Case");
    assertThat(inspect("a.odt", null, after)).contains("\"a, b\"", "custom: Case", "words");
  }

  @Test
  void reportsAnEncryptedFile() throws IOException {
    byte[] ole = {
      (byte) 0xd0, (byte) 0xcf, 0x11, (byte) 0xe0, (byte) 0xa1, (byte) 0xb1, 0x1a, (byte) 0xe1, 0
    };
    assertThat(inspect("a.docx", docx(CORE_HEAD + "</cp:coreProperties>"), ole))
        .contains("{\"key\":\"encrypted\",\"before\":null,\"after\":true}");
    byte[] odt = zip(Map.of("META-INF/manifest.xml", "<m:encryption-data/>", "meta.xml", "\0\1"));
    assertThat(inspect("a.odt", null, odt)).contains("\"key\":\"encrypted\"");
  }

  @Test
  void failsWhenTheDocumentIsTruncated() throws IOException {
    byte[] whole = docx(core("Ann", "1"));
    assertThatThrownBy(() -> inspect("a.docx", whole, Arrays.copyOf(whole, whole.length / 2)))
        .isInstanceOf(IOException.class);
  }

  @Test
  @Timeout(20)
  void rejectsEntitiesThatExplodeOrReadFiles() throws IOException {
    String laughs =
        "<!DOCTYPE x [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;\">"
            + "<!ENTITY c \"&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;\">]>";
    for (String declared :
        List.of(laughs, "<!DOCTYPE x [<!ENTITY c SYSTEM \"file:///etc/passwd\">]>")) {
      String bomb = declared + "<x><title>&c;</title></x>";
      assertThatThrownBy(() -> inspect("a.docx", null, docx(bomb)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("has a document type declaration");
    }
  }

  @Test
  @Timeout(20)
  void stopsReadingDecompressionBomb() throws IOException {
    byte[] bomb =
        docx(CORE_HEAD + "<dc:title>" + "0".repeat(50 << 20) + "</dc:title></cp:coreProperties>");
    assertThat(bomb.length).isLessThan(200_000);
    assertThatThrownBy(() -> inspect("a.docx", null, bomb))
        .hasMessageContaining("docProps/core.xml in it has more than 1048576 bytes");
  }

  @Test
  void rejectsEndlesslyNestedMarkup() throws IOException {
    byte[] deep = docx("<a>".repeat(100_000));
    assertThatThrownBy(() -> inspect("a.docx", null, deep))
        .hasMessageContaining("nested too deeply");
  }

  /** A naive reader would copy each element once for each later element. */
  @Test
  @Timeout(20)
  void endsSoonWhenAnElementRepeatsUpToTheLimit() throws IOException {
    String core = "<c>" + "<a>1</a>".repeat((1 << 17) - 1) + "</c>";
    Map<String, String> parts = new LinkedHashMap<>();
    parts.put("docProps/core.xml", core);
    parts.put("docProps/custom.xml", core);
    parts.put("meta.xml", "<d>" + core.substring(0, core.length() - 12) + "</c></d>");

    assertThat(inspect("a.docx", null, zip(parts))).contains("\"after\":\"1, 1, 1,");
  }
}
