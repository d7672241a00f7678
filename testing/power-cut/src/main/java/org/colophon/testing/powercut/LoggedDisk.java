// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.powercut;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.common.os.Os;
import org.colophon.reporters.fuse.mirror.Mirror;
import org.colophon.reporters.fuse.mount.Mounter;
import org.colophon.reporters.fuse.transport.Serving;
import org.colophon.reporters.fuse.transport.ServingOptions;
import org.colophon.reporters.fuse.wire.RawTransport;

/**
 * An ext4 file system on a disk that logs its writes: a loop device over an image in a FUSE mirror.
 * Needs root. The process that uses the file system must not be this one: it would wait for its own
 * threads.
 */
public final class LoggedDisk implements AutoCloseable {
  private static final long END_MILLIS = 10_000;

  private final Path directory;
  private final Path image;
  private final WriteLog log;
  private final Mounter mounter;
  private final Mirror mirror;
  private final Serving serving;
  private final String device;

  /**
   * Creates the file system and mounts it at {@link #path}.
   *
   * @param directory an empty directory
   * @param bytes size of the disk
   */
  public LoggedDisk(Path directory, long bytes) throws IOException {
    this.directory = directory;
    Path source = Files.createDirectory(directory.resolve("images"));
    Path served = Files.createDirectory(directory.resolve("served"));
    Files.createDirectory(path());
    image = source.resolve("disk");
    try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
      file.setLength(bytes);
    }
    String features = "lazy_itable_init=0,lazy_journal_init=0,nodiscard";
    Commands.run("mkfs.ext4", "-q", "-E", features, image.toString());
    log = new WriteLog(image);
    Os os = Os.load();
    mirror = Mirror.open(os, source.toString().getBytes(StandardCharsets.UTF_8));
    mounter = new Mounter(os, Bytes.of(served.toString()));
    int fd =
        mounter.mount(
            new Mounter.Options(Bytes.of(source.toString()), mirror.root().type(), false, false));
    ServingOptions options = new ServingOptions(4, true, false, 0, 0, false, false);
    serving = new RawTransport().serve(os, fd, mirror, options, () -> log, () -> {});
    device = Commands.run("losetup", "--find", "--show", served.resolve("disk").toString()).strip();
    Commands.run("mount", "-t", "ext4", device, path().toString());
  }

  /** Returns the directory of the file system. */
  public Path path() {
    return directory.resolve("disk");
  }

  /** Returns the number of writes and flushes so far. */
  public int position() {
    return log.size();
  }

  /** Copies the image, and returns the number of writes and flushes so far. */
  int copy(Path target) throws IOException {
    synchronized (log) { // later writes wait to be logged
      Commands.run("cp", "--sparse=always", image.toString(), target.toString());
      return log.size();
    }
  }

  /** Returns the states that a power cut after some writes may leave. */
  PowerCuts cuts(Path base, int basePosition) {
    return new PowerCuts(base, log.entries(), basePosition);
  }

  @Override
  public void close() throws IOException {
    Commands.run("umount", path().toString());
    Commands.run("losetup", "--detach", device);
    mounter.unmount(true);
    serving.await(END_MILLIS);
    mirror.close();
    log.close();
  }
}
