package org.colophon.service.http;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.colophon.service.principal.Right;

/**
 * One method on one path.
 *
 * @param path with {@code {name}} for variable parts
 * @param parameters allowed in the query
 * @param access who may call it, and its limit
 */
public record Route(
    String method, String path, Set<String> parameters, Access access, Endpoint endpoint) {
  /** Path to which another host ships its history. The endpoint itself opens the host's store. */
  public static final String FRAMES = "/v1/frames";

  /** Paths whose POST requests only read: statements, sessions that read, and other nodes. */
  private static final Set<String> READING_POSTS =
      Set.of("/v1/cypher", "/v1/explorer", "/v1/cluster/lineage", "/v1/cluster/find");

  public enum Access {
    /** Anybody, without limit. */
    OPEN,
    /** Authorized callers, without limit. */
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

  /** A route with the usual limit. */
  public static Route of(String method, String path, List<String> parameters, Endpoint endpoint) {
    return new Route(method, path, new TreeSet<>(parameters), Access.LIMITED, endpoint);
  }

  /** Creates a route for reported operations, which do not wait for questions. */
  public static Route ingest(
      String method, String path, List<String> parameters, Endpoint endpoint) {
    return new Route(method, path, new TreeSet<>(parameters), Access.INGEST, endpoint);
  }

  /** Returns the variable parts of a path; null if the path differs. */
  public Map<String, String> match(String given) {
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
