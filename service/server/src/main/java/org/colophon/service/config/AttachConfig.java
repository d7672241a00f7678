package org.colophon.service.config;

import java.nio.file.Path;
import java.util.List;

/**
 * What callers may make reporters do. Does not concern the reporters of the configuration.
 *
 * @param roots folders below which options of reporters may name files
 * @param commands whether options may name programs to run
 */
public record AttachConfig(List<Path> roots, boolean commands) {
  /** Files of the service's own user, no programs. */
  public static final AttachConfig DEFAULT =
      new AttachConfig(List.of(Path.of(System.getProperty("user.home"))), false);

  public AttachConfig {
    roots = roots.stream().map(root -> root.toAbsolutePath().normalize()).toList();
  }
}
