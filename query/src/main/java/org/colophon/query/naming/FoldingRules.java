// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.naming;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.encoding.AbsentName;
import org.colophon.core.pattern.Glob;

/**
 * Rules for the files that answers omit by default: files of the system, and files of tool chains
 * in any directory. Most rules concern directories. Caches the result for each directory. One
 * thread.
 */
public final class FoldingRules {
  private static final List<Glob> SYSTEM =
      globs(
          "/usr",
          "/lib",
          "/lib32",
          "/lib64",
          "/etc",
          "/proc",
          "/sys",
          "/dev",
          "/run",
          "/bin",
          "/sbin",
          "/nix/store",
          "/snap",
          // Databases of the server itself
          "mysql://*/mysql",
          "mysql://*/sys",
          "mysql://*/information_schema",
          "mysql://*/INFORMATION_SCHEMA",
          "mysql://*/performance_schema",
          "mysql://*/PERFORMANCE_SCHEMA");

  /**
   * Directories below those of the system that belong to users and their programs, and so are
   * shown.
   */
  private static final List<Glob> PEOPLES =
      globs("/dev/shm", "/dev/mqueue", "/run/shm", "/run/user", "/run/media");

  /** Caches of data sets, models and compiled objects, from which results come. */
  private static final List<Glob> DATA_CACHES =
      globs("**/.cache/huggingface", "**/.cache/torch", "**/.cache/ccache");

  private static final List<Glob> TOOLS =
      globs(
          // Python, with virtual environments of any name
          "**/.pyenv",
          "**/lib/python2*",
          "**/lib/python3*",
          "**/lib64/python3*",
          "site-packages",
          "dist-packages",
          ".venv",
          "venv",
          ".virtualenvs",
          // Rust
          "**/.rustup",
          "**/.cargo/registry",
          "**/.cargo/git",
          // Go: module cache, GOROOT, telemetry
          "**/go/pkg",
          "**/sdk/go1*",
          "**/.gvm",
          "**/.config/go/telemetry",
          // JavaScript
          "node_modules",
          "**/.nvm",
          "**/.npm",
          // Java
          "hsperfdata_*",
          "**/.m2/repository",
          "**/.m2/wrapper",
          "**/.gradle/caches",
          "**/.gradle/wrapper",
          "**/.sdkman",
          "**/.jdks",
          // Caches of any program
          "**/.cache",
          // Managers of several languages
          "**/.asdf",
          "**/.local/share/mise");

  /** Files of tools, and semaphores. They transfer no data between programs. */
  private static final List<Glob> FILES =
      globs("/dev/shm/sem.*", "**/.cargo/.*cache*", "pyvenv.cfg");

  private static final List<Glob> BYTE_CODE = globs("__pycache__", "*.pyc");

  private final Map<Bytes, Boolean> byDirectory = new HashMap<>();

  private static List<Glob> globs(String... patterns) {
    return Stream.of(patterns).map(Glob::of).toList();
  }

  /** Returns whether answers omit a file by default, given its name. */
  public boolean folds(Bytes name) {
    Bytes path = AbsentName.path(name);
    Bytes directory = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    return byDirectory.computeIfAbsent(directory, FoldingRules::isTools) || matches(FILES, path);
  }

  private static boolean isTools(Bytes directory) {
    boolean isSystem = matches(SYSTEM, directory) && !matches(PEOPLES, directory);
    return isSystem || (matches(TOOLS, directory) && !matches(DATA_CACHES, directory));
  }

  /** Returns whether a file is compiled Python. Answers omit it unless its origin is recorded. */
  public static boolean isByteCode(Bytes path) {
    return matches(BYTE_CODE, path);
  }

  private static boolean matches(List<Glob> globs, Bytes name) {
    return !name.isEmpty() && globs.stream().anyMatch(glob -> glob.matches(name));
  }
}
