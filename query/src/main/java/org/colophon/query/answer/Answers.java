// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.answer;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.encoding.FileDigest;
import org.colophon.core.model.encoding.PathBytes;
import org.colophon.core.model.fact.Snapshot;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.across.HostFind;
import org.colophon.query.across.HostReaders;
import org.colophon.query.across.HostScope;
import org.colophon.query.across.HostTarget;
import org.colophon.query.answer.json.AnswerJson;
import org.colophon.query.api.Direction;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.LineageSummary;
import org.colophon.query.api.LineageVisitor;
import org.colophon.query.api.NodeType;
import org.colophon.query.api.Root;
import org.colophon.query.bytes.ByteReport;
import org.colophon.query.content.ContentReport;
import org.colophon.query.content.ContentSources;
import org.colophon.query.content.ContentlessInfluence;
import org.colophon.query.dataset.DatasetGraph;
import org.colophon.query.dataset.NodeId;
import org.colophon.query.engine.LineageEngine;
import org.colophon.query.export.Exporters;
import org.colophon.query.export.Reports;
import org.colophon.query.find.FindParser;
import org.colophon.query.find.FindQuery;
import org.colophon.query.format.ExportOptions;
import org.colophon.query.format.LeftOut;
import org.colophon.query.format.LineageExporter;
import org.colophon.query.format.NodeText;
import org.colophon.query.report.Details;
import org.colophon.query.report.Explanation;
import org.colophon.query.report.History;
import org.colophon.query.report.LineageDiff;
import org.colophon.query.report.Report;
import org.colophon.query.stale.StaleReport;
import org.colophon.query.target.DirectoryPaths;
import org.colophon.query.target.StoreRoots;
import org.colophon.query.target.Target;
import org.colophon.query.target.Targets;
import org.colophon.query.text.DisplayText;
import org.colophon.query.text.Lines;
import org.colophon.query.text.TextTable;
import org.colophon.query.undo.PatchChain;
import org.colophon.query.undo.PatchChains;
import org.colophon.query.view.GraphJson;
import org.colophon.query.view.GraphMembers;
import org.colophon.query.view.GraphRequest;
import org.colophon.query.view.GraphView;
import org.jspecify.annotations.Nullable;

/** Answers queries as of an LSN, from one reader. One thread. */
public final class Answers {
  /** Default maximum number of nodes in an export. */
  public static final int EXPORTED = 10_000_000;

  /** Default direction of an export. */
  public static final Set<Direction> ANCESTORS = Set.of(Direction.ANCESTORS);

  /** Approximate number of nodes that fit on a screen. */
  private static final int SMALL = 40;

  /** Leaves out damaged data. */
  private final LineageReader whole;

  private final LineageReader reader;
  private final LineageEngine engine;
  private final Targets targets;
  private final AnswerStyle style;
  private final Instant now;
  private final long asOfLsn;
  private final HostScope scope;
  private final @Nullable String asOf;
  private final Set<String> clockRemarks = new LinkedHashSet<>();

  /**
   * Constructs answers from a reader. The caller closes the reader after it has written the
   * answers.
   *
   * @param now reference time of ages
   * @param asOf an LSN, time, age or snapshot; null for now
   */
  public Answers(LineageReader reader, Instant now, AnswerStyle style, @Nullable String asOf) {
    this(reader, now, style, asOf, HostReaders.NONE);
  }

  /**
   * Constructs answers over the histories of several hosts.
   *
   * @param asOf an LSN, time, age, snapshot, or a cut such as {@code web=120,db=88}; null for now
   * @param hosts the other hosts; the caller closes them after it has written the answers
   */
  public Answers(
      LineageReader reader,
      Instant now,
      AnswerStyle style,
      @Nullable String asOf,
      HostReaders hosts) {
    this.whole = reader.tolerant();
    this.targets = new Targets(whole, now, style.zone());
    this.style = style;
    this.now = now;
    this.scope = new HostScope(whole, new LineageEngine(whole), hosts, asOf);
    this.asOf = asOf;
    if (scope.hasCut()) {
      this.asOfLsn = scope.ownLsn();
    } else {
      this.asOfLsn = asOf == null ? Lsn.LATEST : targets.asOf(asOf);
      addClockRemark(asOf, "the answer is as of LSN " + asOfLsn);
      addFutureRemark(asOf);
    }
    this.reader = whole.until(asOfLsn);
    this.engine = new LineageEngine(this.reader);
  }

  /** Adds a remark if the clock passed a time of the question more than once. */
  private void addClockRemark(@Nullable String time, String meaning) {
    String remark = time == null ? "" : targets.clockRemark(time);
    if (!remark.isEmpty()) {
      clockRemarks.add(remark + "; " + meaning);
    }
  }

  private void addFutureRemark(@Nullable String time) {
    String remark = time == null ? "" : targets.futureRemark(time);
    if (!remark.isEmpty()) {
      clockRemarks.add(remark);
    }
  }

  /** Adds the names of all hosts to a lineage. For a tree, omits the name of the query's host. */
  private Lineage named(Lineage lineage) {
    return style.format().equals("tree") ? lineage : lineage.namingHosts(scope.hosts().own());
  }

  /** Returns the LSN as of which queries are answered. */
  public long asOfLsn() {
    return asOfLsn;
  }

  /** Returns the ancestors or descendants of targets. */
  public Answer lineage(LineageRequest request) {
    ByteReport.Range range = range(request);
    if (range != null) {
      return bytes(range);
    }
    LineageExporter exporter = Exporters.get(style.format());
    List<Target> targets = request.targets().stream().map(this::followed).toList();
    ExportOptions options = options(targets, false, false);
    LineageQuery.Builder query =
        query(targets)
            .direction(request.direction())
            .maxDepth(request.maxDepth())
            .maxNodes(request.limit())
            .mine(mine(request.filter(), targets.get(0)));
    LineageQuery asked = request.filter().apply(query).build();
    Lineage observed = scope.collect(request.mayGrow() ? deepEnough(asked) : asked);
    Lineage lineage = named(request.observedOnly() ? observed : withSources(observed));
    boolean isFound = !lineage.isEmpty() || lineage.summary().isCutOff();
    List<String> remarks = leftOut(exporter, lineage);
    remarks.addAll(HostScope.remarks(lineage.summary().hosts()));
    if (!isFound) {
      String remark = "nothing else is known to have led to or from " + texts(targets);
      remarks.add(0, remark + new ContentlessInfluence(engine).of(asked));
    }
    return new Answer(
        isFound,
        exporter.mediaType(),
        remarks,
        out -> exporter.write(lineage, options.folding(!request.filter().all()), out));
  }

  /** Adds possible sources by content, for formats that show them. */
  private Lineage withSources(Lineage observed) {
    boolean isShown = style.isJson() || style.format().equals("tree");
    return isShown ? observed.matching(contentSources().of(observed)) : observed;
  }

  private ContentSources contentSources() {
    return new ContentSources(reader, Math.min(asOfLsn, reader.visibleLsn()));
  }

  private Answer bytes(ByteReport.Range range) {
    ByteReport report =
        new ByteReport(reader, style.directory(), followed(range.target()), range, asOfLsn);
    return Answer.of(
        style,
        report.isFound(),
        report.remarks(),
        "bytes",
        report::json,
        out -> report.print(out, style.widthColumns()));
  }

  /** Returns the range of bytes in a request; null if the request is not about bytes. */
  private static ByteReport.@Nullable Range range(LineageRequest request) {
    String first = request.targets().get(0);
    ByteReport.Range range = ByteReport.Range.parse(first);
    if (range == null && request.bytes()) {
      range = new ByteReport.Range(first, 0, Long.MAX_VALUE);
    }
    boolean isAlone = request.targets().size() == 1 && request.direction() == Direction.ANCESTORS;
    if (range != null && !isAlone) {
      throw ErrorCode.BAD_REQUEST.exception(
          "bytes can be followed to the ancestors of one target only; give one target, without descendants");
    }
    return range;
  }

  /**
   * Returns the folded graph of the ancestors or descendants of targets, with the coordinates of
   * its nodes.
   *
   * @param limit maximum number of nodes before folding
   */
  public Answer graph(
      List<String> texts,
      Direction direction,
      int depth,
      int limit,
      LineageFilter filter,
      GraphRequest request) {
    Lineage lineage = drawn(texts, direction, depth, limit, filter);
    GraphView view = GraphView.of(lineage, request);
    boolean isFound = !lineage.isEmpty() || lineage.summary().isCutOff();
    return new Answer(isFound, Answer.JSON, List.of(), out -> GraphJson.write(view, out));
  }

  private Lineage drawn(
      List<String> texts, Direction direction, int depth, int limit, LineageFilter filter) {
    LineageQuery.Builder query = LineageQuery.builder().asOfLsn(asOfLsn).direction(direction);
    texts.forEach(text -> query.roots(followed(text).roots()));
    return engine.collect(filter.apply(query.maxDepth(depth).maxNodes(limit)).build());
  }

  /**
   * Returns the members of a fold in a graph.
   *
   * @param limit maximum number of nodes before folding
   * @param search finds the members
   */
  public Answer members(
      List<String> texts,
      Direction direction,
      int depth,
      int limit,
      LineageFilter filter,
      Function<Lineage, GraphMembers> search) {
    Lineage lineage = drawn(texts, direction, depth, limit, filter);
    GraphMembers members = search.apply(lineage);
    return new Answer(
        members.total() > 0, Answer.JSON, List.of(), out -> AnswerJson.write(members, out));
  }

  /**
   * Increases the depth of a query as long as its answer is small. Returns the given query if its
   * answer is not small.
   */
  private LineageQuery deepEnough(LineageQuery query) {
    LineageQuery best = query;
    LineageQuery next = query;
    LineageSummary found = engine.run(next, LineageVisitor.NONE);
    while (found.nodes() <= SMALL && found.beyondDepth() > 0 && found.beyondCount() == 0) {
      best = next;
      next = next.toBuilder().maxDepth(next.maxDepth() + 1).build();
      found = engine.run(next, LineageVisitor.NONE);
    }
    return found.nodes() <= SMALL ? next : best;
  }

  ExportOptions options() {
    return style.options(Math.min(asOfLsn, reader.visibleLsn()));
  }

  /**
   * Returns the options of an export.
   *
   * @param isChecked true to refuse files that differ from those on the disk, unless the user
   *     accepts this
   */
  private ExportOptions options(List<Target> exported, boolean isAsRecorded, boolean isChecked) {
    if (!isChecked) {
      return options();
    }
    if (isAsRecorded) {
      return options().asRecorded(targets.disk().differences(exported));
    }
    targets.disk().requireSame(exported);
    return options();
  }

  private static List<String> leftOut(LineageExporter exporter, Lineage lineage) {
    List<String> lines = exporter.tellsWhatIsLeftOut() ? new ArrayList<>() : LeftOut.of(lineage);
    lines.addAll(exporter.leavesOut(lineage));
    return lines;
  }

  /**
   * Returns the events at a path.
   *
   * @param withChanges true to include the changes that inspectors found
   */
  public Answer history(String file, boolean withChanges) {
    Target target = target(file);
    if (target.path().isEmpty()) {
      throw ErrorCode.BAD_REQUEST.exception(
          "history needs a path; for " + file + " use colophon show");
    }
    long until = Math.min(asOfLsn, target.askedLsn());
    if (target.isDirectory()) {
      return histories(new DirectoryPaths(reader).of(target.path()), until, withChanges);
    }
    History history = history(target.path(), until, withChanges);
    return reports(!history.events().isEmpty(), leadsTo(target), List.of(history));
  }

  /**
   * Returns the patches that lead back to an earlier content of a file.
   *
   * @param content {@code sha256:} and the digest of the content to start from
   * @param isOldStart whether to start from a content that was changed later
   */
  public Answer undo(String file, @Nullable String content, boolean isOldStart) {
    Target target = target(file);
    PatchChains chains = new PatchChains(whole, style.zone());
    boolean isOwnTime = target.askedLsn() != asOfLsn;
    String time = isOwnTime ? file.substring(file.lastIndexOf('@') + 1) : asOf;
    long asked = Math.min(asOfLsn, target.askedLsn());
    long lsn = chains.beforeLaterTimes(time, asked, now);
    if (lsn != asked) {
      clockRemarks.clear();
      addClockRemark(time, "the content is as of LSN " + lsn);
    }
    PatchChain chain = chains.of(target, lsn, content, isOldStart);
    return Answer.of(
        style,
        true,
        List.of(chain.remark()),
        "undo",
        chain::json,
        out -> out.write((chain.remark() + "\n").getBytes(StandardCharsets.UTF_8)));
  }

  private History history(Bytes path, long until, boolean withChanges) {
    return withChanges ? engine.historyWithChanges(path, until) : engine.history(path, until);
  }

  /** Returns the histories of the files below a directory. */
  private Answer histories(DirectoryPaths.Found found, long until, boolean withChanges) {
    List<History> histories = new ArrayList<>();
    found.paths().forEach(path -> histories.add(history(path, until, withChanges)));
    List<String> remarks = new ArrayList<>();
    if (found.folded() > 0) {
      remarks.add(DisplayText.count(found.folded(), "file") + " of tools left out");
    }
    if (found.beyond() > 0) {
      remarks.add(DisplayText.count(found.beyond(), "more file") + " left out; name a directory");
    }
    return reports(!histories.isEmpty(), remarks, histories);
  }

  private List<String> leadsTo(Target target) {
    Target followed = targets.followed(target);
    return followed.path().equals(target.path())
        ? List.of()
        : List.of(target.text() + " is a link that leads to " + followed.path().display());
  }

  /**
   * Returns the shortest chains from a target to one of several causes. Prefers chains on the
   * effect's host; if there are none, a chain may cross hosts.
   *
   * @param causes targets, which may be on other hosts, see {@link HostTarget}.
   * @param chains the maximum number of chains, at least 1.
   * @param limit the maximum number of nodes.
   * @param isObservedOnly whether to omit remarks about equal contents.
   */
  public Answer why(
      String effect,
      List<String> causes,
      int chains,
      int limit,
      LineageFilter filter,
      boolean isObservedOnly) {
    List<HostTarget> all = causes.stream().map(each -> HostTarget.of(each, scope.hosts())).toList();
    List<HostTarget> there = all.stream().filter(each -> !each.isHere()).toList();
    there.forEach(each -> each.check(scope.hosts()));
    Target from = followed(effect);
    List<Target> to =
        all.stream().filter(HostTarget::isHere).map(each -> followed(each.text())).toList();
    WhyAnswer answer = new WhyAnswer(this, engine, scope, filter, limit);
    List<String> remarks = new ArrayList<>();
    List<Explanation> explanations = answer.chains(from, to, there, chains, remarks);
    if (there.isEmpty() && !explanations.get(0).isFound()) {
      remarks.addAll(answer.insteadOfChain(from, to, isObservedOnly ? null : contentSources()));
    }
    return reports(explanations.get(0).isFound(), remarks, explanations);
  }

  /**
   * Returns the common ancestors or descendants of targets.
   *
   * @param limit maximum number of nodes of each lineage
   */
  public Answer common(List<String> texts, Direction direction, int limit, LineageFilter filter) {
    List<LineageQuery> queries =
        texts.stream()
            .map(text -> query(List.of(followed(text))).direction(direction).maxNodes(limit))
            .map(query -> filter.apply(query).build())
            .toList();
    return new CommonAnswer(engine, style).answer(texts, queries, scope.remarksOnOneHost());
  }

  /**
   * Returns the differences between the ancestors of two targets.
   *
   * @param limit maximum number of nodes of each lineage
   */
  public Answer diff(String first, String second, int limit, LineageFilter filter) {
    Comparison comparison = new Comparison(engine, reader, style, asOfLsn, limit);
    LineageDiff diff = comparison.of(followed(first), followed(second), filter);
    boolean isFound = !diff.isEmpty() || diff.isCutOff();
    List<String> remarks = Comparison.remarks(diff);
    remarks.addAll(scope.remarksOnOneHost());
    return reports(isFound, remarks, List.of(diff));
  }

  /**
   * Returns the folded graph of the union of the ancestors of two targets, with their differences.
   *
   * @param limit maximum number of nodes of each lineage
   */
  public Answer compare(
      String first, String second, int limit, LineageFilter filter, GraphRequest request) {
    Comparison comparison = new Comparison(engine, reader, style, asOfLsn, limit);
    Target one = followed(first);
    Target other = followed(second);
    LineageDiff diff = comparison.of(one, other, filter);
    GraphView view = GraphView.of(comparison.merge(one, other, filter), request);
    List<String> remarks = Comparison.remarks(diff);
    remarks.addAll(scope.remarksOnOneHost());
    return new Answer(
        !diff.isEmpty() || diff.isCutOff(),
        Answer.JSON,
        remarks,
        out -> GraphJson.write(view, json -> Reports.writeJson(diff, json), out));
  }

  /**
   * Returns the outputs whose inputs have changed since they were made. Its answer is found if
   * there are any, or if that cannot be told.
   *
   * @param texts files and directories; empty for the current directory
   * @param limit maximum number of nodes of each lineage
   */
  public Answer stale(List<String> texts, int limit, LineageFilter filter) {
    List<Target> found =
        (texts.isEmpty() ? List.of(".") : texts).stream().map(this::followed).toList();
    LineageQuery query = filter.apply(query(found).maxNodes(limit)).build();
    StaleReport report =
        new StaleReport(reader, engine, query, options().directory(), style.zone());
    if (report.checked() == 0) {
      throw ErrorCode.NOT_FOUND.exception(
          "nothing that was written is recorded at %s; name a file or directory of outputs"
              .formatted(texts(found)));
    }
    return Answer.of(
        style,
        report.isFound(),
        report.remarks(),
        "stale",
        report::json,
        out -> report.print(out, style.widthColumns()));
  }

  /**
   * Returns the files that a run created, changed, moved, removed and read.
   *
   * @param text a process of the run, or a file that the run wrote last; null for the newest run
   */
  public Answer touched(String text, LineageFilter filter) {
    return new TouchedAnswer(reader, style, asOfLsn)
        .answer(text == null ? null : followed(text), filter);
  }

  /**
   * Describes a run, or the programs that led to files, for documents.
   *
   * @param texts a process, or files; empty for the newest run
   * @param limit maximum number of processes and file versions
   */
  public Answer run(List<String> texts, int limit) {
    return new RunAnswer(reader, style, asOfLsn)
        .answer(texts.stream().map(this::followed).toList(), limit);
  }

  /** Returns all details of processes and objects. */
  public Answer show(List<String> texts) {
    List<Details> shown = new ArrayList<>();
    for (String text : texts) {
      for (Root root : target(text).roots()) {
        shown.add(engine.show(root));
      }
    }
    return reports(true, List.of(), shown);
  }

  /**
   * Exports the lineage of targets, which may cross to other hosts. Omits what the answer to a
   * lineage query omits by default. Without targets, exports the whole history of the query's host,
   * and only the filter's patterns omit anything.
   *
   * @param limit maximum number of nodes for each host and direction.
   * @param isAsRecorded true to accept files that differ from those on the disk.
   * @param isChecked true to compare the files with those on the disk.
   */
  public Answer export(
      List<String> texts,
      Set<Direction> directions,
      int limit,
      boolean withChanges,
      LineageFilter filter,
      boolean isAsRecorded,
      boolean isChecked) {
    LineageExporter exporter = Exporters.get(style.format());
    if (texts.isEmpty() && !directions.equals(ANCESTORS)) {
      throw ErrorCode.BAD_REQUEST.exception(
          "a direction needs a target; name one, or leave the direction out to export everything");
    }
    List<Target> found = texts.stream().map(this::followed).toList();
    ExportOptions options = options(found, isAsRecorded, isChecked);
    List<Root> roots =
        texts.isEmpty() ? new StoreRoots(reader, asOfLsn).all() : Target.roots(found);
    if (roots.isEmpty()) {
      return new Answer(false, exporter.mediaType(), List.of("the store is empty"), out -> {});
    }
    LineageQuery.Builder query =
        LineageQuery.builder()
            .roots(roots)
            .asOfLsn(asOfLsn)
            .maxNodes(limit)
            .includeChanges(withChanges)
            .includeDigests(style.showsDigests());
    boolean isAll = texts.isEmpty();
    if (isAll) {
      filter.applyHidden(query);
    } else {
      filter.apply(query);
    }
    Lineage lineage =
        named(
            directions.stream()
                .map(each -> query.direction(each).build())
                .map(each -> isAll ? engine.collect(each) : scope.collect(each))
                .reduce(Lineage::and)
                .orElseThrow());
    List<String> remarks = leftOut(exporter, lineage);
    remarks.addAll(isAll ? scope.remarksOnOneHost() : HostScope.remarks(lineage.summary().hosts()));
    return new Answer(
        true, exporter.mediaType(), remarks, out -> exporter.write(lineage, options, out));
  }

  /**
   * Returns the jobs and datasets around one of them, in both directions, as Marquez answers.
   *
   * @param nodeId see {@link NodeId}
   * @param depth the maximum number of steps in each direction
   * @param limit the maximum number of nodes in each direction
   */
  public Answer datasets(String nodeId, int depth, int limit) {
    String host = options().source().get().host().replaceFirst(" \\(.*", "");
    LineageQuery.Builder query =
        LineageQuery.builder()
            .roots(new NodeId(nodeId).roots(whole, asOfLsn, host))
            .asOfLsn(asOfLsn)
            .maxDepth(depth)
            .maxNodes(limit)
            .folded(true);
    Lineage up = scope.collect(query.direction(Direction.ANCESTORS).build());
    Lineage both = named(up.and(scope.collect(query.direction(Direction.DESCENDANTS).build())));
    List<String> remarks = LeftOut.of(both);
    remarks.addAll(HostScope.remarks(both.summary().hosts()));
    return new Answer(
        true, Answer.JSON, remarks, out -> DatasetGraph.write(both, reader, host, out));
  }

  /** Returns the extended records of a target. */
  public Answer inspect(String text) {
    Target target = followed(text);
    long until = Math.min(asOfLsn, target.askedLsn());
    List<ExtendedRecord> records = new ArrayList<>();
    for (Root root : target.roots()) {
      long process = root.type() == NodeType.PROCESS ? root.id() : 0;
      long object = root.type() == NodeType.OBJECT ? root.id() : 0;
      reader.until(until).extendedRecords(process, object).stream()
          .filter(each -> !FileDigest.isOfFile(each.type()))
          .forEach(records::add);
    }
    String remark = "no record is attached to " + DisplayText.text(text);
    return new RecordsAnswer(reader, style)
        .answer(records, records.isEmpty() ? List.of(remark) : List.of());
  }

  /**
   * Returns the versions with a content.
   *
   * @param content {@code sha256:} or {@code git:} and the digits of the digest
   */
  public Answer identify(String content) {
    ContentReport report =
        new ContentReport(reader, content, Math.min(asOfLsn, reader.visibleLsn()));
    return Answer.of(
        style,
        report.isFound(),
        report.remarks(),
        "identify",
        report::json,
        out -> report.print(out, style.widthColumns(), style.zone()));
  }

  /** Returns the names with a prefix, or those that match a glob. */
  public Answer names(String pattern, int limit) {
    return new NamesAnswer(reader, style, asOfLsn).answer(pattern, limit);
  }

  /**
   * Returns the search results for conditions.
   *
   * @param conditions texts of the conditions, by their names in the API
   * @param onAllHosts true to search the other hosts too
   */
  public Answer find(Map<String, String> conditions, boolean onAllHosts) {
    Bytes directory = PathBytes.of(style.directory());
    FindParser parser = new FindParser(reader, now, style.zone(), directory, asOfLsn);
    FindQuery query = parser.parse(conditions);
    for (String end : List.of("since", "until")) {
      addClockRemark(conditions.get(end), "--" + end + " goes by the time of each access");
    }
    SearchAnswers answers = new SearchAnswers(reader, style, asOfLsn);
    List<String> alone = scope.remarksOnOneHost();
    if (!onAllHosts || alone.isEmpty()) {
      return answers.find(query, List.of());
    }
    HostFind elsewhere =
        new HostFind(
            conditions, asOf, scope.lsns(), directory, style.zone().getId(), now.toEpochMilli());
    return elsewhere.isOfOneHost()
        ? answers.find(query, alone)
        : answers.find(query, scope.hosts().own(), elsewhere.everywhere(scope.hosts()));
  }

  /**
   * Returns the newest recordings.
   *
   * @param limit maximum number of recordings
   */
  public Answer recordings(int limit) {
    return new SearchAnswers(reader, style, asOfLsn).recordings(limit);
  }

  /** Lists the snapshots, and the changes of their names, in LSN order. */
  public Answer snapshots() {
    List<ShownSnapshot> shown = new ArrayList<>();
    TextTable table = new TextTable("name", "lsn", "time", "change", "in force");
    Set<String> used = new HashSet<>();
    List<Snapshot> history = reader.snapshots();
    Collection<Snapshot> inForce = Snapshot.asOf(history, Lsn.LATEST).values();
    for (Snapshot each : history) {
      boolean isNew = used.add(each.name());
      String change = each.isDeletion() ? "deleted" : isNew ? "taken" : "moved";
      if (each.isDeletion()) {
        used.remove(each.name());
      }
      boolean isInForce = inForce.contains(each);
      shown.add(
          new ShownSnapshot(
              each.name(), each.lsn(), DisplayText.instant(each.timeNanos()), change, isInForce));
      String time = DisplayText.time(each.timeNanos(), style.zone());
      table.row(
          DisplayText.text(each.name()), "" + each.lsn(), time, change, isInForce ? "yes" : "no");
    }
    return Answer.of(
        style,
        !shown.isEmpty(),
        List.of(),
        "snapshots",
        () -> new ShownSnapshots(shown),
        out -> table.print(out, style.widthColumns()));
  }

  private record ShownSnapshots(List<ShownSnapshot> snapshots) {}

  private record ShownSnapshot(
      String name, long lsn, String time, String change, boolean inForce) {}

  /** Returns statistics of the store, and known gaps. */
  public Answer status() {
    return new StatusAnswer(reader, style).answer();
  }

  private Bytes mine(LineageFilter filter, Target target) {
    return new MineDirectory(reader, style, asOfLsn).of(filter, target);
  }

  private Target target(String text) {
    Target found = targets.parse(text, PathBytes.of(style.directory()), asOfLsn);
    targets.disk().compare(found);
    int at = text.lastIndexOf('@');
    String time = at < 0 ? null : text.substring(at + 1);
    addClockRemark(time, found.text() + " is as of LSN " + Lsn.format(found.askedLsn()));
    addFutureRemark(time);
    return found;
  }

  /**
   * Returns remarks about the answered questions: targets that differ from the files on the disk of
   * this host, and times that a clock passed more than once.
   */
  public List<String> remarks() {
    return Stream.concat(targets.disk().remarks().stream(), clockRemarks.stream()).toList();
  }

  /**
   * Completes an answer with {@link #remarks}, and with the damage that it met. If only its body
   * meets damage, the body fails at its end, since its reader takes it for complete.
   */
  public Answer completed(Answer answer) {
    List<String> damages = damages();
    Answer.Body body =
        out -> {
          answer.body().write(out);
          if (damages.isEmpty() && !damages().isEmpty()) {
            throw ErrorCode.STORE_CORRUPT.exception(damages().get(0));
          }
        };
    return new Answer(
            answer.found(), answer.mediaType(), answer.remarks(), !damages.isEmpty(), body)
        .with(Stream.concat(damages.stream(), remarks().stream()).toList());
  }

  private List<String> damages() {
    return whole.gaps().stream()
        .filter(gap -> gap.cause() == GapCause.STORE_DAMAGE)
        .map(gap -> "incomplete: " + NodeText.gap(gap))
        .toList();
  }

  /** Resolves a target, and follows symbolic links. */
  private Target followed(String text) {
    return targets.followed(target(text));
  }

  LineageQuery.Builder query(List<Target> targets) {
    return LineageQuery.builder()
        .roots(Target.roots(targets))
        .asOfLsn(asOfLsn)
        .includeDigests(style.showsDigests());
  }

  private static String texts(List<Target> targets) {
    return targets.stream().map(Target::text).collect(Collectors.joining(", "));
  }

  private Answer reports(boolean found, List<String> remarks, List<? extends Report> reports) {
    return new Answer(
        found,
        style.isJson() ? Answer.JSON : Answer.TEXT,
        remarks,
        out -> {
          for (Report report : reports) {
            write(report, out);
          }
        });
  }

  private void write(Report report, OutputStream out) throws IOException {
    if (style.isJson()) {
      Reports.writeJson(report, options(), out);
      return;
    }
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    Reports.writeText(report, options(), text);
    String lines = Lines.fit(text.toString(StandardCharsets.UTF_8), style.widthColumns());
    out.write(lines.getBytes(StandardCharsets.UTF_8));
  }
}
