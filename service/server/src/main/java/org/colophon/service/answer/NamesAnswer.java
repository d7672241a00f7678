package org.colophon.service.answer;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.Glob;
import org.colophon.query.text.JsonOutput;
import org.colophon.query.text.TextTable;

/**
 * Names that hold as of a point. A pattern with {@code *} or {@code ?} is a glob, any other the
 * beginning of a name; one that does not begin with a slash is looked for below the directory.
 */
final class NamesAnswer {
  private final LineageReader reader;
  private final AnswerStyle look;
  private final long asOfLsn;

  NamesAnswer(LineageReader reader, AnswerStyle look, long asOfLsn) {
    this.reader = reader;
    this.look = look;
    this.asOfLsn = asOfLsn;
  }

  private record Name(Bytes path, long object) {}

  Answer answer(String pattern, int limit) {
    boolean isGlob = pattern.indexOf('*') >= 0 || pattern.indexOf('?') >= 0;
    boolean isWhole = pattern.startsWith("/") || pattern.contains("://");
    String base = isWhole ? "" : base(look.directory().toString());
    List<Name> found =
        isGlob ? byGlob(base, pattern, limit) : byPrefix(Bytes.of(base + pattern), limit);
    boolean isCutOff = found.size() > limit;
    List<Name> names = isCutOff ? found.subList(0, limit) : found;
    List<String> remarks = isCutOff ? List.of("there are more than " + limit) : List.of();
    if (look.isJson()) {
      return new Answer(
          !names.isEmpty(),
          Answer.JSON,
          remarks,
          out -> JsonOutput.write(out, json -> write(json, names, isCutOff)));
    }
    TextTable table = new TextTable("object", "name");
    names.forEach(name -> table.row("object:" + name.object(), name.path().display()));
    return new Answer(
        !names.isEmpty(), Answer.TEXT, remarks, out -> table.print(out, look.widthColumns()));
  }

  private static String base(String directory) {
    return directory.endsWith("/") ? directory : directory + "/";
  }

  /** The glob is held against what follows the base, in which no character is special. */
  private List<Name> byGlob(String base, String pattern, int limit) {
    Glob glob = Glob.of(pattern);
    Bytes start = Bytes.of(base);
    String fixed = base + pattern.substring(0, firstWild(pattern));
    Bytes folder = Bytes.of(fixed.substring(0, fixed.lastIndexOf('/') + 1));
    return collect(
        folder,
        limit,
        path -> path.startsWith(start) && glob.matches(path.slice(start.length(), path.length())));
  }

  private static int firstWild(String pattern) {
    int star = pattern.indexOf('*');
    int one = pattern.indexOf('?');
    return star < 0 || (one >= 0 && one < star) ? one : star;
  }

  private List<Name> byPrefix(Bytes prefix, int limit) {
    int slash = prefix.lastIndexOf('/');
    return collect(prefix.slice(0, slash + 1), limit, path -> path.startsWith(prefix));
  }

  private List<Name> collect(Bytes folder, int limit, Predicate<Bytes> isWanted) {
    List<Name> found = new ArrayList<>();
    try {
      reader.under(
          folder,
          asOfLsn,
          (path, object) -> {
            if (isWanted.test(path)) {
              found.add(new Name(path, object));
            }
            if (found.size() > limit) {
              throw new EnoughException();
            }
          });
    } catch (EnoughException e) {
      // One more than the limit says that there are more.
    }
    return found;
  }

  private static void write(JsonGenerator json, List<Name> names, boolean isCutOff)
      throws IOException {
    json.writeStartObject();
    json.writeArrayFieldStart("names");
    for (Name name : names) {
      json.writeStartObject();
      json.writeStringField("name", name.path().display());
      json.writeNumberField("object", name.object());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeBooleanField("more", isCutOff);
    json.writeEndObject();
  }

  /** Ends a visit early: a visitor has no other way to say that it has seen enough. */
  private static final class EnoughException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    EnoughException() {
      super(null, null, false, false);
    }
  }
}
