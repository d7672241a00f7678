// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.identity;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.colophon.cli.identity.FileModel.Content;
import org.colophon.cli.identity.Finding.Kind;
import org.colophon.core.error.ColophonException;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.encoding.FileDigest;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.EdgeKind;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageEdge;
import org.colophon.query.api.LineageNode;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.LineageSummary;
import org.colophon.query.engine.LineageEngine;
import org.colophon.query.naming.ContentVersions;
import org.colophon.query.target.Target;
import org.colophon.query.target.Targets;

/** Compares the answers about the files of one case with the truth. */
final class ScenarioAnswers {
  private final ScenarioBatch batch;
  private final LineageReader reader;
  private final Scenario scenario;
  private final ContentVersions versions;
  private final Map<String, String> sources = new HashMap<>();

  ScenarioAnswers(ScenarioBatch batch, LineageReader reader, Scenario scenario) {
    this.batch = batch;
    this.reader = reader;
    this.scenario = scenario;
    this.versions = new ContentVersions(reader, Lsn.LATEST);
    scenario.files.sources().forEach(name -> sources.put(path(name), name));
  }

  private String path(String name) {
    return batch.path(scenario, name).toString();
  }

  /**
   * Checks the digests that the trace of a phase attached. A version that a recorded step has
   * changed since had its content before the phase.
   */
  List<Finding> digests(int phase, long afterLsn) {
    List<Finding> findings = new ArrayList<>();
    Map<String, Content> now = new HashMap<>(scenario.contents.get(phase));
    now.putAll(phase == 0 ? Map.of() : scenario.outputs);
    Map<String, Content> before = phase == 0 ? Map.of() : scenario.contents.get(phase - 1);
    for (String name : now.keySet()) {
      for (ContentVersions.Version each : versionsAt(name)) {
        Set<String> right = digestsOfSame(each.object(), each.isNewest() ? now : before);
        if (each.lsn() > afterLsn && !right.contains(each.digest().sha256())) {
          add(findings, Kind.WRONG_DIGEST, "of " + name);
        }
      }
    }
    return findings;
  }

  /** Returns the true digests of all names that the history binds to an object. */
  private Set<String> digestsOfSame(long object, Map<String, Content> contents) {
    return contents.keySet().stream()
        .filter(each -> reader.resolve(Bytes.of(path(each)), Lsn.LATEST) == object)
        .map(each -> sha256(contents.get(each)))
        .collect(Collectors.toSet());
  }

  /** Returns the versions with digests of the object at a name; none if the name has no object. */
  private List<ContentVersions.Version> versionsAt(String name) {
    long object = reader.resolve(Bytes.of(path(name)), Lsn.LATEST);
    return object == 0 ? List.of() : versions.versionsOf(object);
  }

  private void add(List<Finding> findings, Kind kind, String text) {
    findings.add(new Finding(kind, scenario, text));
  }

  /** Checks the ancestors of the outputs. */
  List<Finding> outputs() {
    List<Finding> findings = new ArrayList<>();
    scenario.outputs.forEach(
        (name, content) -> {
          Targets targets = targets();
          Lineage lineage = lineage(targets.parse(path(name), Bytes.EMPTY));
          findings.add(compare(name, content, lineage, false));
          findings.addAll(digestsIn(name, content, lineage));
        });
    return findings;
  }

  /** Checks the ancestors of all files that exist at the end. */
  List<Finding> names() {
    List<Finding> findings = new ArrayList<>();
    scenario
        .contents
        .get(3)
        .forEach(
            (name, content) -> {
              Targets targets = targets();
              try {
                Target target = targets.parse(path(name), Bytes.EMPTY);
                targets.disk().compare(target);
                boolean isRemarked =
                    targets.disk().remarks().stream().anyMatch(ScenarioAnswers::isAboutOther);
                findings.add(compare(name, content, lineage(target), isRemarked));
              } catch (ColophonException e) {
                add(
                    findings,
                    content.known().isEmpty() ? Kind.UNKNOWN : Kind.MISSED,
                    name + ": " + e.getMessage());
              }
            });
    return findings;
  }

  /** Returns whether a remark tells that the recorded file is not the one on the disk. */
  private static boolean isAboutOther(String remark) {
    return remark.contains("is not the recorded version") || remark.contains("not on the disk");
  }

  private Targets targets() {
    return new Targets(reader, Instant.now(), ZoneOffset.UTC);
  }

  private Lineage lineage(Target target) {
    LineageQuery query =
        LineageQuery.builder().roots(target.roots()).dataOnly(true).includeCode(false).build();
    return new LineageEngine(reader).collect(query);
  }

  /**
   * Compares ancestors with the truth.
   *
   * @param isRemarked true if the answer has the remark that it is about another content
   */
  private Finding compare(String name, Content content, Lineage lineage, boolean isRemarked) {
    Set<String> found = new HashSet<>();
    lineage.nodes().stream()
        .filter(node -> !node.isProcess())
        .map(node -> sources.get(node.name().toString()))
        .filter(each -> each != null)
        .forEach(found::add);
    String text =
        name + ": " + found + " instead of " + content.origins() + ", known " + content.known();
    LineageSummary summary = lineage.summary();
    boolean tells = isRemarked || summary.isIncomplete() || hasUnknownBegin(lineage);
    Kind kind = kind(content, found, isRemarked, tells);
    boolean isByName =
        kind == Kind.FALSE_IDENTITY
            && summary.gaps().stream().anyMatch(each -> each.cause() == GapCause.KNOWN_BY_NAME);
    return new Finding(isByName ? Kind.KNOWN_BY_NAME : kind, scenario, text);
  }

  private static Kind kind(Content content, Set<String> found, boolean isRemarked, boolean tells) {
    boolean isTrue = content.origins().containsAll(found);
    boolean isAll = found.containsAll(content.origins());
    if (!isTrue && !isRemarked) {
      return content.isUndetectable() ? Kind.UNDETECTABLE : Kind.FALSE_IDENTITY;
    }
    if (!isAll && !tells) {
      return content.isOlder() ? Kind.OLDER_CONTENT : Kind.FALSE_COMPLETENESS;
    }
    if (content.known().isEmpty()) {
      return Kind.UNKNOWN;
    }
    return found.containsAll(content.known()) ? Kind.FOUND : Kind.MISSED;
  }

  /** Returns whether some file of the case begins with a content that nobody recorded. */
  private boolean hasUnknownBegin(Lineage lineage) {
    Set<Integer> written = new HashSet<>();
    for (LineageEdge edge : lineage.edges()) {
      if (edge.kind() == EdgeKind.WRITE || edge.kind() == EdgeKind.DERIVATION) {
        written.add(edge.effect());
      }
    }
    return lineage.nodes().stream()
        .anyMatch(node -> isOfCase(node) && (isCut(node) || !written.contains(node.index())));
  }

  private boolean isOfCase(LineageNode node) {
    String name = node.name().toString();
    return !node.isProcess()
        && !sources.containsKey(name)
        && (name.isEmpty() || name.contains("/" + scenario.number + "/"));
  }

  private static boolean isCut(LineageNode node) {
    return node.start() != null && node.start().isUnrecorded();
  }

  /** Checks the digests of an output, and of the file that it is a copy of. */
  private List<Finding> digestsIn(String name, Content content, Lineage lineage) {
    List<Finding> findings = new ArrayList<>();
    for (LineageNode node : lineage.nodes()) {
      boolean isCopied = !node.isProcess() && node.depth() <= 1 && isOfCase(node);
      FileDigest digest = isCopied ? versions.digestAt(node.id(), node.boundLsn()) : null;
      if (digest != null && !digest.sha256().equals(sha256(content))) {
        Kind kind = content.isUndetectable() ? Kind.UNDETECTABLE : Kind.WRONG_DIGEST;
        add(findings, kind, "of " + node.name() + " as origin of " + name);
      }
    }
    return findings;
  }

  private static String sha256(Content content) {
    try {
      byte[] bytes = content.text().getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
