// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.process;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.colophon.reporters.common.os.NativeBuffer;
import org.colophon.reporters.common.os.Os;
import org.colophon.reporters.common.proc.ProcFiles;
import org.jspecify.annotations.Nullable;

/**
 * Reads fork, exec and exit events of all processes from ring buffers of Linux ({@code
 * perf_event_open}, superuser only). An event is written before its process continues, so a reader
 * of the buffers misses no event.
 */
final class PerfEvents implements AutoCloseable {
  private static final boolean IS_ARM = System.getProperty("os.arch", "").equals("aarch64");
  private static final int PERF_EVENT_OPEN = IS_ARM ? 241 : 298;
  private static final VarHandle LONG =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final int PAGE = 4096;
  private static final int DATA_PAGES = 64;
  private static final int DATA = DATA_PAGES * PAGE;
  private static final int HEAD = 1024;
  private static final int TAIL = 1032;
  private static final int SOFTWARE = 1;
  private static final int DUMMY = 9;
  private static final int SAMPLE_TIME = 1 << 2;
  private static final int CLOCK_MONOTONIC = 1;
  private static final int CLOSE_ON_EXEC = 8;
  // comm, task, watermark, sample_id_all, comm_exec, use_clockid
  private static final long FLAGS = 1L << 9 | 1L << 13 | 1L << 14 | 1L << 18 | 1L << 24 | 1L << 25;
  private static final int LOST = 2;
  private static final int COMM = 3;
  private static final int EXIT = 4;
  private static final int FORK = 7;
  private static final int IS_EXEC = 0x2000;

  private final Os os;
  private final List<Ring> rings = new ArrayList<>();

  private PerfEvents(Os os) {
    this.os = os;
  }

  enum Kind {
    FORKED,
    EXECUTED,
    ENDED,
    LOST
  }

  /**
   * An event.
   *
   * @param parent pid of the parent of a fork
   * @param nanos nanoseconds since boot
   */
  record Event(Kind kind, int pid, int task, int parent, long nanos, String name) {}

  private static final class Ring {
    private final int fd;
    private final long address;
    private final ByteBuffer memory;
    private long consumed;

    /** Position up to which events have taken effect. */
    private volatile long settled;

    Ring(int fd, long address, ByteBuffer memory) {
      this.fd = fd;
      this.address = address;
      this.memory = memory;
    }

    long head() {
      return (long) LONG.getAcquire(memory, HEAD);
    }
  }

  /** Opens the ring buffers; returns null if Linux forbids it. */
  static @Nullable PerfEvents open(Os os) {
    PerfEvents events = new PerfEvents(os);
    for (int cpu : onlineCpus()) {
      if (!events.watch(cpu)) {
        events.close();
        return null;
      }
    }
    return events.rings.isEmpty() ? null : events;
  }

  private static int[] onlineCpus() {
    try {
      String list = Files.readString(Path.of("/sys/devices/system/cpu/online"));
      return ProcFiles.cpus(list.strip()).stream().toArray();
    } catch (IOException e) {
      return new int[0];
    }
  }

  private boolean watch(int cpu) {
    NativeBuffer wanted = os.buffer(128);
    wanted.putInt(0, SOFTWARE);
    wanted.putInt(4, 112);
    wanted.putLong(8, DUMMY);
    wanted.putLong(24, SAMPLE_TIME);
    wanted.putLong(40, FLAGS);
    wanted.putInt(48, DATA);
    wanted.putInt(92, CLOCK_MONOTONIC);
    int fd =
        (int) os.libc.syscall(PERF_EVENT_OPEN, wanted.address(), -1, cpu, -1, CLOSE_ON_EXEC, 0);
    if (fd < 0) {
      return false;
    }
    long address = os.libc.mmap(0, DATA + PAGE, 3, 1, fd, 0, 0);
    if (address == -1) {
      os.libc.close(fd);
      return false;
    }
    rings.add(new Ring(fd, address, Os.view(address, DATA + PAGE)));
    return true;
  }

  /** Returns whether there are events that have not taken effect. */
  boolean hasNews() {
    for (int i = 0; i < rings.size(); i++) {
      Ring ring = rings.get(i);
      if (ring.head() != ring.settled) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns new events in order. One thread at a time. Until {@link #settle}, {@link #hasNews}
   * returns true, so other threads wait for these events.
   */
  List<Event> take() {
    List<Event> events = new ArrayList<>();
    long[] heads = stableHeads();
    for (int i = 0; i < heads.length; i++) {
      read(rings.get(i), heads[i], events);
    }
    events.sort(Comparator.comparingLong(Event::nanos));
    return events;
  }

  /** Marks returned events as applied. */
  void settle() {
    for (Ring ring : rings) {
      ring.settled = ring.consumed;
    }
  }

  /** Reads the ends of all rings as of one instant, so that the cause of each event is included. */
  private long[] stableHeads() {
    long[] heads = new long[rings.size()];
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int i = 0; i < heads.length; i++) {
        long head = rings.get(i).head();
        changed |= head != heads[i];
        heads[i] = head;
      }
    }
    return heads;
  }

  private static void read(Ring ring, long head, List<Event> events) {
    long at = ring.consumed;
    byte[] record = new byte[256];
    while (at < head) {
      ByteBuffer bytes = copy(ring, at, record);
      int size = bytes.getShort(6) & 0xffff;
      Event event = event(bytes, size);
      if (event != null) {
        events.add(event);
      }
      at += size;
    }
    LONG.setRelease(ring.memory, TAIL, head);
    ring.consumed = head;
  }

  private static ByteBuffer copy(Ring ring, long at, byte[] target) {
    int from = (int) (at & (DATA - 1));
    int first = Math.min(target.length, DATA - from);
    ring.memory.get(PAGE + from, target, 0, first);
    ring.memory.get(PAGE, target, first, target.length - first);
    return ByteBuffer.wrap(target).order(ByteOrder.nativeOrder());
  }

  private static @Nullable Event event(ByteBuffer b, int size) {
    int misc = b.getShort(4) & 0xffff;
    long nanos = b.getLong(size - 8);
    return switch (b.getInt(0)) {
      case FORK -> new Event(Kind.FORKED, b.getInt(8), b.getInt(16), b.getInt(12), nanos, "");
      case EXIT -> new Event(Kind.ENDED, b.getInt(8), b.getInt(16), 0, nanos, "");
      case COMM -> executed(b, misc, nanos);
      case LOST -> new Event(Kind.LOST, 0, 0, 0, nanos, "");
      default -> null;
    };
  }

  /** Parses a change of the process name; returns null if it was no exec. */
  private static @Nullable Event executed(ByteBuffer b, int misc, long nanos) {
    if ((misc & IS_EXEC) == 0) {
      return null;
    }
    return new Event(Kind.EXECUTED, b.getInt(8), b.getInt(12), 0, nanos, name(b));
  }

  private static String name(ByteBuffer bytes) {
    int end = 16;
    while (end < 32 && bytes.get(end) != 0) {
      end++;
    }
    byte[] name = new byte[end - 16];
    bytes.get(16, name);
    return new String(name, StandardCharsets.ISO_8859_1);
  }

  @Override
  public void close() {
    for (Ring ring : rings) {
      os.libc.munmap(ring.address, DATA + PAGE);
      os.libc.close(ring.fd);
    }
    rings.clear();
  }
}
