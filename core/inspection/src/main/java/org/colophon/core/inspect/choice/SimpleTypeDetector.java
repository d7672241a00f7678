// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.inspect.choice;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.inspect.TypeDetector;

/**
 * Detects a type by distinctive first bytes, then by the ending of the name, then by text-like
 * first bytes.
 */
public final class SimpleTypeDetector implements TypeDetector {
  private static final String ZIP = "application/zip";
  private static final Map<String, String> BY_ENDING = new TreeMap<>();

  /** First bytes of contents. If several document types share them, the ending decides. */
  private static final Map<String, String> BY_MAGIC =
      Map.ofEntries(
          Map.entry("%PDF-", "application/pdf"),
          Map.entry("PK\003\004", ZIP),
          Map.entry("\211PNG\r\n\032\n", "image/png"),
          Map.entry("\377\330\377", "image/jpeg"),
          Map.entry("GIF8", "image/gif"),
          Map.entry("II*\0", "image/tiff"),
          Map.entry("MM\0*", "image/tiff"),
          Map.entry("ID3", "audio/mpeg"),
          Map.entry("fLaC", "audio/flac"),
          Map.entry("OggS", "audio/ogg"),
          Map.entry("PAR1", "application/vnd.apache.parquet"),
          Map.entry("\037\213", "application/gzip"),
          Map.entry("BZh", "application/x-bzip2"),
          Map.entry("\3757zXZ\0", "application/x-xz"),
          Map.entry("\177ELF", "application/x-executable"),
          Map.entry("SQLite format 3\0", "application/vnd.sqlite3"),
          Map.entry("\320\317\021\340\241\261\032\341", "application/x-ole-storage"));

  static {
    put("text/plain", "txt text log conf cfg ini properties me");
    put("text/markdown", "md markdown");
    put("text/csv", "csv");
    put("text/tab-separated-values", "tsv tab");
    put("text/html", "html htm xhtml");
    put("text/css", "css");
    put("text/x-tex", "tex bib sty");
    put("text/x-script", "sh bash zsh py rb pl lua r tcl awk sed");
    put("text/x-source", "c h cc cpp hpp java kt scala go rs js ts cs swift sql mk cmake gradle");
    put("text/x-markup", "rst adoc org yaml yml toml diff patch");
    put("application/json", "json geojson ipynb");
    put("application/xml", "xml xsd xsl svg pom");
    put("application/vnd.openxmlformats-officedocument.wordprocessingml.document", "docx");
    put("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xlsx");
    put("application/vnd.openxmlformats-officedocument.presentationml.presentation", "pptx");
    put("application/vnd.oasis.opendocument.text", "odt");
    put("application/vnd.oasis.opendocument.spreadsheet", "ods");
    put("application/vnd.oasis.opendocument.presentation", "odp");
    put("application/epub+zip", "epub");
    put("application/java-archive", "jar war");
    put("application/msword", "doc");
    put("application/vnd.ms-excel", "xls");
    put("application/vnd.ms-powerpoint", "ppt");
    put("application/pdf", "pdf");
    put("application/rtf", "rtf");
    put("application/vnd.apache.parquet", "parquet");
    put(ZIP, "zip");
    put("image/jpeg", "jpg jpeg");
    put("image/png", "png");
    put("image/tiff", "tif tiff");
    put("image/gif", "gif");
    put("audio/mpeg", "mp3");
    put("audio/flac", "flac");
    put("audio/ogg", "ogg oga");
    put("video/mp4", "mp4 m4a mov");
  }

  private static void put(String type, String endings) {
    for (String ending : endings.split(" ", -1)) {
      BY_ENDING.put(ending, type);
    }
  }

  @Override
  public String typeOf(Bytes name, byte[] head) {
    String byName = byEnding(name);
    String magic = byMagic(head);
    if (magic.isEmpty()) {
      return byName.isEmpty() ? byLook(head) : byName;
    }
    // Documents are archives; the ending gives the type.
    boolean isContainer = magic.equals(ZIP) || magic.equals("application/x-ole-storage");
    return isContainer && byName.startsWith("application/") ? byName : magic;
  }

  private static String byEnding(Bytes name) {
    int dot = name.lastIndexOf('.');
    if (dot < 1) {
      return "";
    }
    String ending = name.slice(dot + 1, name.length()).toString().toLowerCase(Locale.ROOT);
    return BY_ENDING.getOrDefault(ending, "");
  }

  private static String byMagic(byte[] head) {
    for (Map.Entry<String, String> each : BY_MAGIC.entrySet()) {
      if (startsWith(head, each.getKey())) {
        return each.getValue();
      }
    }
    return "";
  }

  private static boolean startsWith(byte[] head, String magic) {
    if (head.length < magic.length()) {
      return false;
    }
    for (int i = 0; i < magic.length(); i++) {
      if (head[i] != (byte) magic.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private static String byLook(byte[] head) {
    for (byte b : head) {
      boolean isBlank = b == '\n' || b == '\r' || b == '\t' || b == '\f' || b == '\033';
      if (b >= 0 && b < ' ' && !isBlank) {
        return UNKNOWN;
      }
    }
    return head.length == 0 ? UNKNOWN : "text/plain";
  }
}
