package org.colophon.query.answer;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
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

/** Finds the versions with a content, the last first. */
record IdentifyAnswer(LineageReader reader, AnswerStyle look, long asOfLsn) {
  private static final Bytes EMPTY =
      Bytes.of("sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");

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

  Answer answer(String content) {
    Bytes name = Bytes.of(content);
    if (!FileDigest.isName(name)) {
      throw ErrorCode.BAD_REQUEST.exception(
          "'%s' is not a content: write it as sha256: and 64 lower-case hexadecimal digits"
              .formatted(DisplayText.text(content)));
    }
    List<Shown> versions =
        new ContentVersions(reader, asOfLsn).of(name).stream().map(this::shown).toList();
    return Answer.of(
        look,
        !versions.isEmpty(),
        remarks(name, versions),
        () -> new AllShown(content, versions),
        out -> write(versions, out));
  }

  private static List<String> remarks(Bytes content, List<Shown> versions) {
    if (content.equals(EMPTY)) {
      return List.of("empty content proves no identity, so it is not recorded");
    }
    return versions.isEmpty()
        ? List.of("no recorded version has the content " + content)
        : List.of();
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

  private void write(List<Shown> versions, OutputStream out) throws IOException {
    StringBuilder text = new StringBuilder();
    for (Shown each : versions) {
      String time = DisplayText.time(reader.timeAt(each.lsn()), look.zone());
      String writer = each.writer() == null ? "nothing recorded" : text(each.writer());
      line(text, each.names().get(0) + "  [" + each.object() + "]");
      each.names().stream().skip(1).forEach(name -> line(text, "  also named  " + name));
      line(text, "  known since " + time + ", LSN " + each.lsn());
      line(text, "  written by  " + writer);
      line(text, "  version     " + (each.newest() ? "the newest" : "changed later"));
    }
    out.write(text.toString().getBytes(StandardCharsets.UTF_8));
  }

  private static String text(Writer writer) {
    return writer.command() + "  [" + writer.process() + "]";
  }

  private void line(StringBuilder text, String line) {
    text.append(Lines.fit(line, look.widthColumns())).append('\n');
  }
}
