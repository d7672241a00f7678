package org.colophon.reporters.dsl.follow;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.colophon.core.model.GapCause;
import org.colophon.core.spi.reporter.FileOpener;
import org.colophon.core.spi.reporter.ReporterContext;
import org.colophon.reporters.dsl.feed.Feed;
import org.colophon.reporters.dsl.feed.FeedOptions;
import org.colophon.reporters.dsl.source.Failures;
import org.colophon.reporters.dsl.source.LineCutter;
import org.colophon.reporters.dsl.source.LineHandler;
import org.colophon.reporters.dsl.source.Patience;

/** One run over a feed's files. One thread. */
final class FeedReading {
  /** A line makes at most six operations, and a unit has at most 4,096. */
  private static final int UNIT_LINES = 400;

  private static final int UNIT_BYTES = 1 << 20;
  private static final int MOST_REMEMBERED = 16;

  /** Writers are told of a rotation at once; who said nothing for so long has most likely left. */
  private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Path file;
  private final String source;
  private final FileOpener opener;
  private final RotatedFiles names;
  private final Patience patience;
  private final UnitSink sink;
  private final Feed feed;

  /** What was read, the present one last. */
  private final List<ReadFile> files;

  private FileChannel channel;

  /** Whether the present file does not hold any more what was read of it. */
  private boolean isWrittenAnew;

  /** When something was last read, or the place that a restart needs was last looked at. */
  private long quietSince;

  /** Whether a restart begins with the file that has the name, and not with the present one. */
  private boolean isLeftBehind;

  private LineCutter cutter;

  FeedReading(ReporterContext context, Path file, FeedOptions options, Patience patience) {
    this.file = file;
    this.source = "dsl " + file;
    this.opener = context.files();
    this.names = new RotatedFiles(file, context.files());
    this.patience = patience;
    this.sink = new UnitSink(context.newSink(), this::line);
    this.feed = new Feed(sink, context.hostId(), file.toString(), options);
    this.files = new ArrayList<>(FeedPosition.decode(context.position(source)));
  }

  private long line() {
    return feed.number();
  }

  /** Whether it was read before, by this reporter or an earlier one. */
  boolean wasLeft() {
    return !files.isEmpty();
  }

  void run() throws IOException {
    if (wasLeft()) {
      for (ReadFile old : List.copyOf(files.subList(0, files.size() - 1))) {
        lookUp(old);
      }
      resume(present());
    }
    while (!patience.isStopped()) {
      readSince();
      readNew(file);
    }
    sink.flush();
  }

  private ReadFile present() {
    return files.get(files.size() - 1);
  }

  // --- what was read before ---

  /** Learns again what the ids of a file mean that was read whole, if it is still there. */
  private void lookUp(ReadFile old) throws IOException {
    try (FileChannel opened = names.open(old.key())) {
      if (opened != null && old.agrees(opened)) {
        lookUp(old, opened);
      }
    }
  }

  private void lookUp(ReadFile old, FileChannel opened) throws IOException {
    feed.restarted();
    sink.read(old.tag(), true);
    LineCutter again = new LineCutter(feed, 0);
    long[] left = {old.offset()};
    while (left[0] > 0 && !patience.isStopped()) {
      int count = again.readFrom(target -> readAtMost(opened, target, left[0]));
      if (count < 0) {
        break;
      }
      left[0] -= count;
    }
    feed.tellBad(); // was told before
  }

  private static int readAtMost(FileChannel opened, ByteBuffer target, long most)
      throws IOException {
    target.limit((int) Math.min(target.limit(), target.position() + most));
    return opened.read(target);
  }

  /** Goes on in the file that was read last. */
  private void resume(ReadFile left) throws IOException {
    sink.read(left.tag(), false); // what is lost is told, too
    try (FileChannel opened = names.open(left.key())) {
      if (opened == null) {
        lost("the file that was read last is gone: what was written to it since is lost");
      } else if (!left.agrees(opened)) {
        lost("the file was cut since it was read: what was written to it before that is lost");
      } else {
        lookUp(left, opened);
        sink.read(left.tag(), false);
        follow(opened, left.offset());
      }
    }
  }

  private void lost(String what) {
    sink.refuse(file.toString(), what);
    sink.gap(0, GapCause.EVENTS_LOST, 1, 0);
  }

  // --- what is new ---

  /** Files that were rotated away before anybody opened them. */
  private void readSince() throws IOException {
    Path next = wasLeft() ? next() : null;
    while (next != null && !patience.isStopped()) {
      readNew(next);
      next = next();
    }
  }

  /** The oldest that was written after the present one and is not read, null if there is none. */
  private Path next() throws IOException {
    for (Path each : names.since(present().key())) {
      if (files.stream().noneMatch(read -> RotatedFiles.isOne(each, read.key()))) {
        return each;
      }
    }
    return null;
  }

  /** Reads a file from its beginning. */
  private void readNew(Path path) throws IOException {
    while (!Files.exists(path) && !patience.isStopped()) {
      patience.await(); // between the moves of a rotation there may be none for a moment
    }
    String before = patience.isStopped() ? "" : keyOrNothing(path);
    try (FileChannel opened = opener.open(path)) {
      String key = ReadFile.keyOf(path);
      boolean isPassedOver = path.equals(file) && wasLeft() && next() != null;
      if (!key.equals(before) || isPassedOver) {
        return; // there was a rotation since: what is next is looked for again
      }
      files.add(new ReadFile(key, UUID.randomUUID().toString(), 0, 0).at(opened, 0));
      if (files.size() > MOST_REMEMBERED) {
        files.remove(0);
      }
      feed.restarted();
      sink.read(present().tag(), false);
      sink.position(source, FeedPosition.encode(files));
      sink.awaitDurable(sink.flush()); // before anything is known by the tag
      follow(opened, 0);
    } catch (NoSuchFileException e) {
      // Renamed since it was looked for; it is looked for again.
      patience.await();
    }
  }

  private static String keyOrNothing(Path path) throws IOException {
    try {
      return ReadFile.keyOf(path);
    } catch (NoSuchFileException e) {
      return "";
    }
  }

  /** Reads on until something is in another file that has the name, or this one was cut. */
  private void follow(FileChannel opened, long offset) throws IOException {
    channel = opened;
    channel.position(offset);
    isWrittenAnew = false;
    cutter = new LineCutter(new UnitLines(), offset);
    heard();
    boolean isCurrent = true;
    while (isCurrent && !patience.isStopped()) {
      boolean wasRead = readAll();
      isCurrent = wasRead || isCurrent();
      if (!wasRead && isCurrent) {
        leaveBehind();
        patience.await();
      }
    }
    if (!patience.isStopped()) {
      readAll(); // what came between the last look and the other's arrival
      cutter.tear();
      endUnit();
    }
  }

  private boolean readAll() throws IOException {
    boolean wasRead = false;
    while (!patience.isStopped() && cutter.readFrom(this::read) > 0) {
      patience.reward();
      wasRead = true;
    }
    if (wasRead) {
      heard();
      endUnit();
      sink.flush();
    }
    return wasRead;
  }

  /**
   * Reads, and looks whether it is the old file still: one that is cut may have grown beyond what
   * was read before anybody saw how short it was. What was read of a new one is not taken here.
   */
  private int read(ByteBuffer target) throws IOException {
    int count = channel.read(target);
    isWrittenAnew |= count > 0 && !present().agrees(channel);
    return isWrittenAnew ? -1 : count;
  }

  private boolean isCurrent() throws IOException {
    isWrittenAnew |= !present().agrees(channel); // one that is as long has nothing to be read
    return !isWrittenAnew && channel.size() >= channel.position() && !hasSuccessor();
  }

  private void heard() {
    quietSince = System.nanoTime();
    isLeftBehind = false;
  }

  /**
   * A restart could not find a file again that has no name any more, and would tell a loss. If it
   * was read whole and nothing came for a while, a restart is to begin with the one that has the
   * name; until then this one is read on, in case its writer learns late of the rotation.
   */
  private void leaveBehind() throws IOException {
    boolean isWhole = channel.position() == present().offset();
    if (isLeftBehind || !isWhole || System.nanoTime() - quietSince < GRACE_NANOS) {
      return;
    }
    quietSince = System.nanoTime(); // to look is dear: not each time
    String successor = keyOrNothing(file);
    boolean isNone = successor.isEmpty() || successor.equals(present().key());
    if (isNone || names.find(present().key()) != null) {
      return;
    }
    List<ReadFile> left = new ArrayList<>(files);
    left.add(new ReadFile(successor, UUID.randomUUID().toString(), 0, 0));
    sink.position(source, FeedPosition.encode(left));
    sink.flush();
    isLeftBehind = true;
  }

  /**
   * Whether anything was written behind the present file. Before that its writer may not know yet
   * that the name is another's, and go on in the file that it has open.
   */
  private boolean hasSuccessor() throws IOException {
    String key = present().key();
    return !RotatedFiles.isOne(file, key)
        && (RotatedFiles.hasContent(file) || (names.look(key) != null && next() != null));
  }

  private void endUnit() throws IOException {
    feed.tellBad();
    ReadFile reached =
        isWrittenAnew ? present().gone(cutter.offset()) : present().at(channel, cutter.offset());
    files.set(files.size() - 1, reached);
    sink.position(source, FeedPosition.encode(files));
  }

  /** Hands lines to the feed, and ends units between them. */
  private final class UnitLines implements LineHandler {
    private int lines;
    private int bytes;

    @Override
    public void line(byte[] line, int from, int to) {
      feed.line(line, from, to);
      bytes += to - from;
      if (++lines >= UNIT_LINES || bytes >= UNIT_BYTES) {
        lines = 0;
        bytes = 0;
        try {
          endUnit();
        } catch (IOException e) {
          throw Failures.reading(file.toString(), e);
        }
      }
    }

    @Override
    public void badLine(String problem) {
      feed.badLine(problem);
    }

    @Override
    public void restarted() {
      feed.restarted();
    }

    @Override
    public void pause() {
      // Units end where they end.
    }
  }
}
