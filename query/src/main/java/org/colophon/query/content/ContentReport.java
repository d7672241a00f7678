// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.content;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.encoding.FileDigest;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.format.NodeText;
import org.colophon.query.naming.ContentVersions;
import org.colophon.query.naming.ContentVersions.Version;
import org.colophon.query.naming.ObjectNames;
import org.colophon.query.text.DisplayText;
import org.colophon.query.text.Lines;
import org.jspecify.annotations.Nullable;

/** The versions with a content, the last first. */
public final class ContentReport {
  private static final FileDigest EMPTY =
      new FileDigest(
          "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
          "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
          0);

  private record Writer(String process, String command) {}

  private record Shown(
      String object,
      List<String> names,
      long lsn,
      String time,
      boolean newest,
      @Nullable Writer writer,
      FileDigest digest) {}

  private record AllShown(String content, List<Shown> versions) {}

  private final LineageReader reader;
  private final long asOfLsn;
  private final Bytes content;
  private final List<Shown> versions;

  /**
   * Finds the versions as of an LSN.
   *
   * @throws org.colophon.core.error.ColophonException BAD_REQUEST unless the text is {@code
   *     sha256:}, {@code git:} or {@code fs-verity:} and the digits of a digest
   */
  public ContentReport(LineageReader reader, String text, long asOfLsn) {
    this.reader = reader;
    this.asOfLsn = asOfLsn;
    this.content = Bytes.of(text);
    if (!FileDigest.isContent(content)) {
      FileDigest.rejectMalformed(content);
      throw ErrorCode.BAD_REQUEST.exception(
          "'%s' is not a content: write it as sha256:HEX, git:HEX or fs-verity:HEX"
              .formatted(DisplayText.text(text)));
    }
    this.versions =
        new ContentVersions(reader, asOfLsn).of(content).stream().map(this::shown).toList();
  }

  /** Returns whether any version is known. */
  public boolean isFound() {
    return !versions.isEmpty();
  }

  /** Returns remarks for people. */
  public List<String> remarks() {
    if (EMPTY.isMeantBy(content)) {
      return List.of("empty content proves no identity, so it is not recorded");
    }
    return isFound() ? List.of() : List.of("no recorded version has the content " + content);
  }

  /** Returns the value to write as JSON. */
  public Object json() {
    return new AllShown(content.toString(), versions);
  }

  private Shown shown(Version version) {
    Set<String> names = new LinkedHashSet<>();
    names.add(new ObjectNames(reader).nameOf(version.object(), version.lsn()).display());
    for (NameBinding each : reader.placesOf(version.object())) {
      if (each.fromLsn() <= asOfLsn) {
        names.add(each.path().display());
      }
    }
    return new Shown(
        "object:" + version.object(),
        List.copyOf(names),
        version.lsn(),
        DisplayText.instant(reader.timeAt(version.lsn())),
        version.isNewest(),
        writer(new ContentVersions(reader, asOfLsn).writerOf(version)),
        version.digest());
  }

  private @Nullable Writer writer(long id) {
    ProcessInfo process = id == 0 ? null : reader.process(id);
    return process == null ? null : new Writer("process:" + id, NodeText.command(process));
  }

  /**
   * Prints the versions.
   *
   * @param widthColumns maximum width of a line; 0 for no limit
   */
  public void print(OutputStream out, int widthColumns, ZoneId zone) throws IOException {
    for (Shown each : versions) {
      String writer = each.writer() == null ? "nothing recorded" : text(each.writer());
      List<String> lines = new ArrayList<>();
      lines.add(each.names().get(0) + "  [" + each.object() + "]");
      each.names().stream().skip(1).forEach(name -> lines.add("  also named  " + name));
      String time = DisplayText.time(reader.timeAt(each.lsn()), zone);
      lines.add("  known since " + time + ", LSN " + each.lsn());
      lines.add("  written by  " + writer);
      lines.add("  version     " + (each.newest() ? "the newest" : "changed later"));
      if (each.digest().fsVerity() != null) {
        lines.add("  fs-verity   " + each.digest().fsVerity());
      }
      for (String line : lines) {
        out.write((Lines.fit(line, widthColumns) + "\n").getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  private static String text(Writer writer) {
    return writer.command() + "  [" + writer.process() + "]";
  }
}
