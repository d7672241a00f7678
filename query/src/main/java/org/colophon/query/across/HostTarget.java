// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.across;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.LineageNode;

/**
 * A target on a known host: {@code HOST:/path}, {@code process:HOST/17} or {@code object:HOST/42}.
 *
 * @param host the host's name in answers; empty for the query's host
 * @param text the target on that host
 */
public record HostTarget(String host, String text) {
  private static final String HOST = "([A-Za-z0-9][A-Za-z0-9._-]*)";
  private static final Pattern PATH = Pattern.compile(HOST + ":(/.*)", Pattern.DOTALL);
  private static final Pattern ID =
      Pattern.compile("(process|object):" + HOST + "/([0-9]{1,18})(?:\\.v[0-9]+)?");

  /** Parses a target. If the text names no known host, the target is on the query's host. */
  public static HostTarget of(String text, HostReaders hosts) {
    Matcher path = PATH.matcher(text);
    Matcher id = ID.matcher(text);
    if (path.matches()) {
      return of(path.group(1), path.group(2), text, hosts);
    }
    return id.matches()
        ? of(id.group(2), id.group(1) + ":" + id.group(3), text, hosts)
        : new HostTarget("", text);
  }

  private static HostTarget of(String called, String target, String text, HostReaders hosts) {
    return hosts
        .called(called)
        .map(host -> new HostTarget(host, target))
        .orElseGet(() -> new HostTarget("", text));
  }

  public boolean isHere() {
    return host.isEmpty();
  }

  /**
   * Checks that a path exists in its host's history, if this process reads that host.
   *
   * @throws ColophonException NOT_FOUND
   */
  public void check(HostReaders hosts) {
    if (!text.startsWith("/") || !hosts.hosts().contains(host)) {
      return;
    }
    LineageReader reader = hosts.reader(host);
    try {
      boolean[] isKnown = {!reader.bindingsOf(Bytes.of(text)).isEmpty()};
      reader.under(Bytes.of(text), Lsn.LATEST, (name, object) -> isKnown[0] = true);
      if (!isKnown[0]) {
        throw ErrorCode.NOT_FOUND.exception("nothing is known of " + text + " on host " + host);
      }
    } finally {
      hosts.release(host);
    }
  }

  /**
   * Returns whether the target includes a node of a lineage. A path includes the files below it.
   */
  public boolean isMeant(LineageNode node) {
    return node.host().equals(host)
        && (node.target().equals(text)
            || (!node.isProcess() && node.name().isAtOrBelow(Bytes.of(text)))
            || (!node.isProcess() && node.formerName().equals(Bytes.of(text))));
  }
}
