// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.answer;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.colophon.core.collect.EnoughException;
import org.colophon.core.model.Bytes;
import org.colophon.core.pattern.Glob;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.text.TextTable;

/**
 * Finds names as of an LSN. A pattern with {@code *} or {@code ?} is a glob; any other pattern is a
 * prefix. A pattern without a leading slash is relative to the caller's directory.
 */
record NamesAnswer(LineageReader reader, AnswerStyle style, long asOfLsn) {
  private record Name(String name, long object) {}

  private record Names(List<Name> names, boolean more) {}

  Answer answer(String pattern, int limit) {
    boolean isGlob = pattern.indexOf('*') >= 0 || pattern.indexOf('?') >= 0;
    boolean isWhole = pattern.startsWith("/") || pattern.contains("://");
    String base = isWhole ? "" : base(style.directory().toString());
    List<Name> found =
        isGlob ? byGlob(base, pattern, limit) : byPrefix(Bytes.of(base + pattern), limit);
    boolean isCutOff = found.size() > limit;
    List<Name> names = isCutOff ? found.subList(0, limit) : found;
    List<String> remarks = isCutOff ? List.of("there are more than " + limit) : List.of();
    TextTable table = new TextTable("object", "name");
    names.forEach(each -> table.row("object:" + each.object(), each.name()));
    return Answer.of(
        style,
        !names.isEmpty(),
        remarks,
        "names",
        () -> new Names(names, isCutOff),
        out -> table.print(out, style.widthColumns()));
  }

  private static String base(String directory) {
    return directory.endsWith("/") ? directory : directory + "/";
  }

  /** Matches a glob against the part of each path below the base. The base is literal. */
  private List<Name> byGlob(String base, String pattern, int limit) {
    Glob glob = Glob.of(pattern);
    Bytes start = Bytes.of(base);
    String fixed = base + pattern.substring(0, firstWild(pattern));
    Bytes directory = Bytes.of(fixed.substring(0, fixed.lastIndexOf('/') + 1));
    return collect(
        directory,
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

  private List<Name> collect(Bytes directory, int limit, Predicate<Bytes> isWanted) {
    List<Name> found = new ArrayList<>();
    try {
      reader.under(
          directory,
          asOfLsn,
          (path, object) -> {
            if (isWanted.test(path)) {
              found.add(new Name(path.display(), object));
            }
            if (found.size() > limit) {
              throw new EnoughException();
            }
          });
    } catch (EnoughException e) {
      // one name beyond the limit shows that there are more
    }
    return found;
  }
}
