// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.http;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.colophon.service.principal.Right;
import org.jspecify.annotations.Nullable;

/**
 * A method on a path.
 *
 * @param path path, with {@code {name}} for variable segments
 * @param parameters allowed parameters of the query
 * @param access required authorization, and kind of limit
 */
public record Route(
    String method, String path, Set<String> parameters, Access access, Endpoint endpoint) {
  /** Path to which another host sends its history. The endpoint itself opens the host's store. */
  public static final String FRAMES = "/v1/frames";

  /** Path of messages with questions, such as those of the Model Context Protocol. */
  public static final String MESSAGES = "/mcp";

  /**
   * Paths whose POST requests only read: Cypher statements, browser sessions, questions in
   * messages, and requests of other nodes.
   */
  private static final Set<String> READING_POSTS =
      Set.of("/v1/cypher", "/v1/explorer", "/v1/cluster/lineage", "/v1/cluster/find", MESSAGES);

  public enum Access {
    /** Anybody, without a limit. */
    OPEN,
    /** Authorized callers, without a limit. */
    UNLIMITED,
    /** Authorized callers, in a limited number. */
    LIMITED,
    /** Authorized callers, in a limited number separate from {@link #LIMITED}. */
    INGEST
  }

  /** Returns the right that a caller needs. */
  public Right right() {
    if (access == Access.OPEN) {
      return Right.NONE;
    }
    if (access == Access.INGEST) {
      return Right.REPORT;
    }
    return method.equals("GET") || READING_POSTS.contains(path) ? Right.READ : Right.CONTROL;
  }

  public Route {
    parameters = Set.copyOf(parameters);
  }

  /** Creates a route with the limit of queries. */
  public static Route of(String method, String path, List<String> parameters, Endpoint endpoint) {
    return new Route(method, path, new TreeSet<>(parameters), Access.LIMITED, endpoint);
  }

  /** Creates a route for reported operations. Its limit is separate from that of queries. */
  public static Route ingest(
      String method, String path, List<String> parameters, Endpoint endpoint) {
    return new Route(method, path, new TreeSet<>(parameters), Access.INGEST, endpoint);
  }

  /** Returns the variable segments of a path; null if the path does not match. */
  public @Nullable Map<String, String> match(String given) {
    String[] wanted = path.split("/", -1);
    String[] parts = given.split("/", -1);
    if (wanted.length != parts.length) {
      return null;
    }
    Map<String, String> found = new HashMap<>();
    for (int i = 0; i < parts.length; i++) {
      if (wanted[i].startsWith("{")) {
        found.put(wanted[i].substring(1, wanted[i].length() - 1), parts[i]);
      } else if (!wanted[i].equals(parts[i])) {
        return null;
      }
    }
    return found;
  }
}
