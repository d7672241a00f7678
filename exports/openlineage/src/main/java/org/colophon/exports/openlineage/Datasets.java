// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.openlineage;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.encoding.DatasetName;
import org.colophon.query.document.RecordedRun;
import org.colophon.query.document.RecordedRun.Begin;
import org.colophon.query.document.RecordedRun.NameChange;
import org.colophon.query.document.RecordedRun.RunFile;
import org.jspecify.annotations.Nullable;

/** Datasets of a run's events, with their facets. Any thread. */
record Datasets(RecordedRun run, Facets facets) {
  ArrayNode inputs(Set<Integer> files) {
    ArrayNode all = Facets.object().arrayNode();
    for (int each : files) {
      RunFile file = run.files().get(each);
      ObjectNode statistics = facets.facet("InputStatisticsInputDatasetFacet", "1-0-0");
      all.add(withStatistics(described(file), file, "input", statistics));
    }
    return all;
  }

  /**
   * Returns files that were written, and files that lost a name.
   *
   * @param changes the lost names
   */
  ArrayNode outputs(Set<Integer> files, List<NameChange> changes) {
    ArrayNode all = Facets.object().arrayNode();
    Map<String, String> renamed = renamed(changes);
    for (int each : files) {
      RunFile file = run.files().get(each);
      ObjectNode statistics = facets.facet("OutputStatisticsOutputDatasetFacet", "1-0-2");
      ObjectNode dataset = withStatistics(described(file), file, "output", statistics);
      String before = renamed.remove(file.name());
      putChange(dataset, change(file, before), before);
      all.add(dataset);
    }
    renamed.forEach((name, before) -> all.add(changed(name, "RENAME", before)));
    changes.stream()
        .filter(each -> each.after().isEmpty())
        .forEach(each -> all.add(changed(each.before(), "DROP", null)));
    return all;
  }

  /** Returns the names before the run of files that have others after it. */
  static Map<String, String> renamed(List<NameChange> changes) {
    Map<String, String> renamed = new TreeMap<>();
    changes.stream()
        .filter(each -> !each.after().isEmpty())
        .forEach(each -> renamed.put(each.after(), each.before()));
    return renamed;
  }

  /** Returns the change of a written dataset; null if it kept its former content and name. */
  private static @Nullable String change(RunFile file, @Nullable String before) {
    if (file.begin() == null) {
      return before == null ? null : "RENAME";
    }
    return file.begin() == Begin.CREATED ? "CREATE" : "OVERWRITE";
  }

  private ObjectNode changed(String name, String change, @Nullable String before) {
    ObjectNode dataset = named(name);
    dataset.putObject("facets");
    putChange(dataset, change, before);
    return dataset;
  }

  private void putChange(ObjectNode dataset, @Nullable String change, @Nullable String before) {
    if (change == null) {
      return;
    }
    ObjectNode facet = facets.facet("LifecycleStateChangeDatasetFacet", "1-0-1");
    facet.put("lifecycleStateChange", change);
    if (before != null && change.equals("RENAME")) {
      facet.set("previousIdentifier", named(before));
    }
    ((ObjectNode) dataset.get("facets")).set("lifecycleStateChange", facet);
  }

  private static ObjectNode withStatistics(
      ObjectNode dataset, RunFile file, String direction, ObjectNode statistics) {
    if (file.size() != null) {
      dataset
          .putObject(direction + "Facets")
          .set(direction + "Statistics", statistics.put("size", file.size()).put("fileCount", 1));
    }
    return dataset;
  }

  private ObjectNode described(RunFile file) {
    ObjectNode made = named(file);
    ObjectNode all = made.putObject("facets");
    String version = file.sha256() == null ? run.store() + ":" + file.key() : file.sha256();
    all.set(
        "version",
        facets.facet("DatasetVersionDatasetFacet", "1-0-1").put("datasetVersion", version));
    ObjectNode storage =
        facets
            .facet("StorageDatasetFacet", "1-0-1")
            .put("storageLayer", file.name().contains("://") ? "database" : "file");
    int dot = file.name().lastIndexOf('.');
    if (dot > file.name().lastIndexOf('/') + 1) {
      storage.put("fileFormat", file.name().substring(dot + 1));
    }
    all.set("storage", storage);
    if (!file.otherNames().isEmpty()) {
      ObjectNode symlinks = facets.facet("SymlinksDatasetFacet", "1-0-1");
      ArrayNode identifiers = symlinks.putArray("identifiers");
      file.otherNames().forEach(each -> identifiers.add(named(each).put("type", "LOCATION")));
      all.set("symlinks", symlinks);
    }
    return made;
  }

  private ObjectNode named(String path) {
    return named(DatasetName.ofStored(Bytes.of(path), ObjectKind.FILE, run.hostName()));
  }

  /** Returns the name of a dataset by the naming rules of OpenLineage. */
  ObjectNode named(RunFile file) {
    return named(DatasetName.ofStored(file.nameBytes(), file.kind(), run.hostName()));
  }

  private ObjectNode named(DatasetName dataset) {
    boolean isUnknown = dataset.namespace().isEmpty();
    return Facets.object()
        .put("namespace", isUnknown ? "file://" + run.hostName() : dataset.namespace())
        .put("name", dataset.name());
  }

  /** Returns a renamed dataset for a lineage, which has no inputs. */
  ObjectNode unchanged(String name) {
    ObjectNode entry = named(name).put("type", "DATASET");
    entry.putArray("inputs");
    return entry;
  }
}
