// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.view;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageEdge;
import org.colophon.query.api.LineageNode;
import org.colophon.query.fold.Cluster;
import org.colophon.query.fold.Clusters;
import org.colophon.query.fold.FoldKind;
import org.colophon.query.format.NodeText;
import org.jspecify.annotations.Nullable;

/**
 * The alike parts of a fold, from which one can be chosen.
 *
 * @param total number of parts that match the search
 * @param members the first of these parts
 */
public record GraphMembers(int total, List<Member> members) {
  /** Maximum number of neighbouring objects in a title. */
  private static final int NAMED = 6;

  public GraphMembers {
    members = List.copyOf(members);
  }

  /**
   * A part of a fold.
   *
   * @param id shows the part beside the rest of the fold if it is expanded.
   * @param label short text.
   * @param title the command lines, or the names; then the objects that the part read and wrote.
   * @param from time of the first operation; null if unknown.
   * @param to time of the last operation; null if it is the first one.
   * @param incomplete true if operations of the part are known to be lost.
   */
  @JsonInclude(JsonInclude.Include.NON_DEFAULT)
  public record Member(
      String id,
      String label,
      String title,
      @Nullable String from,
      @Nullable String to,
      boolean incomplete) {}

  /**
   * Lists the parts of a visible fold.
   *
   * @param fold id of the fold in the graph of the request
   * @param search text in the titles, in upper or lower case; empty for all
   * @param limit maximum number of listed parts
   * @throws ColophonException NOT_FOUND if the fold is not visible; BAD_REQUEST if its parts are
   *     not alike
   */
  public static GraphMembers of(
      Lineage lineage, GraphRequest request, String fold, String search, int limit) {
    String directory = GraphView.directory(lineage);
    Clusters clusters = GraphView.fold(lineage, request);
    Cluster found =
        clusters.all().stream()
            .filter(each -> each.id().equals(fold))
            .findFirst()
            .orElseThrow(() -> notFound(fold));
    if (!found.isOfEquals()) {
      throw ErrorCode.BAD_REQUEST.exception(
          "the parts of %s cannot be shown one by one; expand it instead"
              .formatted(Bytes.of(fold).display()));
    }
    Clusters parts = new Clusters(clusters.lineage(), found.parts());
    ClusterTimes times = new ClusterTimes(parts);
    Set<Long> lossy = GraphJson.lossy(lineage);
    List<Set<String>> around = around(parts, directory);
    String wanted = search.toLowerCase(Locale.ROOT);
    List<Member> members = new ArrayList<>();
    int total = 0;
    for (int i = 0; i < parts.all().size(); i++) {
      Cluster part = parts.all().get(i);
      String title = ClusterText.title(part, directory) + ends(around.get(i));
      if (title.toLowerCase(Locale.ROOT).contains(wanted) && total++ < limit) {
        String id = FoldKind.COPY.id(part.leader());
        String label = ClusterText.label(part, directory);
        boolean isLossy = part.members().stream().anyMatch(each -> isIn(lossy, each));
        members.add(new Member(id, label, title, times.from(i), times.to(i), isLossy));
      }
    }
    return new GraphMembers(total, members);
  }

  private static ColophonException notFound(String fold) {
    return ErrorCode.NOT_FOUND.exception(
        Bytes.of(fold).display() + " is no fold of this graph; expand the folds around it first");
  }

  private static boolean isIn(Set<Long> lossy, LineageNode node) {
    return node.isProcess() && lossy.contains(node.id());
  }

  /** Returns, for each part, the titles of the objects around its processes. */
  private static List<Set<String>> around(Clusters parts, String directory) {
    List<Set<String>> found = new ArrayList<>();
    parts.all().forEach(each -> found.add(new LinkedHashSet<>()));
    Lineage lineage = parts.lineage();
    for (LineageEdge edge : lineage.edges()) {
      int cause = parts.of(edge.cause());
      int effect = parts.of(edge.effect());
      LineageNode node = cause < 0 ? lineage.cause(edge) : lineage.effect(edge);
      int part = Math.max(cause, effect);
      if (cause != effect && Math.min(cause, effect) < 0 && !node.isProcess()) {
        found.get(part).add(NodeText.title(node, directory));
      }
    }
    return found;
  }

  private static String ends(Set<String> around) {
    return around.isEmpty() ? "" : "\n" + String.join(", ", around.stream().limit(NAMED).toList());
  }
}
