// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.content;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.colophon.core.model.encoding.FileDigest;
import org.colophon.core.model.fact.ObjectInfo;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.ContentMatch;
import org.colophon.query.api.ContentMatch.Source;
import org.colophon.query.api.Direction;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageNode;
import org.colophon.query.naming.ContentVersions;
import org.colophon.query.naming.ObjectNames;
import org.jspecify.annotations.Nullable;

/**
 * Finds possible sources of inputs that no recorded process wrote: other objects that had the same
 * content before. An input is known since its object was declared, or since its unrecorded change.
 * A source has the content since its last recorded change, or else since its digest was recorded.
 */
public final class ContentSources {
  /** Maximum number of inputs in an answer. */
  private static final int MAX_INPUTS = 1_000;

  /** Maximum number of named sources of an input. */
  private static final int MAX_SOURCES = 5;

  private final long asOfLsn;
  private final ContentVersions contents;
  private final ObjectNames names;

  /** Finds sources as of an LSN. */
  public ContentSources(LineageReader reader, long asOfLsn) {
    this.asOfLsn = asOfLsn;
    this.contents = new ContentVersions(reader, asOfLsn);
    this.names = new ObjectNames(reader);
  }

  /** Returns the inputs of the query's host that have possible sources, in the lineage's order. */
  public List<ContentMatch> of(Lineage lineage) {
    return matches(lineage).limit(MAX_INPUTS).map(each -> each.limitedTo(MAX_SOURCES)).toList();
  }

  /** Returns the first inputs of which one of the objects is a possible source. */
  public List<LineageNode> inputsFrom(Set<Long> objects, Lineage lineage) {
    return matches(lineage)
        .filter(each -> each.sources().stream().map(Source::object).anyMatch(objects::contains))
        .map(each -> lineage.nodes().get(each.node()))
        .limit(MAX_SOURCES)
        .toList();
  }

  private Stream<ContentMatch> matches(Lineage lineage) {
    return lineage.query().direction() == Direction.ANCESTORS
        ? lineage.nodes().stream()
            .filter(each -> !each.isProcess() && each.host().isEmpty())
            .map(this::match)
            .filter(Objects::nonNull)
        : Stream.of();
  }

  private @Nullable ContentMatch match(LineageNode input) {
    long bound = Math.min(input.boundLsn(), asOfLsn);
    FileDigest digest = contents.digestAt(input.id(), bound);
    long sinceLsn = digest == null ? 0 : knownSince(input, bound);
    List<Source> sources =
        digest == null || sinceLsn == 0 ? List.of() : sources(digest, input.id(), sinceLsn);
    return digest == null || sources.isEmpty()
        ? null
        : new ContentMatch(input.index(), digest, sources, 0);
  }

  /** Returns the LSN since which an input is known; 0 if a recorded process wrote it. */
  private long knownSince(LineageNode input, long bound) {
    LineageNode.Cut start = input.start();
    ObjectInfo info = input.object();
    if (info == null || (start != null && !start.isUnrecorded())) {
      return 0;
    }
    boolean isWritten =
        contents.lastChange(input.id(), bound) > (start == null ? 0 : start.endLsn());
    if (isWritten) {
      return 0;
    }
    return start == null ? info.declaredLsn() : start.endLsn();
  }

  private List<Source> sources(FileDigest digest, long input, long beforeLsn) {
    List<Source> all = new ArrayList<>();
    for (ContentVersions.Version each : contents.of(digest.name())) {
      long changeLsn = contents.lastChange(each.object(), each.lsn());
      long lsn = changeLsn == 0 ? each.lsn() : changeLsn;
      if (each.object() != input && lsn < beforeLsn) {
        all.add(new Source(each.object(), names.nameOf(each.object(), lsn), lsn));
      }
    }
    all.sort(Comparator.comparingLong(Source::lsn));
    Set<Long> seen = new HashSet<>();
    return all.stream().filter(each -> seen.add(each.object())).toList();
  }
}
