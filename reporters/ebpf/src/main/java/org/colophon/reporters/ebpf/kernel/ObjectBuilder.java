package org.colophon.reporters.ebpf.kernel;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/** Builds the BPF object for this kernel once, and keeps it in the user's cache directory. */
public final class ObjectBuilder {
  private static final Path TYPES = Path.of("/sys/kernel/btf/vmlinux");
  private static final Path HEADERS = Path.of("/usr/include/bpf/bpf_helpers.h");
  private static final int WRITABLE_BY_OTHERS = 022;
  private static final String SOURCE = "colophon.bpf.c";
  private static final String SCRIPT = "build.sh";

  private final Path cache;
  private final String searchPath;

  ObjectBuilder(Path cache, String searchPath) {
    this.cache = cache;
    this.searchPath = searchPath;
  }

  public static ObjectBuilder standard() {
    String cache = System.getenv("XDG_CACHE_HOME");
    Path base =
        cache == null || cache.isEmpty()
            ? Path.of(System.getProperty("user.home"), ".cache")
            : Path.of(cache);
    String path = System.getenv().getOrDefault("PATH", "/usr/bin:/bin");
    return new ObjectBuilder(base.resolve("colophon"), path + ":/usr/sbin:/sbin");
  }

  /** Returns the object, which is built now if needed. */
  public Path build() {
    checkHost();
    byte[] source = resource(SOURCE);
    CRC32 sum = new CRC32();
    sum.update(source);
    sum.update(resource(SCRIPT));
    String kernel = System.getProperty("os.version", "");
    sum.update(kernel.getBytes(StandardCharsets.UTF_8));
    Path object = cache.resolve("ebpf-" + kernel + "-" + Long.toHexString(sum.getValue()) + ".o");
    try {
      Files.createDirectories(cache);
      requireOwnDirectory();
      if (Files.isReadable(object)) {
        return object;
      }
      requireTools();
      compile(source, object);
      return object;
    } catch (IOException e) {
      throw new ColophonException(
          ErrorCode.IO_FAILED, "cannot build the BPF object " + object + ": " + e.getMessage(), e);
    }
  }

  private static void checkHost() {
    String machine = System.getProperty("os.arch", "");
    if (!machine.equals("amd64")) {
      throw new ColophonException(
          ErrorCode.TOOL_MISSING,
          "kernel events are read on x86-64 only, not on " + machine + "; trace --with strace");
    }
    if (!Files.isReadable(TYPES)) {
      throw new ColophonException(
          ErrorCode.TOOL_MISSING,
          "this kernel has no BTF (" + TYPES + " is not readable); trace --with strace");
    }
  }

  /** Root must not load what another user may have put there. */
  private void requireOwnDirectory() throws IOException {
    Object owner = Files.getAttribute(cache, "unix:uid");
    int mode = (Integer) Files.getAttribute(cache, "unix:mode");
    if (!owner.equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"))
        || (mode & WRITABLE_BY_OTHERS) != 0) {
      throw new ColophonException(
          ErrorCode.NOT_PERMITTED,
          cache
              + " can be changed by another user, so no BPF programs are loaded from it; set"
              + " XDG_CACHE_HOME to a directory of your own, or trace --with strace");
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
      throw new ColophonException(
          ErrorCode.TOOL_MISSING,
          "kernel events need a program that is built on first use; on Debian and Ubuntu: apt-get"
              + " install "
              + String.join(" ", missing));
    }
  }

  private boolean isInPath(String tool) {
    return Stream.of(searchPath.split(":", -1))
        .anyMatch(directory -> Files.isExecutable(Path.of(directory, tool)));
  }

  private static byte[] resource(String name) {
    try (InputStream input = ObjectBuilder.class.getResourceAsStream("/bpf/" + name)) {
      return input.readAllBytes();
    } catch (IOException e) {
      throw new ColophonException(ErrorCode.IO_FAILED, "cannot read " + name, e);
    }
  }

  private void compile(byte[] source, Path object) throws IOException {
    Path directory = Files.createTempDirectory("colophon-bpf");
    Path code = directory.resolve(SOURCE);
    Path script = directory.resolve(SCRIPT);
    Path built = directory.resolve("built.o");
    try {
      Files.write(code, source);
      Files.write(script, resource(SCRIPT));
      Process build =
          new ProcessBuilder("sh", script.toString(), code.toString(), built.toString())
              .redirectErrorStream(true)
              .start();
      build.getOutputStream().close();
      String output = new String(build.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (build.waitFor() != 0) {
        throw new IOException(output.strip());
      }
      Path whole = Files.createTempFile(cache, "ebpf-", ".part");
      Files.copy(built, whole, StandardCopyOption.REPLACE_EXISTING);
      Files.move(whole, object, StandardCopyOption.ATOMIC_MOVE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ColophonException(ErrorCode.INTERRUPTED, "interrupted while clang ran", e);
    } finally {
      Files.deleteIfExists(code);
      Files.deleteIfExists(script);
      Files.deleteIfExists(built);
      Files.deleteIfExists(directory);
    }
  }
}
