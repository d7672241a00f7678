// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.ebpf.kernel;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.colophon.core.error.ErrorCode;
import org.colophon.reporters.common.inside.NativeBuild;

/**
 * Builds the BPF object for the running Linux once, and stores it in the user's cache directory.
 */
public final class ObjectBuilder {
  private static final Path TYPES = Path.of("/sys/kernel/btf/vmlinux");
  private static final Path HEADERS = Path.of("/usr/include/bpf/bpf_helpers.h");
  private static final String SOURCE = "colophon.bpf.c";
  private static final String SCRIPT = "build.sh";
  private static final String NAME = "bpf";
  private static final String OBJECT = "colophon.bpf.o";

  /** Environment variable, also of the script: whether to build for all kernels. */
  private static final String PORTABLE = "COLOPHON_PORTABLE";

  private final NativeBuild build;
  private final String searchPath;

  ObjectBuilder(Path cache, String searchPath) {
    this.build = new NativeBuild(NAME, ObjectBuilder.class, List.of(SOURCE, SCRIPT), cache);
    this.searchPath = searchPath;
  }

  public static ObjectBuilder standard() {
    String path = System.getenv().getOrDefault("PATH", "/usr/bin:/bin");
    return new ObjectBuilder(NativeBuild.cacheDirectory(), path + ":/usr/sbin:/sbin");
  }

  /** Returns the object. Builds it if it has not been built yet. */
  public Path build() {
    checkHost();
    boolean isPortable = System.getenv(PORTABLE) != null;
    String kernel = System.getProperty("os.version", "");
    return build
        .build(isPortable ? NativeBuild.PORTABLE : kernel, this::requireTools)
        .resolve(OBJECT);
  }

  private static void checkHost() {
    String machine = System.getProperty("os.arch", "");
    if (!machine.equals("amd64")) {
      throw ErrorCode.TOOL_MISSING.exception(
          "kernel events are read on x86-64 only, not on " + machine + "; trace --with strace");
    }
    if (!Files.isReadable(TYPES)) {
      throw ErrorCode.TOOL_MISSING.exception(
          "this kernel has no BTF (" + TYPES + " is not readable); trace --with strace");
    }
  }

  private void requireTools() {
    List<String> missing = new ArrayList<>();
    if (!isInPath("clang")) {
      missing.add("clang");
    }
    if (!isInPath("bpftool")) {
      missing.add("bpftool");
    }
    if (!Files.exists(HEADERS)) {
      missing.add("libbpf-dev");
    }
    if (!missing.isEmpty()) {
      throw ErrorCode.TOOL_MISSING.exception(
          "kernel events need a program that is built on first use; on Debian and Ubuntu: apt-get"
              + " install "
              + String.join(" ", missing));
    }
  }

  private boolean isInPath(String tool) {
    return Stream.of(searchPath.split(":", -1))
        .anyMatch(directory -> Files.isExecutable(Path.of(directory, tool)));
  }
}
