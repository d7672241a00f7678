// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.across;

import java.util.LinkedHashMap;
import java.util.Map;
import org.colophon.core.model.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Directories that several hosts share, such as a network file system. The path may differ from
 * host to host.
 *
 * @param paths for each directory's name, its absolute path on each host
 */
public record SharedDirectories(Map<String, Map<String, Bytes>> paths) {
  /** No shared directory. */
  public static final SharedDirectories NONE = new SharedDirectories(Map.of());

  private static final String SCHEME = "shared://";

  public SharedDirectories {
    Map<String, Map<String, Bytes>> copy = new LinkedHashMap<>();
    paths.forEach((name, each) -> copy.put(name, Map.copyOf(each)));
    paths = Map.copyOf(copy);
  }

  /**
   * Returns the common name of a host's file, {@code shared://NAME/rest}; null if the file is in no
   * shared directory.
   */
  @Nullable Bytes common(String host, Bytes file) {
    for (Map.Entry<String, Map<String, Bytes>> each : paths.entrySet()) {
      Bytes directory = each.getValue().get(host);
      if (directory != null && file.isAtOrBelow(directory)) {
        return Bytes.of(SCHEME + each.getKey())
            .concat(file.slice(directory.length(), file.length()));
      }
    }
    return null;
  }

  static boolean isCommon(Bytes name) {
    return name.startsWith(Bytes.of(SCHEME));
  }

  /** Returns a host's path for a common name; null if the host does not share the directory. */
  @Nullable Bytes path(String host, Bytes common) {
    for (Map.Entry<String, Map<String, Bytes>> each : paths.entrySet()) {
      Bytes prefix = Bytes.of(SCHEME + each.getKey());
      Bytes directory = each.getValue().get(host);
      if (directory != null && common.isAtOrBelow(prefix)) {
        return directory.concat(common.slice(prefix.length(), common.length()));
      }
    }
    return null;
  }
}
