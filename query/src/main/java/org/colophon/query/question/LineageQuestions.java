// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.question;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.colophon.query.answer.Answer;
import org.colophon.query.answer.Answers;
import org.colophon.query.answer.LineageFilter;
import org.colophon.query.answer.LineageRequest;
import org.colophon.query.api.Direction;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.parameter.Parameter;
import org.colophon.query.parameter.RequestPath;
import org.colophon.query.view.GraphMembers;
import org.colophon.query.view.GraphRequest;
import org.jspecify.annotations.Nullable;

/** Questions about lineages. */
public final class LineageQuestions {
  /** The types of these questions. */
  static final List<Class<? extends Question>> TYPES =
      List.of(
          LineageQuestion.class,
          GraphQuestion.class,
          MembersQuestion.class,
          WhyQuestion.class,
          CommonQuestion.class,
          DiffQuestion.class,
          CompareQuestion.class,
          StaleQuestion.class,
          ExportQuestion.class);

  private LineageQuestions() {}

  /** The maximum number of visited nodes; null for the default. */
  public record NodeLimit(
      @Parameter(
              value =
                  "-n, --limit N  Visit at most N nodes (default: "
                      + LineageQuery.DEFAULT_MAX_NODES
                      + "); a service allows up to limits.nodes.",
              nodes = true)
          Integer limit) {
    int nodes(int maxNodes) {
      return orDefault(limit, Math.min(LineageQuery.DEFAULT_MAX_NODES, maxNodes));
    }
  }

  /** Options that filter a lineage. */
  public record Filter(
      @Parameter("--data-only  Follow content only, not starts, signals and names.")
          boolean dataOnly,
      @Parameter(
              "--hide GLOB  Leave out objects with such names, everything below such directories,"
                  + " and such programs unless they connect shown nodes. Repeatable.")
          List<String> hidden,
      @Parameter(
              "-a, --all  Include everything: all depths, code, files of the system and of tools.")
          boolean all) {
    LineageFilter showing(@Nullable String mine) {
      return new LineageFilter(dataOnly, hidden, all, mine);
    }
  }

  /** The directory whose files are shown: empty for the run's directory, null for all files. */
  public record Mine(
      @Parameter(
              "--mine[=DIR]  Show only files below DIR (default: the directory in which the"
                  + " command ran). Files elsewhere are followed.")
          String mine) {}

  /** Asks for the ancestors or descendants of targets. */
  @RequestPath(
      value = "/v1/lineage",
      formats = {})
  public record LineageQuestion(
      @Parameter("TARGET...  Files, processes or objects; several get one common answer.")
          List<String> target,
      @Parameter("--descendants, --downstream  Show what the target influenced.")
          Direction direction,
      @Parameter(
              value =
                  "-d, --depth N  Follow at most N steps (default: 3, or more while the answer is"
                      + " small; with --all, no limit).",
              note = "small is at most 40 nodes")
          Integer depth,
      @Parameter(
              value =
                  "--bytes  Show which program wrote each byte of TARGET, and from which input bytes,"
                      + " as recorded with --ranges or --bytes.",
              note = "in json or text; a target FILE@bytes=FROM-TO implies it")
          boolean bytes,
      @Parameter(
              "--observed-only  Leave out possible sources: files that had the content of an input"
                  + " before.")
          boolean observedOnly,
      NodeLimit limit,
      Filter filter,
      Mine mine)
      implements Question {
    @Override
    public Answer answer(Answers answers, int maxNodes) {
      int nodes = limit.nodes(maxNodes);
      LineageFilter shown = filter.showing(mine.mine);
      return answers.lineage(
          new LineageRequest(
              target,
              ofAncestors(direction),
              orDefault(depth, -1),
              nodes,
              shown,
              bytes,
              observedOnly));
    }
  }

  /** The lineage and the folds of a graph. */
  public record Graph(
      @Parameter("TARGET...  Files, processes or objects.") List<String> target,
      @Parameter("  The direction.") Direction direction,
      @Parameter("  Maximum number of steps; unlimited if not given") Integer depth,
      @Parameter(
              "  Ids of folds to open by one level, and of members to show beside the rest of a"
                  + " fold, in the order of the steps, separated by commas")
          String expand,
      @Parameter("  Two ids of the graph, separated by a comma; keeps the chains between them")
          String path,
      @Parameter("  Size in pixels of the window to fill; 1200x800 if not given") String window) {
    /** Maximum number of nodes before folding. */
    static final int MAX_NODES = 100_000;

    static int nodes(Integer limit, int maxNodes) {
      return orDefault(limit, Math.min(10_000, maxNodes));
    }

    int steps() {
      return orDefault(depth, LineageQuery.UNLIMITED);
    }

    GraphRequest request() {
      return new GraphRequest(list(expand), list(path), GraphRequest.window(window));
    }
  }

  /** Returns comma-separated values. Ids contain no commas. */
  private static List<String> list(String text) {
    Stream<String> parts = Stream.of(text == null ? new String[0] : text.split(","));
    return parts.filter(each -> !each.isEmpty()).toList();
  }

  /** Asks for the folded graph of a lineage, with coordinates. */
  @RequestPath(
      value = "/v1/graph",
      omit = {"format", "width", "colours"},
      formats = {})
  public record GraphQuestion(
      Graph graph,
      @Parameter(
              value =
                  "  Maximum number of nodes before folding, up to limits.nodes and 100000; default"
                      + " 10000, or limits.nodes if that is less",
              max = Graph.MAX_NODES,
              nodes = true)
          Integer limit,
      Filter filter)
      implements Question {
    @Override
    public Answer answer(Answers answers, int maxNodes) {
      return answers.graph(
          graph.target,
          ofAncestors(graph.direction),
          graph.steps(),
          Graph.nodes(limit, maxNodes),
          filter.showing(null),
          graph.request());
    }
  }

  /** Asks for the members of a fold in a graph. */
  @RequestPath(
      value = "/v1/members",
      omit = {"format", "width", "colours"},
      formats = {})
  public record MembersQuestion(
      Graph graph,
      @Parameter(
              value =
                  "  Maximum number of nodes before folding, as limit of /v1/graph; default 10000,"
                      + " or limits.nodes if that is less",
              max = Graph.MAX_NODES,
              nodes = true)
          Integer nodes,
      @Parameter("FOLD  Id of a fold of this graph, whose kind is alike, files or rest.")
          String fold,
      @Parameter("  Text in the titles of the members, in upper or lower case") String search,
      @Parameter(value = "  Maximum number of listed members; default 100", max = 10_000)
          Integer limit,
      Filter filter)
      implements Question {
    @Override
    public Answer answer(Answers answers, int maxNodes) {
      return answers.members(
          graph.target,
          ofAncestors(graph.direction),
          graph.steps(),
          Graph.nodes(nodes, maxNodes),
          filter.showing(null),
          lineage ->
              GraphMembers.of(
                  lineage, graph.request(), fold, orDefault(search, ""), orDefault(limit, 100)));
    }
  }

  /** Asks for the shortest chains from an effect to its causes. */
  @RequestPath("/v1/why")
  public record WhyQuestion(
      @Parameter("EFFECT  The influenced file or process.") String effect,
      @Parameter("CAUSE  The possible influence.") List<String> cause,
      @Parameter(
              value = "--paths K  Show the K shortest chains, at most 100 (default: 1).",
              max = WhyQuestion.MAX_PATHS)
          Integer paths,
      @Parameter("--observed-only  Leave out remarks about inputs that have the content of CAUSE.")
          boolean observedOnly,
      NodeLimit limit,
      Filter filter)
      implements Question {
    /** Maximum number of chains. */
    public static final int MAX_PATHS = 100;

    @Override
    public Answer answer(Answers answers, int maxNodes) {
      int chains = Math.max(1, orDefault(paths, 1));
      int nodes = limit.nodes(maxNodes);
      return answers.why(effect, cause, chains, nodes, filter.showing(null), observedOnly);
    }
  }

  /** Asks for the ancestors or descendants that several targets have in common. */
  @RequestPath("/v1/common")
  public record CommonQuestion(
      @Parameter("TARGET TARGET...  Files, processes or objects.") List<String> target,
      @Parameter("--descendants, --downstream  Show what all targets influenced.")
          Direction direction,
      NodeLimit limit,
      Filter filter)
      implements Question {
    @Override
    public Answer answer(Answers answers, int maxNodes) {
      int nodes = limit.nodes(maxNodes);
      return answers.common(target, ofAncestors(direction), nodes, filter.showing(null));
    }
  }

  /** Asks for the differences between the ancestors of two targets. */
  @RequestPath("/v1/diff")
  public record DiffQuestion(
      @Parameter("A  The first target.") String first,
      @Parameter("B  The second target.") String second,
      NodeLimit limit,
      Filter filter,
      Mine mine)
      implements Question {
    @Override
    public Answer answer(Answers answers, int maxNodes) {
      return answers.diff(first, second, limit.nodes(maxNodes), filter.showing(mine.mine));
    }
  }

  /** Asks for one folded graph of the ancestors of two targets, with their differences. */
  @RequestPath(
      value = "/v1/compare",
      omit = {"format", "width", "colours"},
      formats = {})
  public record CompareQuestion(
      @Parameter("A  The first target.") String first,
      @Parameter("B  The second target.") String second,
      @Parameter(
              "  Ids of folds to open by one level, in the order of the steps, separated by commas")
          String expand,
      @Parameter("  Size in pixels of the window to fill; 1200x800 if not given") String window,
      @Parameter(
              value =
                  "  Maximum number of nodes of each lineage, up to limits.nodes and 100000; default"
                      + " 10000, or limits.nodes if that is less",
              max = Graph.MAX_NODES,
              nodes = true)
          Integer limit,
      Filter filter)
      implements Question {
    @Override
    public Answer answer(Answers answers, int maxNodes) {
      return answers.compare(
          first,
          second,
          Graph.nodes(limit, maxNodes),
          filter.showing(null),
          new GraphRequest(list(expand), List.of(), GraphRequest.window(window)));
    }
  }

  /** Asks for the outputs whose inputs have changed since they were made. */
  @RequestPath("/v1/stale")
  public record StaleQuestion(
      @Parameter("[TARGET...]  Outputs, or directories of outputs (default: this directory).")
          List<String> target,
      NodeLimit limit,
      Filter filter)
      implements Question {
    @Override
    public Answer answer(Answers answers, int maxNodes) {
      return answers.stale(target, limit.nodes(maxNodes), filter.showing(null));
    }
  }

  /**
   * Asks for an export of the whole history, or of the lineage of targets.
   *
   * @param direction a direction or {@code both}; null for ancestors
   */
  @RequestPath(
      value = "/v1/export",
      formats = {})
  public record ExportQuestion(
      @Parameter("[TARGET...]  Targets whose lineage to export (default: everything).")
          List<String> target,
      @Parameter("  ancestors (the default), descendants or both, of the targets") String direction,
      @Parameter(
              value =
                  "-n, --limit N  Export at most N nodes (default: "
                      + Answers.EXPORTED
                      + "); a service allows up to limits.nodes, which is its default too.",
              nodes = true)
          Integer limit,
      @Parameter("--changes  Include the records attached to each write, such as patches.")
          boolean changes,
      @Parameter(
              "--as-recorded  Export proofs even if a file on the disk is not the recorded version."
                  + " The document reports this.")
          boolean asRecorded,
      @Parameter("  Refuse targets whose files on the disk are not the recorded version")
          boolean checkDisk,
      Filter filter)
      implements Question {
    @Override
    public Answer answer(Answers answers, int maxNodes) {
      int nodes = orDefault(limit, Math.min(Answers.EXPORTED, maxNodes));
      Set<Direction> directions =
          "both".equals(direction)
              ? EnumSet.allOf(Direction.class)
              : Set.of(Direction.of(orDefault(direction, "ancestors")));
      return answers.export(
          target, directions, nodes, changes, filter.showing(null), asRecorded, checkDisk);
    }
  }

  private static Direction ofAncestors(Direction direction) {
    return orDefault(direction, Direction.ANCESTORS);
  }

  static <T> T orDefault(T value, T usual) {
    return value == null ? usual : value;
  }
}
