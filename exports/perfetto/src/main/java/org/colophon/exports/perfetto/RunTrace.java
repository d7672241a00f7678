// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.perfetto;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.query.document.RecordedRun;
import org.colophon.query.document.RecordedRun.How;
import org.colophon.query.document.RecordedRun.Program;
import org.colophon.query.document.RecordedRun.RunFile;
import org.colophon.query.document.RecordedRun.Use;
import org.jspecify.annotations.Nullable;

/**
 * Writes a recorded run as a trace for Perfetto. A process is a track, and each program that it
 * executed is a slice. Tracks below have its counters of bytes and its uses of files. Flows lead
 * from a writer to a reader of the same file version.
 *
 * <p>Each time in a trace was recorded. A program without two ordered times has no slice: an
 * instant event at the known time states it, or else the name of its track.
 */
public final class RunTrace {
  /** Maximum number of arrows; a file of many writers and readers has one for each pair. */
  static final int MAX_FLOWS = 50_000;

  /** Each process has this many ids of tracks. */
  private static final int TRACKS = 4;

  private static final int READ = 1;
  private static final int WRITTEN = 2;
  private static final int FILES = 3;
  private static final long GAPS = 1;
  private static final Comparator<Use> BY_LAST = Comparator.comparing(each -> last(each));

  private final RecordedRun run;
  private final Packets packets;
  private final int[] process;
  private final Instant[] endOfTrack;
  private final List<List<Use>> uses = new ArrayList<>();
  private final List<String> gaps;

  private RunTrace(RecordedRun run, Instant anyTime) {
    this.run = run;
    this.packets = new Packets(anyTime);
    this.process = new int[run.programs().size()];
    this.endOfTrack = new Instant[process.length];
    this.gaps = new ArrayList<>(run.gaps());
    run.programs().forEach(each -> uses.add(new ArrayList<>()));
    run.uses().forEach(each -> uses.get(each.program()).add(each));
  }

  /**
   * Writes a trace and flushes. Leaves the stream open. The same run gives the same bytes.
   *
   * @throws org.colophon.core.error.ColophonException BAD_REQUEST if no time of the run is known
   */
  public static void write(RecordedRun run, OutputStream out) throws IOException {
    Instant time =
        run.programs().stream()
            .flatMap(
                each ->
                    Stream.concat(Stream.ofNullable(each.begin()), Stream.ofNullable(each.end())))
            .min(Comparator.naturalOrder())
            .orElseThrow(
                () ->
                    ErrorCode.BAD_REQUEST.exception(
                        "no program of this run has a known time, so a trace would be empty;"
                            + " 'colophon export' writes its graph"));
    out.write(new RunTrace(run, time).trace(time));
    out.flush();
  }

  private byte[] trace(Instant time) {
    int[] last = new int[process.length];
    boolean[] hasTimeless = new boolean[process.length];
    for (int i = 0; i < process.length; i++) {
      Program program = run.programs().get(i);
      boolean isNewProcess = !program.executed() || program.parent() < 0;
      process[i] = isNewProcess ? i : process[program.parent()];
      last[process[i]] = i;
      hasTimeless[process[i]] |= program.begin() == null && program.end() == null;
      addProgram(i, program);
    }
    for (int i = 0; i < process.length; i++) {
      if (process[i] == i) {
        int parent = run.programs().get(i).parent();
        addTrack(i, parent, run.programs().get(last[i]), hasTimeless[i]);
      }
    }
    for (int i = 0; i < process.length; i++) {
      if (process[i] == i) {
        addCounter(i, READ, How.READ, "bytes read");
        addCounter(i, WRITTEN, How.WRITE, "bytes written");
      }
    }
    addFlows();
    addGaps(time);
    return packets.toBytes();
  }

  private long track(int program, int which) {
    return 2 + (long) process[program] * TRACKS + which;
  }

  /** Adds the track of a process, with the name of the program that it executed last. */
  private void addTrack(int index, int forker, Program program, boolean hasTimeless) {
    String name = name(program) + (hasTimeless ? " (times unknown)" : "");
    long parent = forker < 0 ? 0 : track(forker, 0);
    Message track = Packets.track(track(index, 0), parent, name);
    if (program.pid() > 0 && program.pid() <= Integer.MAX_VALUE) {
      Message description = new Message().number(1, program.pid());
      program.arguments().forEach(each -> description.text(2, text(each)));
      track.message(3, description.text(6, name));
    }
    packets.add(track);
  }

  private static String name(Program program) {
    String path = program.executable().isEmpty() ? program.key() : text(program.executable());
    return path.substring(path.lastIndexOf('/') + 1);
  }

  private static String text(String name) {
    return Bytes.of(name).display();
  }

  private void addProgram(int index, Program program) {
    Instant begin = program.begin();
    Instant end = program.end();
    long track = track(index, 0);
    Instant before = endOfTrack[process[index]];
    boolean isOrdered = before == null || (begin != null && !begin.isBefore(before));
    if (begin != null && end != null && !end.isBefore(begin) && isOrdered) {
      endOfTrack[process[index]] = end;
      // At one time, the rank keeps a program behind the one that it replaced.
      packets.add(begin, 2L * index, described(Packets.SLICE_BEGIN, name(program), index, program));
      packets.add(end, 2L * index + 1, Packets.event(Packets.SLICE_END, track));
      return;
    }
    String problem =
        end == null ? "end unknown" : begin == null ? "start unknown" : "times contradict";
    Instant known = begin == null ? end : begin;
    if (known != null) {
      String name = name(program) + " (" + problem + ")";
      packets.add(known, 2L * index, described(Packets.INSTANT, name, index, program));
    }
  }

  private Message described(int type, String name, int index, Program program) {
    Message event = Packets.named(type, track(index, 0), name);
    Packets.annotate(event, "command", program.command());
    Packets.annotate(event, "key", program.key());
    if (!program.directory().isEmpty()) {
      Packets.annotate(event, "directory", text(program.directory()));
    }
    if (program.exitStatus() != null) {
      Packets.annotate(event, "exit status", program.exitStatus());
    }
    Packets.annotate(event, "bytes read", bytes(index, How.READ, false));
    Packets.annotate(event, "bytes written", bytes(index, How.WRITE, false));
    long attempted = bytes(index, How.WRITE, true);
    if (attempted > 0) {
      Packets.annotate(event, "bytes of writes that may have failed", attempted);
    }
    return event;
  }

  private long bytes(int program, How how, boolean isAttempted) {
    return uses.get(program).stream()
        .filter(each -> each.how() == how && each.attempted() == isAttempted)
        .mapToLong(Use::bytes)
        .sum();
  }

  private static Instant last(Use use) {
    return Objects.requireNonNull(use.last());
  }

  /** Adds the bytes of each use at its last access, when all of them had been transferred. */
  private void addCounter(int first, int which, How how, String name) {
    List<Use> timed =
        run.uses().stream()
            .filter(each -> process[each.program()] == first && each.how() == how)
            .filter(each -> each.last() != null && each.bytes() > 0 && !each.attempted())
            .sorted(BY_LAST)
            .toList();
    if (timed.isEmpty()) {
      return;
    }
    packets.addCounter(track(first, which), track(first, 0), name);
    long sum = 0;
    for (Use each : timed) {
      sum += each.bytes();
      packets.addCount(last(each), track(first, which), sum);
    }
  }

  /** Adds an arrow from each writer of a file version to each other program that read it later. */
  private void addFlows() {
    List<List<Use>> ofFiles = new ArrayList<>();
    run.files().forEach(each -> ofFiles.add(new ArrayList<>()));
    run.uses().forEach(each -> ofFiles.get(each.file()).add(each));
    boolean[] hasTrack = new boolean[process.length];
    long flows = 0;
    long omitted = 0;
    for (int i = 0; i < ofFiles.size(); i++) {
      List<Use> all = ofFiles.get(i);
      Message[] ends = new Message[all.size()];
      for (int writer = 0; writer < all.size(); writer++) {
        for (int reader = 0; reader < all.size(); reader++) {
          if (!isFlow(all.get(writer), all.get(reader))) {
            continue;
          }
          if (flows == MAX_FLOWS) {
            omitted++;
            continue;
          }
          flows++;
          end(ends, writer, all).fixed64(Packets.FLOW, flows);
          end(ends, reader, all).fixed64(Packets.END_OF_FLOW, flows);
        }
      }
      addUses(all, ends, hasTrack);
    }
    if (omitted > 0) {
      gaps.add("%,d arrows between programs are left out".formatted(omitted));
    }
  }

  private boolean isFlow(Use writer, Use reader) {
    return writer.how() == How.WRITE
        && reader.how() != How.WRITE
        && process[writer.program()] != process[reader.program()]
        && writer.first() != null
        && reader.last() != null
        && !reader.last().isBefore(writer.first());
  }

  private Message end(Message[] ends, int index, List<Use> all) {
    if (ends[index] == null) {
      Use use = all.get(index);
      RunFile file = run.files().get(use.file());
      String name = file.name().isEmpty() ? file.key() : text(file.name());
      String verb = use.how() == How.WRITE ? "write " : use.how() == How.READ ? "read " : "load ";
      Message event = Packets.named(Packets.INSTANT, track(use.program(), FILES), verb + name);
      Packets.annotate(event, "program", run.programs().get(use.program()).key());
      Packets.annotate(event, "file", file.key());
      Packets.annotate(event, "bytes", use.bytes());
      Packets.annotate(event, "accesses", use.count());
      ends[index] = event;
    }
    return ends[index];
  }

  /** Adds the ends of arrows: a writer at its first access, a reader at its last. */
  private void addUses(List<Use> all, @Nullable Message[] ends, boolean[] hasTrack) {
    for (int i = 0; i < ends.length; i++) {
      Message event = ends[i];
      if (event == null) {
        continue;
      }
      Use use = all.get(i);
      int first = process[use.program()];
      if (!hasTrack[first]) {
        hasTrack[first] = true;
        packets.add(Packets.track(track(first, FILES), track(first, 0), "files"));
      }
      boolean isWrite = use.how() == How.WRITE;
      Instant time = Objects.requireNonNull(isWrite ? use.first() : use.last());
      // A reader of several arrows stands behind all writers of the same time.
      packets.add(time, isWrite ? 0 : 1, event);
    }
  }

  private void addGaps(Instant time) {
    if (run.running()) {
      gaps.add("a program of this run had not ended");
    }
    if (gaps.isEmpty()) {
      return;
    }
    packets.add(Packets.track(GAPS, 0, "gaps of the capture (at unknown times of the run)"));
    gaps.forEach(each -> packets.add(time, 0, Packets.named(Packets.INSTANT, GAPS, each)));
  }
}
