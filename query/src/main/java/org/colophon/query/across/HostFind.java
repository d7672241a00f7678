// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.across;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.find.FindParser;
import org.colophon.query.find.Finder;
import org.colophon.query.find.Found;
import org.colophon.query.target.Targets;
import org.jspecify.annotations.Nullable;

/**
 * A search in the histories of all hosts other than the query's host.
 *
 * @param conditions texts of the conditions, by their names in the API
 * @param asOf time as of which hosts answer; null for now
 * @param limits the LSN as of which each host answers; null without a cut
 * @param directory base of relative names
 * @param zone time zone of local times
 * @param nowMillis reference time of ages
 */
public record HostFind(
    Map<String, String> conditions,
    @Nullable String asOf,
    @Nullable Map<String, Long> limits,
    Bytes directory,
    String zone,
    long nowMillis) {
  private static final Set<String> LSNS = Set.of("from-lsn", "to-lsn");
  private static final Set<String> TIMES = Set.of("since", "until");

  /** Ids and LSNs, which are valid on one host only. */
  private static final Pattern OF_ONE_HOST = Pattern.compile("(process|object):[0-9]+.*|[0-9]+");

  public HostFind {
    conditions = Map.copyOf(conditions);
  }

  /**
   * The search results of one host.
   *
   * @param left number of results beyond the limit
   * @param failure reason why the host was not searched, or not to its end; empty if it was
   */
  public record Part(String host, List<Found> found, long left, String failure) {
    public Part {
      found = List.copyOf(found);
    }
  }

  /** Returns whether a condition is an id or LSN, which is valid on one host only. */
  public boolean isOfOneHost() {
    boolean isAsOfLsn = asOf != null && limits == null && isOfOneHost(asOf);
    return isAsOfLsn
        || conditions.entrySet().stream()
            .anyMatch(each -> isOfOneHost(each.getKey(), each.getValue()));
  }

  private static boolean isOfOneHost(String condition, String value) {
    boolean mayBeLsn = value.contains(":") || TIMES.contains(condition);
    return LSNS.contains(condition) || (mayBeLsn && isOfOneHost(value));
  }

  private static boolean isOfOneHost(String text) {
    return OF_ONE_HOST.matcher(text).matches();
  }

  /** Searches all other hosts. Services of other hosts search at the same time. */
  public List<Part> everywhere(HostReaders hosts) {
    List<CompletableFuture<List<Part>>> remote =
        hosts.peers().stream()
            .map(peer -> CompletableFuture.supplyAsync(() -> queryPeer(peer), HostLineage.THREADS))
            .toList();
    List<Part> parts = new ArrayList<>(findLocally(hosts));
    remote.forEach(each -> parts.addAll(each.join()));
    return parts;
  }

  private List<Part> queryPeer(HostPeer peer) {
    try {
      return peer.find(this);
    } catch (ColophonException e) {
      String failure = peer.name() + " did not answer: " + e.getMessage();
      return List.of(new Part(peer.name(), List.of(), 0, failure));
    }
  }

  /** Searches the hosts whose histories this process reads. */
  public List<Part> findLocally(HostReaders hosts) {
    List<Part> parts = new ArrayList<>();
    for (String host : hosts.hosts()) {
      if (limits == null || limits.containsKey(host)) {
        LineageReader reader = hosts.reader(host);
        try {
          parts.add(find(host, reader));
        } finally {
          hosts.release(host);
        }
      }
    }
    return parts;
  }

  private Part find(String host, LineageReader reader) {
    Instant now = Instant.ofEpochMilli(nowMillis);
    ZoneId itsZone = ZoneId.of(zone);
    List<Found> found = new ArrayList<>();
    try {
      long limit =
          limits != null
              ? limits.get(host)
              : asOf == null ? Lsn.LATEST : new Targets(reader, now, itsZone).asOf(asOf);
      FindParser parser = new FindParser(reader, now, itsZone, directory, limit);
      long left = new Finder(reader, parser.parse(conditions)).find(found::add);
      return new Part(host, found, left, HostScope.stopped(host, reader.gaps()));
    } catch (ColophonException e) {
      if (e.code() == ErrorCode.NOT_FOUND) { // the host has no such path
        return new Part(host, List.of(), 0, "");
      }
      if (e.code() == ErrorCode.BAD_REQUEST) { // such as a snapshot of another host
        return new Part(host, List.of(), 0, "host " + host + " was not asked: " + e.getMessage());
      }
      throw e;
    } catch (IOException e) {
      throw new UncheckedIOException("memory has no I/O", e);
    }
  }
}
