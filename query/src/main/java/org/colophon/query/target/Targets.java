// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.target;

import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.encoding.AbsentName;
import org.colophon.core.model.encoding.FileDigest;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.model.fact.ObjectInfo;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.NodeType;
import org.colophon.query.api.Root;
import org.colophon.query.naming.ContentVersions;
import org.colophon.query.text.DisplayText;
import org.jspecify.annotations.Nullable;

/**
 * Resolves TARGET and as-of texts against a store:
 *
 * <ul>
 *   <li>{@code path}: the object at the path as of an LSN; if the path itself was never bound, all
 *       objects below it
 *   <li>{@code path@X}: the path as of X: an LSN, an instant, a local date and time, an age ({@code
 *       2h ago}) or a snapshot. A path that itself contains an at sign is tried first
 *   <li>{@code scheme://...}: a name that is not a path
 *   <li>{@code sha256:HEX}, {@code git:HEX} or {@code fs-verity:HEX}: the last version with this
 *       content
 *   <li>{@code database.table}: a table, unless such a path exists
 *   <li>{@code exe:/usr/bin/gcc}: every run of the program, as of now or as of X ({@code exe:P@X});
 *       without a slash, of the programs with this name in the usual directories
 *   <li>{@code pid:123}: every process that had the pid; {@code process:17} and {@code object:42}:
 *       by global id
 * </ul>
 *
 * <p>If the literal text is unknown, it is also read with the backslash escapes of displayed names,
 * and as a path with symbolic links of this machine. Any number of threads.
 */
public final class Targets {
  private static final Bytes EXECUTABLE = Bytes.of("exe:");

  /** Directories of programs that are named without one. */
  private static final List<String> PROGRAM_DIRECTORIES =
      List.of("/usr/local/bin", "/usr/bin", "/bin", "/usr/local/sbin", "/usr/sbin", "/sbin");

  private static final Set<String> ID_KINDS = Set.of("pid", "process", "object");

  private final LineageReader reader;
  private final AsOfParser times;
  private final NameSuggestions near;
  private final TableNames tables;
  private final DiskFiles disk;

  /**
   * @param now time from which ages count
   * @param zone zone of local dates and times
   */
  public Targets(LineageReader reader, Instant now, ZoneId zone) {
    this.reader = reader;
    this.times = new AsOfParser(reader, now, zone);
    this.near = new NameSuggestions(reader);
    this.tables = new TableNames(reader);
    this.disk = new DiskFiles(reader, zone);
  }

  /** Returns the comparison of targets with the disk of this host. */
  public DiskFiles disk() {
    return disk;
  }

  /**
   * Returns the LSN of an as-of text.
   *
   * @throws ColophonException BAD_REQUEST if it is neither a valid form nor a snapshot's name
   */
  public long asOf(String text) {
    return times.parse(text);
  }

  /** Returns a remark if the clock passed an as-of time more than once; empty otherwise. */
  public String clockRemark(String text) {
    return times.clockRemark(text);
  }

  /** See {@link AsOfParser#futureRemark}. */
  public String futureRemark(String text) {
    return times.futureRemark(text);
  }

  /** A target as of now. */
  public Target parse(String text, Bytes directory) {
    return parse(Bytes.of(text), directory, Lsn.LATEST);
  }

  /** Resolves a target as of an LSN. */
  public Target parse(String text, Bytes directory, long asOfLsn) {
    return parse(Bytes.of(text), directory, asOfLsn);
  }

  /**
   * Resolves a target.
   *
   * @param directory the absolute directory that relative paths start from
   * @throws ColophonException NOT_FOUND, with near names, if the store does not know it;
   *     BAD_REQUEST for a content with a wrong number of digits
   */
  public Target parse(Bytes text, Bytes directory, long asOfLsn) {
    Target byId = byId(text, asOfLsn);
    if (byId != null) {
      return byId;
    }
    if (text.startsWith(EXECUTABLE)) {
      return runs(text, directory, asOfLsn);
    }
    for (Bytes form : forms(text)) {
      Target found = byName(text, form, directory, asOfLsn);
      if (found != null) {
        boolean mayBeMoved = !found.isDirectory() && found.askedLsn() == Lsn.LATEST;
        Target moved = mayBeMoved ? moved(text, found.path()) : null;
        return moved == null ? found : moved;
      }
    }
    Target table = table(text, asOfLsn);
    if (table != null) {
      return table;
    }
    Target moved = asOfLsn == Lsn.LATEST ? moved(text, PathNames.absolute(text, directory)) : null;
    if (moved != null) {
      return moved;
    }
    FileDigest.rejectMalformed(text);
    throw ErrorCode.NOT_FOUND.exception(
        "nothing is known of "
            + unknown(PathNames.absolute(text, directory))
            + unknownTime(text, directory)
            + gaps());
  }

  /** Returns a remark if the capture has gaps, in which an unknown name may have been used. */
  private String gaps() {
    reader.gaps().stream()
        .filter(gap -> gap.cause() == GapCause.STORE_DAMAGE)
        .findFirst()
        .ifPresent(
            gap -> {
              throw ErrorCode.STORE_CORRUPT.exception(
                  "the target was not found, but it may be in lost data: " + gap.detail());
            });
    int gaps = reader.gaps().size();
    return gaps == 0
        ? ""
        : "; its use may be in one of %s of the capture, which colophon status lists"
            .formatted(DisplayText.count(gaps, "gap"));
  }

  /** Returns the file that is now at a path and was recorded by another name; null for none. */
  private @Nullable Target moved(Bytes text, Bytes path) {
    NameBinding newest = disk.find(path);
    return newest == null
        ? null
        : new Target(
            text.display(),
            newest.path(),
            Lsn.LATEST,
            Lsn.LATEST,
            false,
            List.of(Root.object(newest.object(), Lsn.LATEST)));
  }

  /** Returns the message for a known path with an at sign whose suffix is not a time. */
  private String unknownTime(Bytes text, Bytes directory) {
    for (Bytes form : forms(text)) {
      int at = form.lastIndexOf('@');
      while (at > 0) {
        Bytes path = PathNames.absolute(form.slice(0, at), directory);
        String time = form.slice(at + 1, form.length()).toString();
        long found = times.find(time, Lsn.LATEST);
        if (found <= 0 && named(text, path, Lsn.LATEST) != null) {
          return "; " + path.display() + " is known, but " + times.problem(time, found);
        }
        at = form.slice(0, at).lastIndexOf('@');
      }
    }
    return "";
  }

  private String unknown(Bytes path) {
    Bytes there = LiveLinks.follow(path);
    String leadsTo = there.equals(path) ? "" : ", which leads to " + there.display();
    Bytes absent = AbsentName.of(there);
    return reader.resolve(absent, Lsn.LATEST) == 0
        ? path.display() + leadsTo + near.suggest(there) + tables.suggest(path)
        : path.display() + leadsTo + ", but a program looked for it: ask for " + absent.display();
  }

  /**
   * Follows a symbolic link. A link never changes, so the link at its path always had the same
   * target.
   *
   * @return the target itself if it is not a link, another object is at its path by now, or the
   *     link leads to an unknown path
   */
  public Target followed(Target target) {
    if (!isLink(target)) {
      return target;
    }
    Bytes there = LiveLinks.follow(target.path());
    Target followed =
        there.equals(target.path()) ? null : byPath(target.text(), there, target.askedLsn());
    return followed == null ? target : followed;
  }

  private boolean isLink(Target target) {
    Root root = target.roots().get(0);
    if (target.path().isEmpty() || target.isDirectory() || root.type() != NodeType.OBJECT) {
      return false;
    }
    ObjectInfo info = reader.object(root.id());
    return info != null
        && info.declaration().kind() == ObjectKind.SYMLINK
        && reader.resolve(target.path(), Lsn.LATEST) == root.id();
  }

  private @Nullable Target table(Bytes text, long asOfLsn) {
    int at = text.lastIndexOf('@');
    Bytes full = tables.find(at > 0 ? text.slice(0, at) : text);
    if (full == null) {
      return null;
    }
    Bytes form = at > 0 ? full.concat(text.slice(at, text.length())) : full;
    return byName(text, form, Bytes.EMPTY, asOfLsn);
  }

  private static List<Bytes> forms(Bytes text) {
    Bytes plain = PathNames.unescape(text);
    return plain.equals(text) ? List.of(text) : List.of(text, plain);
  }

  private @Nullable Target byName(Bytes text, Bytes form, Bytes directory, long asOfLsn) {
    Target whole = named(text, PathNames.absolute(form, directory), asOfLsn);
    int at = form.lastIndexOf('@');
    while (whole == null && at > 0) {
      long lsn = times.find(form.slice(at + 1, form.length()).toString(), asOfLsn);
      if (lsn > 0) {
        Bytes path = PathNames.absolute(form.slice(0, at), directory);
        whole = named(text, path, Math.min(lsn, asOfLsn));
        if (whole == null && !reader.bindingsOf(path).isEmpty()) {
          throw ErrorCode.NOT_FOUND.exception(
              path.display() + " did not exist as of LSN " + Lsn.format(lsn));
        }
      }
      at = form.slice(0, at).lastIndexOf('@');
    }
    return whole;
  }

  /** Finds a path as given, then through its links; null if neither is known. */
  private @Nullable Target named(Bytes text, Bytes path, long lsn) {
    Target known = byPath(text.display(), path, lsn);
    if (known != null) {
      return known;
    }
    Bytes there = LiveLinks.follow(path);
    return there.equals(path) ? null : byPath(text.display(), there, lsn);
  }

  /** Finds a path: an object, or a directory with objects below; null if unknown. */
  private @Nullable Target byPath(String text, Bytes path, long lsn) {
    if (FileDigest.isContent(path)) {
      return withContent(text, path, lsn);
    }
    List<Root> roots = new ArrayList<>();
    reader.under(path, lsn, (name, object) -> addRoot(roots, object, lsn));
    long object = reader.resolve(path, lsn);
    boolean hasBelow = !roots.isEmpty() && !(roots.size() == 1 && roots.get(0).id() == object);
    if (hasBelow) {
      if (object > 0) {
        addRoot(roots, object, lsn);
      }
      return new Target(text, path, lsn, lsn, true, List.copyOf(distinct(roots)));
    }
    if (object > 0) {
      return new Target(text, path, lsn, lsn, false, List.of(Root.object(object, lsn)));
    }
    return lastKnown(text, path, lsn);
  }

  /** Returns the last version with a content; null if none is known. */
  private @Nullable Target withContent(String text, Bytes content, long lsn) {
    List<ContentVersions.Version> found = new ContentVersions(reader, lsn).of(content);
    if (found.isEmpty()) {
      return null;
    }
    ContentVersions.Version last = found.get(0);
    long until = last.isNewest() ? lsn : last.lsn();
    return new Target(
        text, Bytes.EMPTY, until, lsn, false, List.of(Root.object(last.object(), until)));
  }

  /** Returns the last version of a path that was unbound by then. */
  private @Nullable Target lastKnown(String text, Bytes path, long lsn) {
    NameBinding last = null;
    for (NameBinding each : reader.bindingsOf(path)) {
      last = each.fromLsn() <= lsn ? each : last;
    }
    if (last == null) {
      return null;
    }
    long until = last.toLsn() == Lsn.OPEN ? lsn : Math.min(lsn, Math.max(1, last.toLsn() - 1));
    return new Target(text, path, until, lsn, false, List.of(Root.object(last.object(), until)));
  }

  private static void addRoot(List<Root> roots, long object, long lsn) {
    if (object > 0) {
      roots.add(Root.object(object, lsn));
    }
  }

  private static List<Root> distinct(List<Root> roots) {
    return roots.stream().distinct().toList();
  }

  private @Nullable Target byId(Bytes bytes, long asOfLsn) {
    String text = bytes.toString();
    int colon = text.indexOf(':');
    if (colon < 0 || !ID_KINDS.contains(text.substring(0, colon))) {
      return null; // a name with an at sign
    }
    int at = text.indexOf('@', colon);
    String digits = text.substring(colon + 1, at < 0 ? text.length() : at);
    if (!digits.matches("[0-9]{1,18}")) {
      return null;
    }
    long lsn = at < 0 ? asOfLsn : Math.min(asOfLsn, times.parse(text.substring(at + 1), asOfLsn));
    long id = Long.parseLong(digits);
    List<Root> roots =
        switch (text.substring(0, colon)) {
          case "pid" -> processesWithPid(id, lsn);
          case "process" -> List.of(knownProcess(id, lsn));
          default -> List.of(knownObject(id, lsn));
        };
    return new Target(bytes.display(), Bytes.EMPTY, lsn, lsn, false, roots);
  }

  /** Returns the runs of a program. */
  private Target runs(Bytes text, Bytes directory, long asOfLsn) {
    Bytes program = text.slice(EXECUTABLE.length(), text.length());
    int at = program.lastIndexOf('@');
    long found =
        at > 0 ? times.find(program.slice(at + 1, program.length()).toString(), asOfLsn) : 0;
    long lsn = found > 0 ? Math.min(found, asOfLsn) : asOfLsn;
    Bytes path = found > 0 ? program.slice(0, at) : program;
    Set<Long> runs = new TreeSet<>();
    for (Bytes each : programs(path, directory)) {
      reader.processesOf(each).stream().filter(id -> wasThere(id, lsn)).forEach(runs::add);
    }
    if (runs.isEmpty()) {
      throw ErrorCode.NOT_FOUND.exception(
          "no run of "
              + path.display()
              + " is known; to search the names of programs: colophon find --command NAME");
    }
    List<Root> roots = runs.stream().map(id -> Root.process(id, lsn)).toList();
    return new Target(text.display(), Bytes.EMPTY, lsn, lsn, false, roots);
  }

  /** Returns the paths that processes may have declared for a program. */
  private static Set<Bytes> programs(Bytes path, Bytes directory) {
    Set<Bytes> programs = new LinkedHashSet<>(List.of(path)); // not every source has paths
    List<Bytes> absolute = new ArrayList<>(List.of(PathNames.absolute(path, directory)));
    if (path.indexOf('/', 0) < 0) {
      PROGRAM_DIRECTORIES.forEach(each -> absolute.add(PathNames.absolute(path, Bytes.of(each))));
    }
    for (Bytes each : absolute) {
      programs.add(each);
      programs.add(LiveLinks.follow(each));
    }
    return programs;
  }

  private List<Root> processesWithPid(long pid, long lsn) {
    List<Root> roots = new ArrayList<>();
    List<Long> known = reader.processesWithPid(pid);
    known.stream().filter(id -> wasThere(id, lsn)).forEach(id -> roots.add(Root.process(id, lsn)));
    if (roots.isEmpty()) {
      throw ErrorCode.NOT_FOUND.exception(
          "no process with pid " + pid + " is known" + asOf(known.isEmpty(), lsn));
    }
    return roots;
  }

  private boolean wasThere(long process, long lsn) {
    ProcessInfo info = reader.process(process);
    return info != null && info.declaredLsn() <= lsn;
  }

  private Root knownProcess(long id, long lsn) {
    if (!wasThere(id, lsn)) {
      String when = asOf(reader.process(id) == null, lsn);
      throw ErrorCode.NOT_FOUND.exception("no process has the global id " + id + when);
    }
    return Root.process(id, lsn);
  }

  private Root knownObject(long id, long lsn) {
    ObjectInfo info = reader.object(id);
    if (info == null || info.declaredLsn() > lsn) {
      throw ErrorCode.NOT_FOUND.exception(
          "no object has the global id " + id + asOf(info == null, lsn));
    }
    return Root.object(id, lsn);
  }

  private static String asOf(boolean isUnknown, long lsn) {
    return isUnknown ? "" : " as of LSN " + Lsn.format(lsn);
  }
}
