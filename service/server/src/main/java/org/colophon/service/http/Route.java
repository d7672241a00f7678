package org.colophon.service.http;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * One method on one path.
 *
 * @param path with {@code {name}} for a part that varies
 * @param parameters that the query may have
 * @param access who may call it, and whether it counts against the limit of requests
 */
public record Route(
    String method, String path, Set<String> parameters, Access access, Endpoint endpoint) {
  /** Who may call. */
  public enum Access {
    /** Anybody who reaches the server, at any time: whether it is alive. */
    OPEN,
    /** Callers with the right to, at any time. */
    UNLIMITED,
    /** Callers with the right to, a limited number at once. */
    LIMITED,
    /** Callers with the right to, a limited number at once besides those of {@link #LIMITED}. */
    INGEST
  }

  public Route {
    parameters = Set.copyOf(parameters);
  }

  /** A route whose requests are limited together with most others. */
  public static Route of(String method, String path, List<String> parameters, Endpoint endpoint) {
    return new Route(method, path, new TreeSet<>(parameters), Access.LIMITED, endpoint);
  }

  /** A route for programs that report operations, which questions do not hold up. */
  public static Route ingest(
      String method, String path, List<String> parameters, Endpoint endpoint) {
    return new Route(method, path, new TreeSet<>(parameters), Access.INGEST, endpoint);
  }

  /** What the parts that vary are in a path; null if it is another path. */
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
