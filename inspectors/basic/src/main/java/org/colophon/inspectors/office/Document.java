// SPDX-License-Identifier: Apache-2.0
package org.colophon.inspectors.office;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.colophon.core.spi.inspect.Content;

/** The properties of a document in either family of formats. */
final class Document {
  private static final int MAX_PART_BYTES = 1 << 20;
  private static final int[] OLE_MAGIC = {0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1};
  private static final String ENCRYPTED = "encrypted";

  private final ZipFile archive;
  private final Map<String, Object> properties = new TreeMap<>();

  private Document(ZipFile archive) {
    this.archive = archive;
  }

  static Map<String, Object> properties(Content content) throws IOException {
    if (!content.exists() || content.sizeBytes() == 0) {
      return Map.of();
    }
    if (isPasswordProtected(content)) {
      return Map.of(ENCRYPTED, true);
    }
    try (ZipFile archive = new ZipFile(content.file().toFile())) {
      return new Document(archive).read();
    }
  }

  /**
   * Returns true for a document with a password, which Office puts into a container of its older
   * format.
   */
  private static boolean isPasswordProtected(Content content) throws IOException {
    byte[] head = content.read(0, OLE_MAGIC.length);
    for (int i = 0; i < OLE_MAGIC.length; i++) {
      if (i >= head.length || (head[i] & 0xff) != OLE_MAGIC[i]) {
        return false;
      }
    }
    return true;
  }

  private Map<String, Object> read() throws IOException {
    if (has("META-INF/manifest.xml") && manifest().contains("encryption-data")) {
      return Map.of(ENCRYPTED, true);
    }
    part("docProps/core.xml", PropertyNames.OPEN_XML_CORE);
    part("docProps/app.xml", PropertyNames.OPEN_XML_APP);
    part("docProps/custom.xml", PropertyNames.OPEN_XML_CUSTOM);
    part("meta.xml", PropertyNames.OPEN_DOCUMENT);
    if (has("word/vbaProject.bin") || has("xl/vbaProject.bin") || has("ppt/vbaProject.bin")) {
      properties.put("macros", true);
    }
    return properties;
  }

  private boolean has(String name) {
    return archive.getEntry(name) != null;
  }

  private void part(String name, PropertyNames names) throws IOException {
    if (has(name)) {
      new PropertyReader(names, properties).read(bytes(name), name);
    }
  }

  private String manifest() throws IOException {
    return new String(bytes("META-INF/manifest.xml"), StandardCharsets.UTF_8);
  }

  private byte[] bytes(String name) throws IOException {
    ZipEntry entry = archive.getEntry(name);
    try (InputStream in = archive.getInputStream(entry)) {
      byte[] bytes = in.readNBytes(MAX_PART_BYTES + 1);
      if (bytes.length > MAX_PART_BYTES) {
        throw new IOException(name + " in it has more than " + MAX_PART_BYTES + " bytes");
      }
      return bytes;
    }
  }
}
