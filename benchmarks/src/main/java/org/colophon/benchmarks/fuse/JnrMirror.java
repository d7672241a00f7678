package org.colophon.benchmarks.fuse;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import jnr.ffi.LibraryLoader;
import jnr.ffi.Pointer;
import jnr.ffi.Runtime;
import jnr.ffi.Struct;
import ru.serce.jnrfuse.ErrorCodes;
import ru.serce.jnrfuse.FuseFillDir;
import ru.serce.jnrfuse.FuseStubFS;
import ru.serce.jnrfuse.struct.FileStat;
import ru.serce.jnrfuse.struct.FuseFileInfo;
import ru.serce.jnrfuse.struct.Timespec;

/**
 * A rival: a plain mirror in Java through jnr-fuse and libfuse 2, with what the workloads need and
 * nothing more. Calls of the C library are bound as ours are, so that what differs is the way to
 * the kernel. A program of its own; serves until it is ended.
 */
public final class JnrMirror extends FuseStubFS {
  private static final int AT_FDCWD = -100;
  private static final int AT_SYMLINK_NOFOLLOW = 0x100;
  private static final String[] LIKE_OURS = {"-o", "direct_io,big_writes,use_ino"};

  private final Libc libc = LibraryLoader.create(Libc.class).load("libc.so.6");
  private final Runtime runtime = Runtime.getRuntime(libc);
  private final String source;

  private JnrMirror(String source) {
    this.source = source;
  }

  /** Mirrors the directory of the first argument at the second. */
  public static void main(String[] arguments) {
    new JnrMirror(arguments[0]).mount(Path.of(arguments[1]), true, false, LIKE_OURS);
  }

  /** The functions of the C library. */
  public interface Libc {
    /** See lstat(2). */
    int lstat(String path, Pointer status);

    /** See readlink(2). */
    long readlink(String path, Pointer target, long size);

    /** See mkdir(2). */
    int mkdir(String path, int mode);

    /** See unlink(2). */
    int unlink(String path);

    /** See rmdir(2). */
    int rmdir(String path);

    /** See symlink(2). */
    int symlink(String target, String path);

    /** See rename(2). */
    int rename(String from, String to);

    /** See link(2). */
    int link(String from, String to);

    /** See chmod(2). */
    int chmod(String path, int mode);

    /** See lchown(2). */
    int lchown(String path, int user, int group);

    /** See truncate(2). */
    int truncate(String path, long size);

    /** See open(2). */
    int open(String path, int flags, int mode);

    /** See close(2). */
    int close(int fd);

    /** See pread(2). */
    long pread(int fd, Pointer target, long size, long offset);

    /** See pwrite(2). */
    long pwrite(int fd, Pointer data, long size, long offset);

    /** See fsync(2). */
    int fsync(int fd);

    /** See utimensat(2). */
    int utimensat(int directory, String path, Pointer times, int flags);
  }

  private int result(long returned) {
    return returned < 0 ? -runtime.getLastError() : (int) returned;
  }

  private String below(String path) {
    return source + path;
  }

  // --- names and attributes ---

  @Override
  public int getattr(String path, FileStat status) {
    return result(libc.lstat(below(path), Struct.getMemory(status)));
  }

  @Override
  public int readlink(String path, Pointer target, long size) {
    long length = libc.readlink(below(path), target, size - 1);
    if (length >= 0) {
      target.putByte(length, (byte) 0);
    }
    return length < 0 ? result(length) : 0;
  }

  @Override
  public int mkdir(String path, long mode) {
    return result(libc.mkdir(below(path), (int) mode));
  }

  @Override
  public int unlink(String path) {
    return result(libc.unlink(below(path)));
  }

  @Override
  public int rmdir(String path) {
    return result(libc.rmdir(below(path)));
  }

  @Override
  public int symlink(String target, String path) {
    return result(libc.symlink(target, below(path)));
  }

  @Override
  public int rename(String from, String to) {
    return result(libc.rename(below(from), below(to)));
  }

  @Override
  public int link(String from, String to) {
    return result(libc.link(below(from), below(to)));
  }

  @Override
  public int chmod(String path, long mode) {
    return result(libc.chmod(below(path), (int) mode));
  }

  @Override
  public int chown(String path, long user, long group) {
    return result(libc.lchown(below(path), (int) user, (int) group));
  }

  @Override
  public int utimens(String path, Timespec[] times) {
    Pointer both = Struct.getMemory(times[0]);
    return result(libc.utimensat(AT_FDCWD, below(path), both, AT_SYMLINK_NOFOLLOW));
  }

  @Override
  public int readdir(
      String path, Pointer buffer, FuseFillDir filler, long offset, FuseFileInfo file) {
    filler.apply(buffer, ".", null, 0);
    filler.apply(buffer, "..", null, 0);
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(Path.of(below(path)))) {
      for (Path entry : entries) {
        filler.apply(buffer, entry.getFileName().toString(), null, 0);
      }
      return 0;
    } catch (IOException e) {
      return -ErrorCodes.EIO();
    }
  }

  // --- content ---

  @Override
  public int open(String path, FuseFileInfo file) {
    return opened(file, libc.open(below(path), file.flags.intValue(), 0));
  }

  @Override
  public int create(String path, long mode, FuseFileInfo file) {
    return opened(file, libc.open(below(path), file.flags.intValue(), (int) mode));
  }

  private int opened(FuseFileInfo file, int fd) {
    if (fd < 0) {
      return result(fd);
    }
    file.fh.set(fd);
    return 0;
  }

  @Override
  public int truncate(String path, long size) {
    return result(libc.truncate(below(path), size));
  }

  @Override
  public int read(String path, Pointer target, long size, long offset, FuseFileInfo file) {
    return result(libc.pread(file.fh.intValue(), target, size, offset));
  }

  @Override
  public int write(String path, Pointer data, long size, long offset, FuseFileInfo file) {
    return result(libc.pwrite(file.fh.intValue(), data, size, offset));
  }

  @Override
  public int fsync(String path, int dataOnly, FuseFileInfo file) {
    return result(libc.fsync(file.fh.intValue()));
  }

  @Override
  public int release(String path, FuseFileInfo file) {
    return result(libc.close(file.fh.intValue()));
  }
}
