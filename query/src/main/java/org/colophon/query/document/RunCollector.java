// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.document;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.encoding.FileDigest;
import org.colophon.core.model.fact.Gap;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.EdgeKind;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageEdge;
import org.colophon.query.api.LineageNode;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Root;
import org.colophon.query.document.RecordedRun.How;
import org.colophon.query.document.RecordedRun.NameChange;
import org.colophon.query.document.RecordedRun.Origins;
import org.colophon.query.document.RecordedRun.Program;
import org.colophon.query.document.RecordedRun.Role;
import org.colophon.query.document.RecordedRun.RunFile;
import org.colophon.query.document.RecordedRun.Use;
import org.colophon.query.engine.LineageEngine;
import org.colophon.query.format.ExportSource;
import org.colophon.query.format.LeftOut;
import org.colophon.query.format.NodeText;
import org.colophon.query.naming.ContentVersions;
import org.colophon.query.naming.FoldingRules;
import org.colophon.query.text.DisplayText;
import org.colophon.query.touched.Run;
import org.colophon.query.touched.Sessions;
import org.jspecify.annotations.Nullable;

/** Collects a {@link RecordedRun} from a store. One thread. */
public final class RunCollector {
  private static final Comparator<Use> KIND_OF_USE =
      Comparator.comparingInt(Use::program)
          .thenComparing(Use::file)
          .thenComparing(Use::how)
          .thenComparing(Use::attempted);
  private static final String ENVIRONMENT = "environment";
  private static final Set<ObjectKind> KEPT =
      EnumSet.of(ObjectKind.FILE, ObjectKind.TABLE, ObjectKind.DOCUMENT, ObjectKind.OTHER);
  private static final Set<ObjectKind> IGNORED =
      EnumSet.of(ObjectKind.DIRECTORY, ObjectKind.ABSENT, ObjectKind.AGENT);
  private static final TypeReference<Map<String, String>> VARIABLES = new TypeReference<>() {};

  private final LineageReader reader;
  private final ExportSource source;
  private final Sessions sessions;
  private final FoldingRules folding = new FoldingRules();
  private final ObjectMapper json = new ObjectMapper();

  /**
   * Constructs a collector.
   *
   * @param source the history, with the as-of LSN
   */
  public RunCollector(LineageReader reader, ExportSource source) {
    this.reader = reader;
    this.source = source;
    this.sessions = new Sessions(reader, source.lsn());
  }

  /**
   * Collects a run: everything that its processes read, and the files that they wrote.
   *
   * @param maxNodes maximum number of processes and file versions
   */
  public RecordedRun run(Run run, int maxNodes) {
    long end = Math.min(run.endLsn(), source.lsn());
    List<Root> roots = new ArrayList<>();
    run.processes().stream().sorted().map(Root::process).forEach(roots::add);
    written(run, end).forEach(object -> roots.add(Root.object(object, end)));
    Lineage lineage = collect(LineageQuery.builder().roots(roots).maxDepth(1), maxNodes);
    List<String> gaps = new ArrayList<>(texts(run.losses(reader)));
    gaps.addAll(beyond(lineage));
    boolean isRunning = run.endLsn() == Lsn.OPEN || run.endLsn() > source.lsn();
    FileNames names = new FileNames(reader, run, end);
    return new Content(lineage, names)
        .collect(isRunning, names.changes(), gaps, parts(run, maxNodes));
  }

  /**
   * Collects all programs that led to targets, with the files that these programs used for them.
   *
   * @param roots versions of objects
   * @param maxNodes maximum number of processes and file versions
   */
  public RecordedRun targets(List<Root> roots, int maxNodes) {
    Lineage lineage = collect(LineageQuery.builder().roots(roots), maxNodes);
    Set<Long> processes = new HashSet<>();
    lineage.nodes().stream()
        .filter(LineageNode::isProcess)
        .map(LineageNode::id)
        .forEach(processes::add);
    List<String> gaps = new ArrayList<>(texts(lineage.summary().gaps()));
    gaps.addAll(beyond(lineage));
    Run all = new Run(0, processes, 0, source.lsn());
    FileNames names = new FileNames(reader, all, source.lsn());
    return new Content(lineage, names).collect(false, List.of(), gaps, parts(all, maxNodes));
  }

  /** Returns the units of work of connections in a run. */
  private List<RecordedRun> parts(Run run, int maxNodes) {
    return run.processes().stream()
        .filter(each -> each != run.root() && sessions.sessionOf(each) != 0)
        .sorted()
        .map(each -> Run.from(reader, each))
        .filter(each -> each.beginLsn() <= source.lsn())
        .map(each -> run(each, maxNodes))
        .toList();
  }

  private Lineage collect(LineageQuery.Builder query, int maxNodes) {
    LineageQuery.Builder whole = query.asOfLsn(source.lsn()).maxNodes(maxNodes);
    return new LineageEngine(reader)
        .collect(whole.includeCode(true).includeDigests(true).folded(false).build());
  }

  private static List<String> texts(List<Gap> gaps) {
    return gaps.stream().map(NodeText::gap).distinct().toList();
  }

  private static List<String> beyond(Lineage lineage) {
    return lineage.summary().beyondCount() == 0 ? List.of() : LeftOut.beyond(lineage);
  }

  private Set<Long> written(Run run, long endLsn) {
    Set<Long> objects = new TreeSet<>();
    for (long each : run.processes()) {
      reader.accessesOfProcess(
          each,
          AccessMode.WRITE.bit(),
          (process, object, mode, first, last, count, bytes, firstNanos, lastNanos) -> {
            if (first <= endLsn) {
              objects.add(object);
            }
          });
    }
    return objects;
  }

  private Map<String, String> environment(long process) {
    return reader.extendedRecords(process, 0).stream()
        .filter(each -> each.type().equals(ENVIRONMENT) && each.lsn() <= source.lsn())
        .findFirst()
        .map(each -> variables(each.data()))
        .orElse(Map.of());
  }

  private Map<String, String> variables(Bytes data) {
    try {
      JsonNode variables = json.readTree(data.toString()).path("variables");
      return variables.isObject() ? json.convertValue(variables, VARIABLES) : Map.of();
    } catch (JsonProcessingException e) {
      throw ErrorCode.STORE_CORRUPT.exception("a record of an environment is not JSON", e);
    }
  }

  private static @Nullable Instant instant(long nanos) {
    return nanos <= 0 ? null : DisplayText.toInstant(nanos);
  }

  /** A file version of a run, and the node that it comes from. */
  private record Version(LineageNode node, Role role) {
    private static final Comparator<Version> ORDER =
        Comparator.comparing(Version::name)
            .thenComparing(each -> each.node().id())
            .thenComparing(each -> each.node().version())
            .thenComparing(Version::role);

    Bytes name() {
      return node.formerName().isEmpty() ? node.name() : node.formerName();
    }

    ObjectKind kind() {
      return kind(node);
    }

    static ObjectKind kind(LineageNode node) {
      return node.object() == null ? ObjectKind.OTHER : node.object().declaration().kind();
    }
  }

  /** The selected part of a lineage, and the tables that translate its nodes. */
  private final class Content {
    private final Lineage lineage;
    private final Run run;
    private final long endLsn;
    private final FileNames names;
    private final List<LineageEdge> edges;
    private final long[] firstRead;
    private final long[] firstWrite;
    private final List<LineageNode> programs;
    private final List<Version> files = new ArrayList<>();
    private final Map<Integer, LineageEdge> starts = new HashMap<>();
    private final Map<Integer, Integer> programIndexes = new HashMap<>();
    private final Map<Integer, Integer> readIndexes = new HashMap<>();
    private final Map<Integer, Integer> writeIndexes = new HashMap<>();

    Content(Lineage lineage, FileNames names) {
      this.lineage = lineage;
      this.names = names;
      this.run = names.run();
      this.endLsn = names.endLsn();
      this.edges =
          lineage.edges().stream()
              .filter(each -> isInside(lineage.effect(each)) && isInside(lineage.cause(each)))
              .filter(each -> !isEmptyPipe(each))
              .toList();
      this.firstRead = new long[lineage.nodes().size()];
      this.firstWrite = new long[lineage.nodes().size()];
      Arrays.fill(firstRead, Lsn.LATEST);
      Arrays.fill(firstWrite, Lsn.LATEST);
      edges.forEach(this::noteFirst);
      edges.forEach(this::noteStart);
      this.programs =
          lineage.nodes().stream()
              .filter(each -> each.isProcess() && run.processes().contains(each.id()))
              .sorted(Comparator.comparingLong(LineageNode::id))
              .toList();
      for (int i = 0; i < programs.size(); i++) {
        programIndexes.put(programs.get(i).index(), i);
      }
      lineage.nodes().stream().filter(each -> !each.isProcess()).forEach(this::addVersions);
      files.sort(Version.ORDER);
      for (int i = 0; i < files.size(); i++) {
        int node = files.get(i).node().index();
        readIndexes.putIfAbsent(node, i); // a version that is read before it is written comes first
        writeIndexes.put(node, i);
      }
    }

    private boolean isInside(LineageNode node) {
      return !node.isProcess() || run.processes().contains(node.id());
    }

    /** Returns whether a program read a pipe to its end, and nothing came. */
    private boolean isEmptyPipe(LineageEdge edge) {
      return edge.kind() == EdgeKind.READ
          && edge.bytes() == 0
          && Version.kind(lineage.cause(edge)) == ObjectKind.PIPE;
    }

    private void noteFirst(LineageEdge edge) {
      boolean isDerived = edge.kind() == EdgeKind.DERIVATION;
      if (isDerived || edge.kind() == EdgeKind.READ || edge.kind() == EdgeKind.CODE) {
        firstRead[edge.cause()] = Math.min(firstRead[edge.cause()], edge.firstLsn());
      }
      if (isDerived || edge.kind() == EdgeKind.WRITE) {
        firstWrite[edge.effect()] = Math.min(firstWrite[edge.effect()], edge.firstLsn());
      }
    }

    private void addVersions(LineageNode node) {
      long read = firstRead[node.index()];
      long written = firstWrite[node.index()];
      Version output = new Version(node, roleOfWritten(node));
      if (IGNORED.contains(output.kind()) || (read == Lsn.LATEST && written == Lsn.LATEST)) {
        return;
      }
      boolean isFile = output.kind() == ObjectKind.FILE || output.kind() == ObjectKind.TABLE;
      boolean isRead =
          read < written
              && (written == Lsn.LATEST
                  || (isFile && node.start() == null && !run.created(reader, node.id(), endLsn)));
      if (isRead) {
        files.add(new Version(node, Role.INPUT));
      }
      if (written != Lsn.LATEST) {
        files.add(output);
      }
    }

    private Role roleOfWritten(LineageNode node) {
      boolean isLast = node.end() == null || node.end().beginLsn() > endLsn;
      boolean isRoot = node.depth() == 0 && isLast;
      Version version = new Version(node, Role.OUTPUT);
      boolean isKept = KEPT.contains(version.kind()) && !version.name().isEmpty();
      return isRoot && isKept ? Role.OUTPUT : Role.INTERMEDIATE;
    }

    RecordedRun collect(
        boolean isRunning, List<NameChange> changes, List<String> gaps, List<RecordedRun> parts) {
      List<Program> shown = programs.stream().map(this::program).toList();
      return new RecordedRun(
          source.store(),
          source.host(),
          source.lsn(),
          isRunning,
          times(shown, Program::begin).min(Comparator.naturalOrder()).orElse(null),
          times(shown, Program::end).max(Comparator.naturalOrder()).orElse(null),
          shown,
          files.stream().map(this::file).toList(),
          uses(),
          origins(),
          changes,
          gaps,
          parts);
    }

    private static Stream<Instant> times(
        List<Program> programs, Function<Program, @Nullable Instant> time) {
      return programs.stream().map(time).filter(Objects::nonNull);
    }

    private Program program(LineageNode node) {
      LineageEdge start = starts.get(node.index());
      ProcessInfo info = node.process();
      List<String> agents = node.agents().stream().map(each -> each.name().toString()).toList();
      int parent = start == null ? -1 : programIndexes.getOrDefault(start.cause(), -1);
      if (info == null) {
        return new Program(
            node.key(),
            parent,
            false,
            0,
            "",
            List.of(),
            true,
            "",
            null,
            null,
            null,
            Map.of(),
            agents,
            null);
      }
      ProcessDeclaration declaration = info.declaration();
      boolean hasStatus = info.endLsn() != Lsn.OPEN && info.exitStatus() != ProcessInfo.REPLACED;
      return new Program(
          node.key(),
          parent,
          start != null && start.kind() == EdgeKind.EXEC,
          declaration.pid(),
          declaration.executable().toString(),
          declaration.keptArguments().stream().map(Bytes::toString).toList(),
          declaration.isCut(),
          declaration.directory().toString(),
          instant(declaration.startNanos()),
          instant(info.endNanos()),
          hasStatus ? info.exitStatus() : null,
          environment(node.id()),
          agents,
          new SqlReader(reader, sessions, source.lsn()).of(node.id()));
    }

    /** Adds the first fork or execution of a process. */
    private void noteStart(LineageEdge edge) {
      boolean isStart = edge.kind() == EdgeKind.FORK || edge.kind() == EdgeKind.EXEC;
      if (isStart && edge.cause() != edge.effect()) {
        starts.merge(edge.effect(), edge, BinaryOperator.minBy(firstStart()));
      }
    }

    private Comparator<LineageEdge> firstStart() {
      return Comparator.comparingLong(LineageEdge::firstLsn)
          .thenComparing(each -> lineage.cause(each).id());
    }

    private RunFile file(Version version) {
      LineageNode node = version.node();
      boolean isChangedLater =
          version.role() == Role.INPUT && firstWrite[node.index()] != Lsn.LATEST;
      FileDigest digest =
          isChangedLater
              ? new ContentVersions(reader, source.lsn())
                  .digestAt(node.id(), firstRead[node.index()])
              : node.digest();
      return new RunFile(
          node.key(),
          version.name().toString(),
          version.kind(),
          version.role(),
          folding.folds(version.name()),
          digest == null ? null : digest.sha256(),
          digest == null ? null : digest.git(),
          digest == null ? null : digest.size(),
          base64(version.name()),
          version.role() == Role.INPUT ? null : names.begin(node, version.name()),
          names.others(node.id(), version.name()));
    }

    private static @Nullable String base64(Bytes name) {
      return Bytes.of(name.toString()).equals(name)
          ? null
          : Base64.getEncoder().encodeToString(name.toArray());
    }

    private List<Use> uses() {
      List<Use> uses = new ArrayList<>();
      for (LineageEdge each : edges) {
        switch (each.kind()) {
          case READ -> use(uses, each, each.effect(), readIndexes.get(each.cause()), How.READ);
          case CODE -> use(uses, each, each.effect(), readIndexes.get(each.cause()), How.CODE);
          case WRITE -> use(uses, each, each.cause(), writeIndexes.get(each.effect()), How.WRITE);
          default -> {} // starts and signals use no files
        }
      }
      uses.sort(KIND_OF_USE);
      List<Use> merged = new ArrayList<>();
      for (Use each : uses) {
        int last = merged.size() - 1;
        if (last >= 0 && KIND_OF_USE.compare(merged.get(last), each) == 0) {
          merged.set(last, merged.get(last).plus(each));
        } else {
          merged.add(each);
        }
      }
      return merged;
    }

    private void use(
        List<Use> uses, LineageEdge edge, int program, @Nullable Integer file, How how) {
      Integer found = programIndexes.get(program);
      if (found != null && file != null) {
        uses.add(
            new Use(
                found,
                file,
                how,
                edge.count(),
                edge.bytes(),
                instant(edge.firstNanos()),
                instant(edge.lastNanos()),
                edge.isAttempted()));
      }
    }

    private List<Origins> origins() {
      OriginSearch search = new OriginSearch(lineage.nodes().size(), edges);
      List<Origins> all = new ArrayList<>();
      for (int i = 0; i < files.size(); i++) {
        if (files.get(i).role() == Role.OUTPUT) {
          boolean[] isOrigin = search.originsOf(files.get(i).node().index());
          List<Integer> inputs =
              IntStream.range(0, files.size())
                  .filter(each -> files.get(each).role() == Role.INPUT)
                  .filter(each -> isOrigin[files.get(each).node().index()])
                  .boxed()
                  .toList();
          all.add(new Origins(i, inputs));
        }
      }
      return all;
    }
  }
}
