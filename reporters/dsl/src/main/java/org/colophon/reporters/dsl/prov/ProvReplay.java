// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.prov;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.colophon.core.model.Flow;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.reporters.dsl.text.Times;

/**
 * Reports documents to the sink in an order that keeps their meaning: statements with an LSN, from
 * Colophon's exports, by their LSN; then the others by {@link DependencyOrder}.
 */
public final class ProvReplay {
  private static final Logger LOG = System.getLogger(ProvReplay.class.getName());

  private final OperationSink sink;
  private final ProvRecords stored;
  private final ElementDeclarer declarer;
  private final ProvGraph graph;

  /** Number of unreported statements of each relation. */
  private final IdentityHashMap<ProvRecord, Integer> unreported = new IdentityHashMap<>();

  /** Creates a replay of the documents of a reader. */
  public ProvReplay(OperationSink sink, ProvReader reader, ProvRefusals refusals) {
    this.sink = sink;
    this.stored = new ProvRecords(sink, refusals);
    this.declarer = new ElementDeclarer(sink, stored, refusals);
    this.graph = new ProvGraph(reader.records());
  }

  /**
   * Reports all elements and statements.
   *
   * @param place name of the document for messages
   */
  public void run(String place) {
    List<Statement> dated = new ArrayList<>();
    List<Statement> undated = new ArrayList<>();
    List<Statement> late = new ArrayList<>();
    for (Statement each : graph.statements) {
      if (!each.isImplied(graph.nodes)) {
        unreported.merge(each.source(), 1, Integer::sum);
        (each.isLate() ? late : each.firstLsn() > 0 ? dated : undated).add(each);
      }
    }
    inOrderOfLsns(dated);
    inOrderOfDependency(undated, place);
    graph.nodes.stream().filter(each -> !each.isGeneral()).forEach(declarer::id);
    late.forEach(each -> report(each, Phase.WHOLE));
    graph.loose.forEach(this::keep);
    graph.nodes.forEach(this::end);
  }

  private void inOrderOfDependency(List<Statement> statements, String place) {
    int cycles = 0;
    for (List<Statement> group : DependencyOrder.of(statements, graph.nodes.size())) {
      if (group.size() == 1) {
        report(group.get(0), Phase.WHOLE);
      } else {
        cycles++;
        reportCycle(group);
      }
    }
    if (cycles > 0) {
      LOG.log(
          Level.WARNING,
          "{0}: {1} groups of statements depend on themselves; each is recorded as simultaneous",
          place,
          cycles);
    }
  }

  /**
   * Reports a cycle. Accesses last for the whole group. Other statements are reported twice, in
   * document order.
   */
  private void reportCycle(List<Statement> group) {
    List<Statement> accesses = group.stream().filter(Statement::isAccess).toList();
    List<Statement> points = group.stream().filter(each -> !each.isAccess()).toList();
    accesses.forEach(each -> report(each, Phase.BEGIN));
    points.forEach(each -> perform(each, Phase.WHOLE));
    points.forEach(each -> report(each, Phase.WHOLE));
    accesses.forEach(each -> access(each, Phase.END));
  }

  /**
   * Begin or end of a statement at an LSN. Two moments can have the same LSN: an interval of
   * accesses may end at the LSN of an operation within the interval.
   */
  private record Moment(long lsn, Phase phase, Statement statement) {}

  /**
   * Replays an export. Each access ends where it ends in the export, so that suppression does not
   * join two of them. A link or a derivation with two LSNs was reported twice.
   */
  private void inOrderOfLsns(List<Statement> statements) {
    List<Moment> moments = new ArrayList<>();
    statements.forEach(each -> addMoments(moments, each));
    moments.sort(
        Comparator.comparingLong(Moment::lsn).thenComparing(moment -> moment.phase() == Phase.END));
    for (Moment moment : moments) {
      Statement statement = moment.statement();
      if (!statement.isAccess() && moment.phase() == Phase.BEGIN) {
        perform(statement, Phase.WHOLE);
      } else if (statement.isAccess() && moment.phase() == Phase.END) {
        access(statement, Phase.END);
      } else {
        report(statement, moment.phase());
      }
    }
  }

  private static void addMoments(List<Moment> moments, Statement each) {
    boolean isOpen = each.lastLsn() == Long.MAX_VALUE;
    boolean isPoint = each.firstLsn() == each.lastLsn() || (isOpen && !each.isAccess());
    moments.add(new Moment(each.firstLsn(), isPoint ? Phase.WHOLE : Phase.BEGIN, each));
    if (!isPoint && !isOpen) {
      moments.add(new Moment(each.lastLsn(), Phase.END, each));
    }
  }

  /** Reports a statement, and stores its relation after the last of its statements. */
  private void report(Statement statement, Phase phase) {
    perform(statement, phase);
    if (unreported.merge(statement.source(), -1, Integer::sum) == 0) {
      keep(statement.source());
    }
  }

  private void keep(ProvRecord relation) {
    Map<String, ProvNode> ends = graph.ends(relation);
    ends.values().forEach(declarer::id);
    stored.keep(relation, ends);
  }

  private void perform(Statement statement, Phase phase) {
    LinkKind kind = statement.link();
    if (kind != null) {
      link(kind, statement);
    } else if (statement.isAccess()) {
      access(statement, phase);
    } else {
      derive(statement);
    }
  }

  private long id(int node) {
    return node < 0 ? 0 : declarer.id(graph.nodes.get(node));
  }

  private void link(LinkKind kind, Statement each) {
    sink.link(kind, id(each.effect()), id(each.cause()), each.timeNanos());
  }

  private void derive(Statement each) {
    long effect = id(each.effect());
    long cause = id(each.cause());
    sink.derive(effect, cause, id(each.process()), each.timeNanos());
  }

  private void access(Statement each, Phase phase) {
    OperationKind kind = Objects.requireNonNull(each.access());
    long process = id(processOf(each));
    long object = id(objectOf(each));
    sink.access(kind, phase, process, object, 0, each.timeNanos());
    boolean isEnd = phase == Phase.END || (phase == Phase.WHOLE && kind.mode().flow() == Flow.DATA);
    if (isEnd && each.firstLsn() > 0) {
      close(each);
    }
  }

  private void close(Statement each) {
    long nanos = each.timeNanos();
    sink.access(
        OperationKind.CLOSE, Phase.WHOLE, id(processOf(each)), id(objectOf(each)), 0, nanos);
  }

  private int processOf(Statement access) {
    return graph.nodes.get(access.effect()).isActivity ? access.effect() : access.cause();
  }

  private int objectOf(Statement access) {
    return graph.nodes.get(access.effect()).isActivity ? access.cause() : access.effect();
  }

  private void end(ProvNode node) {
    long endNanos = node.isActivity ? Times.isoNanos(node.text("prov:endTime")) : 0;
    if (endNanos != 0) {
      sink.exit(node.id, 0, endNanos);
    }
  }
}
