package org.colophon.reporters.dsl.prov;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.reporters.dsl.text.Times;

/**
 * Reports documents to the sink in an order that keeps their meaning: by LSN for Colophon's
 * exports, otherwise by {@link DependencyOrder}.
 */
public final class ProvReplay {
  private static final Logger LOG = System.getLogger(ProvReplay.class.getName());

  private final OperationSink sink;
  private final ProvRecords stored;
  private final ElementDeclarer declarer;
  private final ProvGraph graph;
  private final List<ProvRecord> relations;

  /** Creates a replay of the documents of a reader. */
  public ProvReplay(OperationSink sink, ProvReader reader, ProvRefusals refusals) {
    this.sink = sink;
    this.stored = new ProvRecords(sink, refusals);
    this.declarer = new ElementDeclarer(sink, stored, refusals);
    this.graph = new ProvGraph(reader.records());
    this.relations = reader.records().stream().filter(each -> !each.kind().isElement()).toList();
  }

  /**
   * Reports all elements and statements.
   *
   * @param place name of the document for messages
   */
  public void run(String place) {
    List<Statement> timely = new ArrayList<>();
    List<Statement> late = new ArrayList<>();
    graph.statements.forEach(each -> (each.isLate() ? late : timely).add(each));
    if (timely.stream().anyMatch(each -> each.firstLsn() > 0)) {
      inOrderOfLsns(timely);
    } else {
      inOrderOfDependency(timely, place);
      warnOfChangedRelations(place);
    }
    graph.nodes.forEach(declarer::id);
    late.forEach(each -> report(each, Phase.WHOLE));
    graph.loose.forEach(this::keepLoose);
    graph.nodes.forEach(this::end);
  }

  /** Logs how many relations an export of the store does not contain as they are. */
  private void warnOfChangedRelations(String place) {
    Map<String, Long> changed =
        Stream.concat(
                relations.stream().filter(each -> !each.kind().isExported()),
                graph.loose.stream().filter(each -> each.kind().isExported()))
            .collect(
                Collectors.groupingBy(
                    each -> each.kind().section, TreeMap::new, Collectors.counting()));
    if (!changed.isEmpty()) {
      LOG.log(
          Level.WARNING,
          "{0}: exports contain another relation or none for these: {1}; 'colophon inspect' shows"
              + " their records",
          place,
          changed.entrySet().stream()
              .map(each -> each.getValue() + " " + each.getKey())
              .collect(Collectors.joining(", ")));
    }
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
    points.forEach(each -> report(each, Phase.WHOLE));
    points.forEach(this::reportAgain);
    accesses.forEach(each -> access(each, Phase.END));
  }

  private void reportAgain(Statement statement) {
    if (statement.link() != null) {
      link(statement);
    } else {
      derive(statement);
    }
  }

  /**
   * Begin or end of a statement at an LSN. Two moments can have the same LSN: an interval of
   * accesses may end at the LSN of an operation within the interval.
   */
  private record Moment(long lsn, Phase phase, Statement statement) {}

  /**
   * Replays an export. Derivations and specializations are implied by other statements. Each access
   * interval ends where it ends in the export, so that suppression does not join two intervals.
   */
  private void inOrderOfLsns(List<Statement> statements) {
    List<Moment> moments = new ArrayList<>();
    for (Statement each : statements) {
      if (each.firstLsn() > 0) {
        addMoments(moments, each);
      } else if (each.isAccess()) {
        report(each, Phase.WHOLE);
      }
    }
    moments.sort(
        Comparator.comparingLong(Moment::lsn).thenComparing(moment -> moment.phase() == Phase.END));
    for (Moment moment : moments) {
      if (moment.phase() == Phase.END) {
        access(moment.statement(), Phase.END);
        close(moment.statement());
      } else {
        report(moment.statement(), moment.phase());
      }
    }
  }

  private static void addMoments(List<Moment> moments, Statement each) {
    boolean isPoint = !each.isAccess() || each.firstLsn() == each.lastLsn();
    moments.add(new Moment(each.firstLsn(), isPoint ? Phase.WHOLE : Phase.BEGIN, each));
    if (!isPoint && each.lastLsn() != Long.MAX_VALUE) {
      moments.add(new Moment(each.lastLsn(), Phase.END, each));
    }
  }

  private void report(Statement statement, Phase phase) {
    ProvNode effect = graph.nodes.get(statement.effect());
    if (statement.link() != null) {
      link(statement);
      stored.keep(statement.source(), effect.id, 0, statement.timeNanos());
    } else if (statement.isAccess()) {
      access(statement, phase);
      ProvNode cause = graph.nodes.get(statement.cause());
      long process = effect.isActivity ? effect.id : cause.id;
      long object = effect.isActivity ? cause.id : effect.id;
      stored.keep(statement.source(), process, object, statement.timeNanos());
    } else {
      derive(statement);
      stored.keep(statement.source(), 0, effect.id, statement.timeNanos());
    }
  }

  private long id(int node) {
    return node < 0 ? 0 : declarer.id(graph.nodes.get(node));
  }

  private void link(Statement each) {
    sink.link(each.link(), id(each.effect()), id(each.cause()), each.timeNanos());
  }

  private void derive(Statement each) {
    long effect = id(each.effect());
    long cause = id(each.cause());
    sink.derive(effect, cause, id(each.process()), each.timeNanos());
  }

  private void access(Statement each, Phase phase) {
    long process = id(processOf(each));
    long object = id(objectOf(each));
    if (phase == Phase.WHOLE && each.firstLsn() > 0) {
      sink.accessOnce(each.access(), process, object, 0, each.timeNanos());
    } else {
      sink.access(each.access(), phase, process, object, 0, each.timeNanos());
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

  private void keepLoose(ProvRecord relation) {
    int end = graph.anyEnd(relation);
    ProvNode node = end < 0 ? null : graph.nodes.get(end);
    long id = node == null ? 0 : declarer.id(node);
    boolean isProcess = node != null && node.isActivity;
    stored.keep(relation, isProcess ? id : 0, isProcess ? 0 : id, relation.timeNanos());
  }

  private void end(ProvNode node) {
    long endNanos = node.isActivity ? Times.isoNanos(node.text("prov:endTime")) : 0;
    if (endNanos != 0) {
      sink.exit(node.id, 0, endNanos);
    }
  }
}
