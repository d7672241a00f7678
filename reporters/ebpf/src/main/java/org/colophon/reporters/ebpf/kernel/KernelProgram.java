// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.ebpf.kernel;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import jnr.ffi.LibraryLoader;
import jnr.ffi.Memory;
import jnr.ffi.Pointer;
import jnr.ffi.Runtime;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/** The loaded BPF programs with their maps. One thread, except {@link #counter}. */
public final class KernelProgram implements EventSource {
  public static final int EMITTED = 0;
  public static final int LOST = 1;
  static final int REPORTED_LOST = 2;

  private static final String SETTINGS = ".data.settings";
  private static final String LIVING = ".data.living";
  private static final String TREE = "tree";

  private static final int PIDFD_OPEN = 434;
  private static final int IF_ABSENT = 1;

  private static final int NOT_PERMITTED = 1;
  private static final int NOT_IMPLEMENTED = 38;

  /** Size of {@code struct bpf_prog_info} up to {@code recursion_misses}, included. */
  private static final int INFO_BYTES = 216;

  private static final int SKIPPED = 208;

  private final Libbpf libbpf;
  private final LibcCalls libc;
  private final Runtime runtime;
  private final Pointer object;
  private final int ringBytes;
  private final List<Pointer> links = new ArrayList<>();

  /** Null before the programs are loaded. */
  private @Nullable RingReader ring;

  private boolean isClosed;

  private KernelProgram(
      Libbpf libbpf, LibcCalls libc, Runtime runtime, Pointer object, int ringBytes) {
    this.libbpf = libbpf;
    this.libc = libc;
    this.runtime = runtime;
    this.object = object;
    this.ringBytes = ringBytes;
  }

  /**
   * Loads and attaches the programs, and builds them on first use. They record nothing until {@link
   * #trace}.
   *
   * @param ringBytes a power of two, at least a page
   * @param hasLookups whether directory listings, and calls with the path of no file, are recorded
   */
  public static KernelProgram load(int ringBytes, boolean hasLookups) {
    TracingRight.require();
    Path file = ObjectBuilder.standard().build();
    Libbpf libbpf = loadLibrary();
    LibcCalls libc = LibraryLoader.create(LibcCalls.class).failImmediately().load("libc.so.6");
    Runtime runtime = Runtime.getRuntime(libc);
    libbpf.libbpf_set_print(null);
    Pointer object = libbpf.bpf_object__open_file(file.toString(), null);
    if (object == null) {
      throw failed("cannot read the BPF object " + file, runtime.getLastError());
    }
    KernelProgram program = new KernelProgram(libbpf, libc, runtime, object, ringBytes);
    try {
      program.load(hasLookups);
      return program;
    } catch (RuntimeException e) {
      program.close();
      throw e;
    }
  }

  private static Libbpf loadLibrary() {
    try {
      return LibraryLoader.create(Libbpf.class).failImmediately().load("libbpf.so.1");
    } catch (UnsatisfiedLinkError e) {
      throw ErrorCode.TOOL_MISSING.exception(
          "libbpf 1 is not installed; on Debian and Ubuntu: apt-get install libbpf1", e);
    }
  }

  private void load(boolean hasLookups) {
    Pointer lookups = libbpf.bpf_object__find_program_by_name(object, "on_lookup");
    if (lookups == null) {
      throw new IllegalStateException("the BPF object has no program for lookups");
    }
    libbpf.bpf_program__set_autoload(lookups, hasLookups);
    libbpf.bpf_map__set_max_entries(map("ring"), ringBytes);
    int result = libbpf.bpf_object__load(object);
    if (result < 0) {
      throw failed("the kernel rejected the BPF programs", -result);
    }
    ring = new RingReader(libc, runtime, fd("ring"), ringBytes);
    attach();
  }

  private static ColophonException failed(String what, int errno) {
    boolean isForbidden = errno == NOT_PERMITTED || errno == NOT_IMPLEMENTED;
    return new ColophonException(
        isForbidden ? ErrorCode.NOT_PERMITTED : ErrorCode.IO_FAILED,
        what
            + " (errno "
            + errno
            + (isForbidden ? "): " + TracingRight.REMEDY : "): use trace --with strace"));
  }

  private Pointer map(String name) {
    return libbpf.bpf_object__find_map_by_name(object, name);
  }

  private int fd(String map) {
    return libbpf.bpf_map__fd(map(map));
  }

  public RingReader ring() {
    return Objects.requireNonNull(ring, "the BPF programs are not loaded");
  }

  /** Returns whether requests of io_uring are recorded. */
  public boolean seesRequests() {
    return libbpf.bpf_object__find_program_by_name(object, "on_submit") != null;
  }

  @Override
  public String tool() {
    return "ebpf";
  }

  @Override
  public int drain(RecordHandler handler) {
    return ring().drain(handler);
  }

  @Override
  public long living() {
    Pointer value = Memory.allocateDirect(runtime, 8, true);
    libbpf.bpf_map_lookup_elem(fd(LIVING), Memory.allocateDirect(runtime, 4, true), value);
    return value.getLong(0);
  }

  @Override
  public long emitted() {
    return counter(EMITTED) + skipped();
  }

  @Override
  public long consumed() {
    return ring().consumed();
  }

  @Override
  public long lost() {
    return counter(LOST) + skipped();
  }

  @Override
  public void trace(TracedProcesses traced) {
    Pointer key = Memory.allocateDirect(runtime, 4, true);
    int result =
        libbpf.bpf_map_update_elem(fd(SETTINGS), key, traced.memory(runtime, ringBytes), 0);
    if (result < 0) {
      throw failed("cannot set the traced processes", -result);
    }
  }

  /**
   * Traces a running process, its threads and its future children, after {@link
   * TracedProcesses#added}. Returns false if the process is traced already or has ended.
   */
  public boolean add(int pid) {
    int process = (int) libc.syscall(PIDFD_OPEN, pid, 0);
    if (process < 0) {
      return false;
    }
    try {
      Pointer key = Memory.allocateDirect(runtime, 4, true);
      key.putInt(0, process);
      int bytes = libbpf.bpf_map__value_size(map(TREE));
      Pointer untouched = Memory.allocateDirect(runtime, bytes, true);
      return libbpf.bpf_map_update_elem(fd(TREE), key, untouched, IF_ABSENT) == 0;
    } finally {
      libc.close(process);
    }
  }

  /** Attaches all programs to their tracepoints. */
  private void attach() {
    for (Pointer program : programs()) {
      Pointer link = libbpf.bpf_program__attach(program);
      if (link == null) {
        throw failed("cannot attach a BPF program", runtime.getLastError());
      }
      links.add(link);
    }
  }

  /** Returns the loaded programs. */
  private List<Pointer> programs() {
    List<Pointer> programs = new ArrayList<>();
    Pointer program = libbpf.bpf_object__next_program(object, null);
    while (program != null) {
      if (libbpf.bpf_program__autoload(program)) {
        programs.add(program);
      }
      program = libbpf.bpf_object__next_program(object, program);
    }
    return programs;
  }

  /** Returns one of {@link #EMITTED}, {@link #LOST} and {@link #REPORTED_LOST}. */
  public long counter(int which) {
    Pointer key = Memory.allocateDirect(runtime, 4, true);
    key.putInt(0, which);
    int processors = libbpf.libbpf_num_possible_cpus();
    Pointer values = Memory.allocateDirect(runtime, 8 * processors, true);
    libbpf.bpf_map_lookup_elem(fd("counters"), key, values);
    long sum = 0;
    for (int i = 0; i < processors; i++) {
      sum += values.getLong(8L * i);
    }
    return sum;
  }

  /**
   * Returns how often Linux skipped a BPF program because the same program was running on that
   * processor. Skipped events may belong to processes that are not traced.
   */
  private long skipped() {
    Pointer info = Memory.allocateDirect(runtime, INFO_BYTES, true);
    Pointer length = Memory.allocateDirect(runtime, 4, true);
    long sum = 0;
    for (Pointer program : programs()) {
      info.setMemory(0, INFO_BYTES, (byte) 0);
      length.putInt(0, INFO_BYTES);
      int result = libbpf.bpf_obj_get_info_by_fd(libbpf.bpf_program__fd(program), info, length);
      if (result < 0) {
        throw failed("cannot read the state of a BPF program", -result);
      }
      sum += info.getLong(SKIPPED);
    }
    return sum;
  }

  @Override
  public void detach() {
    links.forEach(libbpf::bpf_link__destroy);
    links.clear();
  }

  @Override
  public void close() {
    if (isClosed) {
      return;
    }
    isClosed = true;
    detach();
    if (ring != null) {
      ring.close();
    }
    libbpf.bpf_object__close(object);
  }
}
