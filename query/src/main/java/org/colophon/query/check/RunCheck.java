// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.check;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectKind;
import org.colophon.query.document.RecordedRun;
import org.colophon.query.document.RecordedRun.How;
import org.colophon.query.document.RecordedRun.Program;
import org.colophon.query.document.RecordedRun.Role;
import org.colophon.query.document.RecordedRun.RunFile;
import org.colophon.query.document.RecordedRun.Use;

/**
 * Compares a run with declarations. Files of the system and of tools count only on request. Pipes
 * and terminals have no names to declare and do not count. One thread.
 */
public final class RunCheck {
  static final Comparator<Finding> ORDER =
      Comparator.comparing(Finding::kind)
          .thenComparing(Finding::path)
          .thenComparing(Finding::source)
          .thenComparing(Finding::line);

  private static final Set<ObjectKind> NAMELESS =
      EnumSet.of(ObjectKind.PIPE, ObjectKind.SOCKET, ObjectKind.TERMINAL, ObjectKind.MEMORY);

  /** Names of sockets that reach only this host. An inherited socket may be any. */
  private static final Predicate<String> LOCAL =
      Pattern.compile("(unix:|socketpair of ).*").asMatchPredicate();

  private final RecordedRun run;
  private final String directory;
  private final Map<Integer, TreeSet<Integer>> users = new HashMap<>();
  private final Set<Integer> read = new HashSet<>();
  private final Set<Integer> written = new HashSet<>();
  private final List<Finding> findings = new ArrayList<>();
  private final List<Finding> unused = new ArrayList<>();
  private int checked;

  private RunCheck(RecordedRun run) {
    this.run = run;
    this.directory = directoryOf(run);
    for (Use each : run.uses()) {
      users.computeIfAbsent(each.file(), x -> new TreeSet<>()).add(each.program());
      (each.how() == How.WRITE ? written : read).add(each.file());
    }
  }

  /**
   * Checks a run.
   *
   * @param isAll true to count files of the system and of tools
   * @param isStrict true if unused declarations fail the check
   * @throws org.colophon.core.error.ColophonException BAD_REQUEST if the run has no programs, or a
   *     relative declaration has no directory
   */
  public static CheckResult check(
      RecordedRun run,
      Declarations declarations,
      Baseline baseline,
      boolean isAll,
      boolean isStrict) {
    if (run.programs().isEmpty()) {
      throw ErrorCode.BAD_REQUEST.exception(
          "no program is recorded, so nothing can be checked; name a run or one of its outputs,"
              + " which 'colophon recordings' lists");
    }
    RunCheck check = new RunCheck(run);
    check.compare(declarations, isAll);
    return check.result(baseline, isStrict);
  }

  /** Returns the directory in which all first programs started; empty if there are several. */
  private static String directoryOf(RecordedRun run) {
    List<String> directories =
        run.roots().mapToObj(each -> run.programs().get(each).directory()).distinct().toList();
    return directories.size() == 1 ? directories.get(0) : "";
  }

  private void compare(Declarations declared, boolean isAll) {
    Matches inputs = new Matches(declared.inputs(), directory);
    Matches outputs = new Matches(declared.outputs(), directory);
    Matches accepted = new Matches(declared.accepted(), directory);
    ChainSearch chains = new ChainSearch(run, this::shown);
    Set<String> connections = new HashSet<>();
    for (int i = 0; i < run.files().size(); i++) {
      RunFile file = run.files().get(i);
      Bytes name = file.nameBytes();
      // Each matcher sees each name, so that it learns which declarations are used.
      boolean isInput = (file.role() == Role.INPUT || read.contains(i)) && inputs.has(name);
      boolean isOutput = (file.role() == Role.OUTPUT || written.contains(i)) && outputs.has(name);
      boolean isAccepted = accepted.has(name);
      if (file.kind() == ObjectKind.SOCKET && !LOCAL.test(file.name())) {
        String connection = connection(file.name());
        if (!declared.isNetworkAllowed() && !isAccepted && connections.add(connection)) {
          add(FindingKind.NETWORK_USE, connection, connection, i, List.of());
        }
      }
      if (NAMELESS.contains(file.kind()) || (file.folded() && !isAll)) {
        continue;
      }
      checked++;
      if (file.role() == Role.INPUT && !isInput && !isAccepted) {
        add(FindingKind.UNDECLARED_INPUT, path(file), name(file), i, chains.from(i));
      }
      boolean isChecked = file.role() == Role.OUTPUT && !declared.outputs().isEmpty();
      if (isChecked && !isOutput && !isAccepted) {
        add(FindingKind.UNDECLARED_OUTPUT, path(file), name(file), i, List.of());
      }
    }
    List.of(inputs, outputs, accepted).forEach(each -> unused.addAll(each.unused()));
  }

  /**
   * Returns the peer of a connection. The own port, and numbers of sockets, differ between runs.
   */
  private static String connection(String name) {
    return name.replaceFirst("[ /](sent|received)(\\?.*)?$", "")
        .replaceFirst("^socket:\\[.*", "socket:[inherited]");
  }

  private void add(FindingKind kind, String path, String name, int file, List<String> chain) {
    List<String> programs =
        users.getOrDefault(file, new TreeSet<>()).stream()
            .map(each -> run.programs().get(each))
            .map(Program::executable)
            .distinct()
            .toList();
    findings.add(new Finding(kind, path, name, "", 0, programs, chain));
  }

  private static String name(RunFile file) {
    return file.name().isEmpty() ? file.key() : file.name();
  }

  /** Returns the name relative to the directory, if it is a path. */
  private String path(RunFile file) {
    String name = name(file);
    return directory.isEmpty() || !name.startsWith("/")
        ? name
        : Path.of(directory).relativize(Path.of(name)).toString();
  }

  /** Returns a short name for people: relative inside of the directory, else absolute. */
  private String shown(RunFile file) {
    if (NAMELESS.contains(file.kind())) {
      return "(" + file.kind().name().toLowerCase(Locale.ROOT) + ")";
    }
    String path = path(file);
    return path.startsWith("../") ? name(file) : path;
  }

  private CheckResult result(Baseline baseline, boolean isStrict) {
    Map<String, Finding> all = new TreeMap<>();
    if (isStrict) {
      findings.addAll(unused);
    }
    // A file may be used in several versions, and a finding names it once.
    List<Finding> failing = new ArrayList<>();
    List<Finding> accepted = new ArrayList<>();
    findings.sort(ORDER);
    for (Finding each : findings) {
      if (all.putIfAbsent(each.key(), each) == null) {
        (baseline.keys().contains(each.key()) ? accepted : failing).add(each);
      }
    }
    unused.sort(ORDER);
    List<String> outdated =
        baseline.keys().stream().filter(each -> !all.containsKey(each)).sorted().toList();
    List<Finding> warnings = isStrict ? List.of() : unused;
    return new CheckResult(run, directory, checked, failing, warnings, accepted, outdated);
  }

  /** Declarations of one kind, and those of them that matched a name. */
  private static final class Matches {
    private final Map<Bytes, Declaration> literals = new HashMap<>();
    private final Map<Declaration, Predicate<Bytes>> globs = new HashMap<>();
    private final List<Declaration> declared;
    private final Set<Declaration> used = new HashSet<>();
    private final String directory;

    Matches(List<Declaration> declared, String directory) {
      this.declared = declared;
      this.directory = directory;
      for (Declaration each : declared) {
        if (each.isLiteral()) {
          literals.putIfAbsent(each.path(directory), each);
        } else {
          globs.put(each, each.matcher(directory));
        }
      }
    }

    /** Returns whether a declaration names the file, and marks all such declarations as used. */
    boolean has(Bytes name) {
      Declaration literal = literals.get(name);
      if (literal != null) {
        used.add(literal);
      }
      boolean isFound = literal != null;
      for (Map.Entry<Declaration, Predicate<Bytes>> each : globs.entrySet()) {
        if (each.getValue().test(name)) {
          used.add(each.getKey());
          isFound = true;
        }
      }
      return isFound;
    }

    List<Finding> unused() {
      return declared.stream()
          .filter(each -> !each.isLiteral() || each.equals(literals.get(each.path(directory))))
          .filter(each -> !used.contains(each))
          .distinct()
          .map(
              each ->
                  new Finding(
                      FindingKind.UNUSED_DECLARATION,
                      each.text(),
                      each.text(),
                      each.source(),
                      each.line(),
                      List.of(),
                      List.of()))
          .toList();
    }
  }
}
